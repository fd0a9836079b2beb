// Options of the client and of the log that follow from the page's options.
import type { ClientOptions } from '../../client.ts'
import { createServerLookup } from '../../connection/server-lookup.ts'
import { omitUndefined, pickDefined } from '../../base/omit-undefined.ts'
import type { LogOptions } from '../../log/log.ts'
import { readDefaultOrigin, type ServerAddresses } from './addresses.ts'
import type { NimOptions } from './options.ts'
import { callPageCallback } from './page-callbacks.ts'

/** Name of the local database; null when no data may stay on the device. */
export const databaseNameOf = ({ db, appKey = '', account }: NimOptions): string | null =>
  db === false ? null : `nim-${appKey}-${account}`

export function toLogOptions(options: NimOptions): LogOptions {
  const { db, dbLog = true, appKey = '', account, logLevel: level, logFunc } = options
  return {
    name: db === false || !dbLog ? null : `nim-log-${appKey}-${account}`,
    ...omitUndefined({ level }),
    ...pickDefined(options, ['expire', 'debug']),
    ...(logFunc && { onEntry: (...entry) => callPageCallback(logFunc, entry) }),
  }
}

/** Old pages also write `xhr-polling`, and names of transports that browsers do not have any more. */
export function readTransports(names: unknown): ClientOptions['transports'] {
  const list: unknown[] = Array.isArray(names) ? names : []
  const transports = list
    .map((name) => String(name).replace(/^xhr-/, ''))
    .filter((name) => name === 'websocket' || name === 'polling')
  return transports.length > 0 ? [...new Set(transports)] : undefined
}

const minTimeoutMs = 1_000
const maxTimeoutMs = 2 ** 31 - 1
/** The page's timeout, or the usual one if the page's value is no number or too short for an answer. */
const readTimeout = (ms: unknown, usualMs: number): number =>
  (ms as number) >= minTimeoutMs ? Math.min(ms as number, maxTimeoutMs) : usualMs

type StaticClientOptions = Omit<ClientOptions, 'url' | 'token' | 'store' | 'log' | 'prepare' | 'delayOf'>

/** The options of the client that need no other part of the SDK. */
export function toClientOptions(
  options: NimOptions,
  { server, locationServices }: ServerAddresses,
): StaticClientOptions {
  const cmdTimeout = readTimeout(options.cmdTimeout, 8_000)
  const hbCmdTimeout = readTimeout(options.hbCmdTimeout, 5_000)
  const syncCmdTimeout = readTimeout(options.syncCmdTimeout, 180_000)
  const { appKey, account, heartbeatInterval: heartbeatIntervalMs } = options
  const transports = readTransports(options.transports)
  const lookup = {
    serviceUrls: locationServices,
    query: { k: appKey ?? '', id: account },
    defaultLink: server ?? readDefaultOrigin(),
  }
  return {
    account,
    fetchUnread: options.syncRoamingMsgs !== false,
    ...(locationServices.length > 0 && { serverLookup: createServerLookup(lookup) }),
    timeouts: {
      'link.heartbeat': hbCmdTimeout,
      'sync.sync': syncCmdTimeout,
      'sync.syncMsgs': syncCmdTimeout,
      'msg.sendMsg': cmdTimeout,
      'msg.getHistoryMsgs': cmdTimeout,
      'msg.markSessionAck': cmdTimeout,
    },
    ...pickDefined(options, ['appKey', 'quickReconnect', 'report', 'customTag', 'customClientType']),
    ...pickDefined(options, ['needReconnect', 'reconnectionAttempts']),
    ...omitUndefined({ transports, heartbeatIntervalMs }),
  }
}
