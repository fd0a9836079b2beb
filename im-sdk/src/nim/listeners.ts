// Event listeners on the instance, in addition to the callbacks of its options.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import { callPageCallback } from './core/page-callbacks.ts'
import type { NimChannel, NimSignal } from './present/signals.ts'

/** Events of a `NIM` instance. */
export type NimEvents = {
  /** An event of a call, from another account. */
  signalingNotify: (event: NimSignal) => void
  /** Another device of the account has answered an invitation. */
  signalingMutilClientSyncNotify: (event: NimSignal) => void
  /** After a login: the stored events that the account has not marked as read. */
  signalingUnreadMessageSyncNotify: (events: NimSignal[]) => void
  /** After a login: the open channels that the account is in. */
  signalingChannelsSyncNotify: (channels: NimChannel[]) => void
  /** The end of a call of a language model. */
  proxyAIModelCall: (result: PushData<'ai.proxyAIModelCall'>) => void
  /** A part of the answer, with the option `aiStream`. */
  proxyAIModelStreamCall: (part: PushData<'ai.proxyAIModelStreamCall'>) => void
}
export type Listener = (...data: never[]) => void
type RegisteredListener = { event: string; listener: Listener; isOnce: boolean }

/** A plain array, because frameworks traverse the instance and wrap it in proxies. */
export class EventEmitter {
  private subscriptions: RegisteredListener[] = []

  on<Name extends keyof NimEvents>(event: Name, listener: NimEvents[Name]): this
  on(event: string, listener: Listener): this
  on(event: string, listener: Listener): this {
    return this.subscribe({ event, listener, isOnce: false })
  }
  once(event: string, listener: Listener): this {
    return this.subscribe({ event, listener, isOnce: true })
  }
  /** @throws ImFailure 414 for a listener that is no function, as event emitters do */
  private subscribe(subscription: RegisteredListener): this {
    if (typeof subscription.listener !== 'function') throw imFail('invalid', 'on、once：第二个参数必须是函数')
    this.subscriptions.push(subscription)
    return this
  }
  /** Removes one listener, all of an event, or all. */
  off(event?: string, listener?: Listener): this {
    const shouldStay = (other: RegisteredListener) =>
      (event !== undefined && other.event !== event) || (listener !== undefined && other.listener !== listener)
    this.subscriptions = this.subscriptions.filter(shouldStay)
    return this
  }
  addListener(event: string, listener: Listener): this {
    return this.on(event, listener)
  }
  removeListener(event: string, listener?: Listener): this {
    return this.off(event, listener)
  }
  removeAllListeners(event?: string): this {
    return this.off(event)
  }
  protected logThrown(_event: string, _error: unknown): void {}
  /** Events that have a listener. */
  eventNames(): string[] {
    return this.subscriptions.map(({ event }) => event)
  }
  /**
   * Calls the listeners of an event.
   * @returns whether it had any
   */
  emit(event: string, ...data: unknown[]): boolean {
    const calledSubscriptions = this.subscriptions.filter((subscription) => subscription.event === event)
    this.subscriptions = this.subscriptions.filter((other) => other.event !== event || !other.isOnce)
    for (const { listener } of calledSubscriptions)
      callPageCallback(listener, data as never[], (error) => this.logThrown(event, error))
    return calledSubscriptions.length > 0
  }
}
