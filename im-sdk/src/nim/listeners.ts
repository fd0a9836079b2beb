// Events that a page listens to on the instance itself, beside the callbacks of its options.
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
  /** Without a listener, all of the event; without an event, all. */
  off(event?: string, listener?: Listener): this {
    this.heard = this.heard.filter(
      (one) => (event !== undefined && one.event !== event) || (listener !== undefined && one.listener !== listener),
    )
    return this
  }
  /** @returns whether anybody listened */
  emit(event: string, ...data: unknown[]): boolean {
    const called = this.heard.filter((one) => one.event === event)
    this.heard = this.heard.filter((one) => one.event !== event || !one.isOnce)
    for (const { listener } of called) listener(...(data as never[]))
    return called.length > 0
  }
}
