// Event listeners on the instance, in addition to the callbacks of its options.
type Listener = (...data: never[]) => void
type Heard = { event: string; listener: Listener; isOnce: boolean }

/** A plain list, because frameworks walk and proxy the instance. */
export class Listeners {
  private heard: Heard[] = []

  on(event: string, listener: Listener): this {
    this.heard.push({ event, listener, isOnce: false })
    return this
  }
  once(event: string, listener: Listener): this {
    this.heard.push({ event, listener, isOnce: true })
    return this
  }
  /** Removes one listener, all of an event, or all. */
  off(event?: string, listener?: Listener): this {
    this.heard = this.heard.filter(
      (one) => (event !== undefined && one.event !== event) || (listener !== undefined && one.listener !== listener),
    )
    return this
  }
  /** @returns whether there was a listener */
  emit(event: string, ...data: unknown[]): boolean {
    const called = this.heard.filter((one) => one.event === event)
    this.heard = this.heard.filter((one) => one.event !== event || !one.isOnce)
    for (const { listener } of called) listener(...(data as never[]))
    return called.length > 0
  }
}
