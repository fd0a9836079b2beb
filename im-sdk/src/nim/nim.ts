// The API that pages written for this kind of SDK expect: one instance per account, options with callbacks. Each group
// of methods has its own file and extends the previous one.
import { listen } from './callbacks.ts'
import { tell } from './core.ts'
import { laterNim, withLater } from './later.ts'
import type { Done, NimOptions } from './options.ts'
import { NimSearch } from './search.ts'

type Plugin = (nim: typeof NIM) => void

const instances = new Map<string, NIM>()

export class NIM extends withLater(NimSearch, laterNim) {
  /** One instance per account; a later call updates its options and reconnects if it is offline. */
  static getInstance(options: NimOptions): NIM {
    const found = instances.get(options.account)
    if (found) {
      found.setOptions(options)
      if (found.getLoginStatus() === 0 && !options.skipConnectionOnInitialize) found.connect()
      return found
    }
    const made = new NIM(options)
    instances.set(options.account, made)
    return made
  }

  static use(plugin: Plugin): void {
    plugin(NIM)
  }

  constructor(options: NimOptions) {
    super(options, listen)
    if (!options.skipConnectionOnInitialize) this.client.connect()
  }

  connect(): void {
    this.client.connect()
  }
  disconnect(options: { done?: Done<null> } = {}): void {
    this.client.disconnect()
    options.done?.(null, null)
  }
  destroy(options: { done?: Done<null> } = {}): void {
    instances.delete(this.options.account)
    this.disconnect(options)
    // persist the last changes
    void this.kept.flush().finally(() => this.kept.close())
    this.log.close()
  }
  /** Also ends the login on the server. */
  logout(options: { done?: Done<null> } = {}): void {
    void this.client
      .request('auth.logout', {})
      .catch(() => null)
      .then(() => this.disconnect(options))
  }
  setOptions(options: Partial<NimOptions>): void {
    this.options = { ...this.options, ...options }
  }
  /** 0 out, 1 in, 2 logging in, 3 waiting to reconnect. */
  getLoginStatus(): number {
    return this.client.status()
  }
  /** 1: the machine has woken up; 0: it goes to sleep. */
  setPowerMonitorStatus(status: 0 | 1): void {
    if (status === 1) this.client.wake()
  }
  /** An extension of this SDK: returns the device log as text. Only this page receives it. */
  exportLogs({ done }: { done?: Done<string> } = {}): void {
    tell(this.log.read(), done)
  }
  kick({ deviceIds, done }: { deviceIds: string[]; done?: Done<{ deviceIds: string[] }> }): void {
    tell(this.client.request('auth.kick', { deviceIds }), done)
  }
}
