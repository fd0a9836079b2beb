// Event listeners on the instance, in addition to the callbacks of its options.
import { callPage } from './core/page-callbacks.ts'

type Listener = (...data: never[]) => void
type Subscription = { event: string; listener: Listener; isOnce: boolean }

/** A plain array, because frameworks traverse the instance and wrap it in proxies. */
export class Listeners {
  private subscriptions: Subscription[] = []

  on(event: string, listener: Listener): this {
    this.subscriptions.push({ event, listener, isOnce: false })
    return this
  }
  once(event: string, listener: Listener): this {
    this.subscriptions.push({ event, listener, isOnce: true })
    return this
  }
  /** Removes one listener, all of an event, or all. */
  off(event?: string, listener?: Listener): this {
    const shouldStay = (other: Subscription) =>
      (event !== undefined && other.event !== event) || (listener !== undefined && other.listener !== listener)
    this.subscriptions = this.subscriptions.filter(shouldStay)
    return this
  }
  /**
   * Calls the listeners of an event.
   * @returns whether it had any
   */
  emit(event: string, ...data: unknown[]): boolean {
    const called = this.subscriptions.filter((subscription) => subscription.event === event)
    this.subscriptions = this.subscriptions.filter((other) => other.event !== event || !other.isOnce)
    for (const { listener } of called) callPage(listener, data as never[])
    return called.length > 0
  }
}
