// The callback API that pages written for this kind of SDK expect: one instance per account, options with callbacks.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { createApi, helpers, otherNames, type InstanceApi, type NimMethods, type OtherNames } from './api.ts'
import { createNimEventHandlers } from './callbacks/callbacks.ts'
import { invokeMethod, coerceOptions } from './core/answer-call.ts'
import { createNimCore, type NimCore } from './core/core.ts'
import { pickChangeable, warnOfCall } from './core/options-without-effect.ts'
import { checkOptions } from './core/required-fields.ts'
import { defineMethods } from './define-methods.ts'
import { EventEmitter } from './listeners.ts'
import type { DoneCallback, WithDone, NimOptions } from './core/options.ts'
import { isolateCallbacks } from './core/page-callbacks.ts'
import { fileAddressHelpers } from './messages/picture-addresses.ts'
import { blob, support, util } from './util.ts'
import { createLogUploader, type LoggerPluginOptions } from '../log/logger-plugin.ts'

type Plugin = ((nim: typeof NIM) => void) | { install: (nim: typeof NIM) => void }
/** Methods whose result may be null, because nothing was found. */
const namesThatMayFindNothing = /^(?:get|is|find|updateLocal)/

const instances = new Set<NIM>()

/** The instance of this account and app. A page that leaves out the app key means the account's only one. */
const findInstance = ({ account, appKey }: NimOptions): NIM | undefined =>
  [...instances].find(({ options }) => options.account === account && (appKey ?? options.appKey) === options.appKey)

/** Adds the types of the methods of `api.ts`, which `defineMethods` below puts on the prototype. */
const NimBase = EventEmitter as new () => EventEmitter & NimMethods & OtherNames

/** Has no `#private` fields and no accessors, because frameworks traverse instances and wrap them in proxies. */
export class NIM extends NimBase {
  /** Returns one instance per account and app. A later call updates its options, and reconnects if it is offline. */
  static getInstance(pageOptions: NimOptions): NIM {
    checkOptions('NIM.getInstance', pageOptions)
    const options = coerceOptions(pageOptions)
    const existing = findInstance(options)
    if (existing) {
      existing.setOptions(options)
      if (existing.getLoginStatus() === 0 && !options.skipConnectionOnInitialize) existing.connect()
      return existing
    }
    const nim = new NIM(options)
    instances.add(nim)
    return nim
  }

  static use(plugin: Plugin): void {
    if (typeof plugin === 'function') plugin(NIM)
    else plugin.install(NIM)
  }

  static readonly util = util
  static readonly support = support
  static readonly blob = blob
  static readonly LoggerPlugin = createLogUploader as unknown as new (
    options: LoggerPluginOptions,
  ) => ReturnType<typeof createLogUploader>

  readonly util = util
  readonly account: string
  readonly core: NimCore
  readonly options: NimOptions
  readonly client: NimCore['client']
  readonly api: InstanceApi
  private isDestroyed = false

  constructor(options: NimOptions) {
    super()
    this.core = createNimCore(coerceOptions(options), createNimEventHandlers, this)
    this.options = this.core.options
    this.account = this.options.account
    this.client = this.core.client
    this.api = createApi(this.core)
    if (!options.skipConnectionOnInitialize) this.client.connect()
  }

  /** A destroyed instance stays offline and calls `onerror`: its account may have another instance by then. */
  connect(): void {
    if (this.isDestroyed) this.reportError(imFail('socketState', '实例已销毁，请用NIM.getInstance新建'))
    else this.client.connect()
  }
  destroy(options?: WithDone<null> | DoneCallback<null>): void {
    const { persistence, log } = this.core
    instances.delete(this)
    this.isDestroyed = true
    this.disconnect(options)
    // persist the last changes
    void persistence.flush().finally(() => persistence.close())
    log.close()
  }
  /** Account and app key stay, because data and connection belong to them; a change is reported to `onerror`. */
  setOptions(options: Partial<NimOptions>): void {
    const { account, appKey, ...changeable } = coerceOptions(Object(options) as Partial<NimOptions>)
    const isOther = (field: string, value: unknown) => value !== undefined && value !== this.options[field]
    // ignores a token that was passed with another account: it does not belong to this instance
    if (isOther('account', account)) delete changeable.token
    Object.assign(this.options, pickChangeable('NIM', this.options, changeable))
    for (const [field, value] of Object.entries({ account, appKey })) {
      if (!isOther(field, value)) continue
      const advice = `setOptions：${field}不能更改，请用NIM.getInstance另建实例`
      this.reportError(imFail('invalid', advice, { field }))
    }
  }
  private reportError(error: ImFailure): void {
    queueMicrotask(() => this.core.notify('onerror', error))
  }
  protected override logThrown(event: string, error: unknown): void {
    this.core.logThrown(event, error)
  }
  isConnected(): boolean {
    return this.getLoginStatus() === 1
  }
  /** 0 disconnected, 1 connected, 2 logging in, 3 waiting to reconnect. */
  getLoginStatus(): number {
    return this.client.status()
  }
  /** 1: the machine has woken up; 0: it goes to sleep. */
  setPowerMonitorStatus(status: 0 | 1): void {
    if (status === 1) this.client.wake()
  }
}

/** Creates a prototype method that calls the method of the same name in `api`, with isolated callbacks. */
const createNimMethod = (name: keyof InstanceApi) =>
  function callApi(this: NIM, ...input: never[]): unknown {
    warnOfCall(name, input[0])
    const isolated = input.map((part) =>
      isolateCallbacks(part, (error) => this.core.logThrown(name, error), namesThatMayFindNothing.test(name)),
    )
    if (name === 'logout') instances.delete(this)
    return invokeMethod(name, this.api[name], isolated)
  }
/** Creates a prototype method of a helper, which needs no instance. */
const createHelper =
  (name: keyof typeof helpers) =>
  (...input: unknown[]): unknown =>
    invokeMethod(name, helpers[name], input, name in fileAddressHelpers)
// Plugins replace methods of the prototype before there is an instance. The groups use their core only in calls.
const methodNames = Object.keys(createApi({} as NimCore)) as (keyof InstanceApi)[]
const helperNames = Object.keys(helpers) as (keyof typeof helpers)[]
defineMethods(NIM.prototype, Object.fromEntries(helperNames.map((name) => [name, createHelper(name)])))
defineMethods(NIM.prototype, Object.fromEntries(methodNames.map((name) => [name, createNimMethod(name)])))
defineMethods(
  NIM.prototype,
  Object.fromEntries(Object.entries(otherNames).map(([other, name]) => [other, createNimMethod(name)])),
)
