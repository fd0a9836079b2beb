// State that the method groups of a `NIM` share: the page's options, the client, and its storage. A group that needs
// few parts of it names them in its type: `Pick<NimCore, 'client'>`.
import type { MessageDraft } from '@xinqiao/contract/im/messages/messages.ts'
import type { ClientEvents } from '../../sync/results/client-events.ts'
import { createClient, type Client } from '../../client.ts'
import { chooseBackoffMs } from '../../connection/backoff.ts'
import { createLog, type LocalLog } from '../../log/log.ts'
import { createPersistence, type StorePersistence } from '../../store/persistence.ts'
import type { SessionContext } from '../present/sessions.ts'
import type { NimTeamMember } from '../present/teams.ts'
import { readAddresses, readDefaultOrigin } from './addresses.ts'
import { databaseNameOf, toClientOptions, toLogOptions } from './client-options.ts'
import { createFileAddressSigner, type FileAddressSigner } from './file-addresses.ts'
import { findOptionFault } from './option-faults.ts'
import type { NimOptions, PageCallbacks } from './options.ts'
import { warnOfOptions } from './options-without-effect.ts'
import { callPageCallback } from './page-callbacks.ts'

type EmitterMethods = { emit: (event: string, ...data: unknown[]) => boolean; eventNames: () => string[] }

export type NimCore = {
  readonly options: NimOptions
  /** Origin of the server of the last login, or '' outside of browsers before the first one without `defaultLink`. */
  readonly serverUrl: string
  /** Upload addresses, in the order in which they are tried. */
  readonly uploadUrls: readonly [string, ...string[]]
  readonly client: Client
  readonly fileAddresses: FileAddressSigner
  /** Persistent storage on this device. */
  readonly persistence: StorePersistence
  /** Log on this device, for fault analysis. */
  readonly log: LocalLog
  /** Drafts of failed messages, the only ones that may be resent. */
  readonly failed: Map<string, MessageDraft>
  /** The idClients of messages whose file this page uploads. */
  readonly uploadingIds: Set<string>
  /** Members of teams that this page has fetched, by team. */
  readonly teamMembers: Map<string, NimTeamMember[]>
  /** Accounts to whose events this page subscribes, by type. They are subscribed to again after a reconnection. */
  readonly subscribedEvents: Map<number, Set<string>>
  /** The synchronisation of calls that runs, or has just ended. */
  callSync: Promise<null> | null
  /** True after the page has received `onsessions`. */
  hasSynced?: boolean
  /** The open session: messages that arrive in it are marked as read. */
  currentSession: string | null
  /** Listeners of the page on the instance. */
  readonly listeners: EmitterMethods
  /** The account, device and data from which messages and sessions are presented to the page. */
  presenterContext: () => SessionContext
  /**
   * Calls a callback of the page's options, if it is set. Exceptions of the callback are reported to the page, and not
   * thrown here.
   */
  notify: <Name extends keyof PageCallbacks>(
    name: Name,
    ...data: Parameters<PageCallbacks[Name]>
  ) => ReturnType<PageCallbacks[Name]> | undefined
  /** @param name the callback of the page, or the method that received it */
  logThrown: (name: string, error: unknown) => void
  /**
   * messaging.md 4: messages that are still `sending` when a sync begins, from an earlier page or another tab, have
   * failed.
   */
  failUnsent: () => void
}

/** @param createHandlers creates the handlers of the client's events, which use the client of the core later */
export function createNimCore(
  pageOptions: NimOptions,
  createHandlers: (core: NimCore) => ClientEvents,
  listeners: EmitterMethods,
): NimCore {
  const options = { ...pageOptions }
  const fault = findOptionFault(options)
  const addresses = readAddresses(fault ? {} : options)
  const log = createLog(toLogOptions(options))
  warnOfOptions('NIM', options)

  const logThrown = (name: string, error: unknown): void =>
    log.write('error', `callback ${name} threw ${error instanceof Error ? error.name : typeof error}`)
  const notify: NimCore['notify'] = (name, ...data) => {
    const callback = options[name] as ((...all: typeof data) => ReturnType<PageCallbacks[typeof name]>) | undefined
    return callback && callPageCallback(callback.bind(options), data, (error) => logThrown(name, error))
  }
  const persistence = createPersistence(databaseNameOf(options), (status) => notify('onDBStatusChange', status))
  const core: Omit<NimCore, 'client'> & { client?: Client } = {
    options,
    get serverUrl() {
      return client.serverUrl()
    },
    get uploadUrls() {
      return [client.serverUrl(), ...addresses.uploads] as const
    },
    fileAddresses: createFileAddressSigner(
      () => client.request('file.getFileKey', {}),
      () => client.now(),
    ),
    persistence,
    log,
    failed: new Map(),
    uploadingIds: new Set(),
    teamMembers: new Map(),
    subscribedEvents: new Map(),
    callSync: null,
    currentSession: null,
    listeners,
    presenterContext: () => ({
      account: options.account,
      deviceId: client.deviceId,
      store: client.store,
      serverUrl: client.serverUrl(),
      signUrl: (url) => core.fileAddresses.sign(url),
      countsAsUnread:
        options.shouldCountNotifyUnread && ((msg) => callPageCallback(options.shouldCountNotifyUnread!, [msg])),
    }),
    notify,
    logThrown,
    failUnsent() {
      const { unsent } = client.store
      for (const [idClient, message] of unsent) {
        if (client.isSending(idClient) || core.uploadingIds.has(idClient)) continue
        if (message.status === 'sending') unsent.set(idClient, { ...message, status: 'fail' })
        core.failed.set(idClient, message.draft)
      }
    },
  }
  const client = createClient(
    {
      ...toClientOptions(pageOptions, addresses),
      url: addresses.server ?? readDefaultOrigin(),
      ...(fault && { fault }),
      token: () => options.token,
      store: persistence.store,
      log: (...entry) => log.write(...entry),
      prepare: () => persistence.open(),
      delayOf: (retry) => chooseBackoffMs(retry, (proposedMs) => notify('reconnectDelayProvider', proposedMs)),
    },
    createHandlers(core as NimCore),
  )
  return Object.assign(core, { client })
}
