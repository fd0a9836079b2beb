// State that the method groups of a `NIM` share: the page's options, the client, and its storage. A group that needs
// few parts of it names them in its type: `Pick<NimCore, 'client'>`.
import type { MessageDraft } from '@xinqiao/contract/im/messages.ts'
import type { ClientEvents } from '../../sync/results/client-events.ts'
import { createClient, type Client } from '../../client.ts'
import { computeBackoffMs } from '../../connection/backoff.ts'
import { createLog, type LocalLog } from '../../log/log.ts'
import { createPersistence, type StorePersistence } from '../../store/persistence.ts'
import type { PresenterContext } from '../present/presenter-context.ts'
import type { NimTeamMember } from '../present/teams.ts'
import { readAddresses, readDefaultOrigin } from './addresses.ts'
import { databaseNameOf, toClientOptions, toLogOptions } from './client-options.ts'
import { createFileAddresses, type FileAddresses } from './file-addresses.ts'
import { findOptionFault } from './option-faults.ts'
import type { NimOptions, PageCallbacks } from './options.ts'
import { listWithoutEffect } from './options-without-effect.ts'
import { callPage } from './page-callbacks.ts'

type EventListeners = { emit: (event: string, ...data: unknown[]) => boolean; eventNames: () => string[] }

export class NimCore {
  readonly options: NimOptions
  /** Origin of the server, or '' outside of browsers without `defaultLink`. */
  readonly serverUrl: string
  /** Upload addresses, in the order in which they are tried. */
  readonly uploadUrls: readonly [string, ...string[]]
  readonly client: Client
  readonly fileAddresses: FileAddresses = createFileAddresses(() => this.client.request('file.getFileKey', {}))
  /** Persistent storage on this device. */
  readonly persistence: StorePersistence
  /** Log on this device, for fault analysis. */
  readonly log: LocalLog
  /** Drafts of failed messages, the only ones that may be resent. */
  readonly failed = new Map<string, MessageDraft>()
  /** Members of teams that this page has fetched, by team. */
  readonly teamMembers = new Map<string, NimTeamMember[]>()
  /** Accounts to whose events this page subscribes, by type. They are subscribed to again after a reconnection. */
  readonly subscribedEvents = new Map<number, Set<string>>()
  /** The synchronisation of calls that runs, or has just ended. */
  callSync: Promise<null> | null = null
  /** The open session: messages that arrive in it are marked as read. */
  currentSession: string | null = null

  /** Listeners of the page on the instance. */
  readonly listeners: EventListeners

  /** @param createHandlers creates the handlers of the client's events */
  constructor(options: NimOptions, createHandlers: (core: NimCore) => ClientEvents, listeners: EventListeners) {
    this.listeners = listeners
    this.options = { ...options }
    const fault = findOptionFault(options)
    const addresses = readAddresses(fault ? {} : options)
    this.serverUrl = addresses.server ?? readDefaultOrigin()
    this.uploadUrls = [this.serverUrl, ...addresses.uploads]
    this.log = createLog(toLogOptions(options))
    for (const name of listWithoutEffect(options)) this.log.write('warn', `option ${name} has no effect`)
    this.persistence = createPersistence(databaseNameOf(options), (status) => this.notify('onDBStatusChange', status))
    this.client = createClient(
      {
        ...toClientOptions(options, addresses),
        url: this.serverUrl,
        ...(fault && { fault }),
        token: () => this.options.token,
        store: this.persistence.store,
        log: (...entry) => this.log.write(...entry),
        prepare: () => this.persistence.open(),
        delayOf: (retry) => this.reconnectDelayMs(retry),
      },
      createHandlers(this),
    )
  }

  /** The account, device and data from which messages and sessions are presented to the page. */
  presenterContext(): PresenterContext {
    const { options, client, fileAddresses } = this
    const { deviceId, store } = client
    return {
      account: options.account,
      deviceId,
      store,
      serverUrl: this.serverUrl,
      signUrl: (url) => fileAddresses.sign(url),
    }
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

  /** Asks the page's `reconnectDelayProvider`, which may replace the proposed delay before the next try. */
  private reconnectDelayMs(retry: number): number {
    const proposedMs = computeBackoffMs(retry)
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
