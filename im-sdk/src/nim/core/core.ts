// State that the method groups of a `NIM` share: the page's options, the client, and its storage.
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import { targetOf } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../../client-events.ts'
import { createClient, type Client } from '../../client.ts'
import { backoffMs } from '../../connection/backoff.ts'
import { createServerLookup } from '../../connection/server-lookup.ts'
import { createLog, type Log } from '../../log/log.ts'
import { createPersistence, type Persistence } from '../../store/persistence.ts'
import { readAddresses, type Addresses } from './addresses.ts'
import { createFileAddresses, type FileAddresses } from './file-addresses.ts'
import type { DoneCallback, NimOptions, PageCallbacks } from './options.ts'
import { listWithoutEffect } from './options-without-effect.ts'
import { callPage } from './page-callbacks.ts'
import type { NimTeamMember } from '../present/teams.ts'
import {
  presentMessage,
  presentSession,
  type NimMessage,
  type NimSession,
  type Viewpoint,
} from '../present/messages.ts'
import { definedFields } from '../../defined-fields.ts'

/** Passes the result of a promise to callbacks that do not throw. */
export async function settle<T>(work: Promise<T>, good: (data: T) => void, bad: (error: Error) => void): Promise<void> {
  let data: T
  try {
    data = await work
  } catch (error) {
    return bad(error as Error)
  }
  good(data)
}

/** Passes the result of `work` to the callback of a method. */
export const callDone = <T>(done: DoneCallback<T> | undefined, work: () => Promise<T>): void =>
  void settle(
    work(),
    (data) => done?.(null, data),
    (error) => done?.(error),
  )

export const viewpointOf = ({ options, client, fileAddresses }: NimCore): Viewpoint => ({
  signUrl: (url) => fileAddresses.sign(url),
  account: options.account,
  deviceId: client.deviceId,
  store: client.store,
})
export const presentToPage = (core: NimCore, msg: WireMessage): NimMessage => presentMessage(msg, viewpointOf(core))
/** Sessions, latest first. Includes those that the page inserted on this device, but not hidden ones. */
export function listSessions(core: NimCore): NimSession[] {
  const { conversations, notes } = core.client.store
  const isShown = (id: string, time: number) => time > (notes.get(`session ${id}`)?.hiddenAt ?? -1)
  const known = [...conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .map((conversation) => presentSession(conversation, viewpointOf(core)))
    .filter(({ id, updateTime }) => isShown(id, updateTime))
  const ids = new Set(known.map(({ id }) => id))
  const inserted = [...notes].flatMap(([place, { insertedAt, localCustom }]) => {
    const id = place.slice('session '.length)
    if (insertedAt === undefined || ids.has(id) || !isShown(id, insertedAt)) return []
    const empty = { id, ...targetOf(id), unread: 0, ack: 0, msgReceiptTime: 0 }
    return [{ ...empty, updateTime: insertedAt, ...definedFields({ localCustom }) }]
  })
  return [...known, ...inserted].sort((a, b) => b.updateTime - a.updateTime)
}

/** Outside of browsers the page must set the server's address. */
const pageOrigin = (): string => globalThis.location?.origin ?? ''

const serverLookupOptions = ({ appKey = '', account }: NimOptions, { server, locationServices }: Addresses) => ({
  serviceUrls: locationServices,
  query: { k: appKey, id: account },
  defaultLink: server ?? null,
})

export class NimCore {
  readonly options: NimOptions
  /** Origin of the server, or '' outside of browsers without `defaultLink`. */
  readonly serverUrl: string
  /** Tried in this order. */
  readonly uploadUrls: readonly [string, ...string[]]
  readonly client: Client
  readonly fileAddresses: FileAddresses = createFileAddresses(() => this.client.request('file.getFileKey', {}))
  /** Persistent storage on this device. */
  readonly persistence: Persistence
  /** Log on this device, for fault analysis. */
  readonly log: Log
  /** Drafts of failed messages, the only ones that may be resent. */
  readonly failed = new Map<string, MessageDraft>()
  /** Members of teams that this page has fetched, by team. */
  readonly teamMembers = new Map<string, NimTeamMember[]>()
  /** The open session: messages that arrive in it are marked as read. */
  currentSession: string | null = null

  /** @param listen creates the handlers of the client's events */
  constructor(options: NimOptions, listen: (core: NimCore) => ClientEvents) {
    this.options = { ...options }
    const addresses = readAddresses(options)
    this.serverUrl = addresses.server ?? pageOrigin()
    this.uploadUrls = [this.serverUrl, ...addresses.uploads]
    const { cmdTimeout = 8_000, hbCmdTimeout = 5_000, syncCmdTimeout = 180_000 } = options
    const { quickReconnect, report, customTag, customClientType, transports, needReconnect } = options
    const { reconnectionAttempts, heartbeatInterval: heartbeatIntervalMs } = options
    const database = options.db === false ? null : `nim-${options.appKey ?? ''}-${options.account}`
    const { dbLog = true, logLevel, logFunc, expire, debug } = options
    this.log = createLog({
      name: database === null || !dbLog ? null : `nim-log-${options.appKey ?? ''}-${options.account}`,
      ...definedFields({ level: logLevel, expire, debug }),
      ...(logFunc && { onEntry: (...entry) => callPage(logFunc, entry) }),
    })
    for (const name of listWithoutEffect(options)) this.log.write('warn', `option ${name} has no effect`)
    this.persistence = createPersistence(database, (status) => this.notify('onDBStatusChange', status))
    this.client = createClient(
      {
        url: this.serverUrl,
        ...(addresses.locationServices.length > 0 && {
          serverLookup: createServerLookup(serverLookupOptions(options, addresses)),
        }),
        ...definedFields({ appKey: options.appKey }),
        account: options.account,
        token: () => this.options.token,
        store: this.persistence.store,
        log: (...entry) => this.log.write(...entry),
        prepare: () => this.persistence.open(),
        timeouts: {
          'link.heartbeat': hbCmdTimeout,
          'sync.sync': syncCmdTimeout,
          'sync.syncMsgs': syncCmdTimeout,
          'msg.sendMsg': cmdTimeout,
          'msg.getHistoryMsgs': cmdTimeout,
          'msg.markSessionAck': cmdTimeout,
        },
        ...definedFields({ quickReconnect, report, customTag, customClientType, transports, needReconnect }),
        ...definedFields({ reconnectionAttempts, heartbeatIntervalMs }),
        delayOf: (retry) => this.reconnectDelayMs(retry),
      },
      listen(this),
    )
  }

  /**
   * Calls a callback of the page's options, if it is set. Exceptions of the callback are reported to the page, and not
   * thrown here.
   */
  notify<Name extends keyof PageCallbacks>(
    name: Name,
    ...data: Parameters<PageCallbacks[Name]>
  ): ReturnType<PageCallbacks[Name]> | undefined {
    const callback = this.options[name] as ((...all: typeof data) => ReturnType<PageCallbacks[Name]>) | undefined
    return callback && callPage(callback.bind(this.options), data, (error) => this.logThrown(name, error))
  }

  /** @param name the callback of the page, or the method that received it */
  logThrown(name: string, error: unknown): void {
    this.log.write('error', `callback ${name} threw ${error instanceof Error ? error.name : typeof error}`)
  }

  /** The page may replace the delay that the SDK proposes. */
  private reconnectDelayMs(retry: number): number {
    const proposedMs = backoffMs(retry)
    const chosenMs = this.notify('reconnectDelayProvider', proposedMs)
    return typeof chosenMs === 'number' && chosenMs >= 0 ? chosenMs : proposedMs
  }

  /**
   * messaging.md 4: messages that are still `sending` when a sync begins, from an earlier page or another tab, have
   * failed.
   */
  failUnsent(): void {
    const { unsent } = this.client.store
    for (const [idClient, message] of unsent) {
      if (this.client.isSending(idClient)) continue
      if (message.status === 'sending') unsent.set(idClient, { ...message, status: 'fail' })
      this.failed.set(idClient, message.draft)
    }
  }
}
