// Options of the client and of the log that follow from the page's options.
import type { ClientOptions } from '../../client.ts'
import { createServerLookup } from '../../connection/server-lookup.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import type { LogOptions } from '../../log/log.ts'
import { readDefaultOrigin, type ServerAddresses } from './addresses.ts'
import type { NimOptions } from './options.ts'
import { callPageCallback } from './page-callbacks.ts'

/** Name of the local database; null when no data may stay on the device. */
export const databaseNameOf = ({ db, appKey = '', account }: NimOptions): string | null =>
  db === false ? null : `nim-${appKey}-${account}`

export function toLogOptions(options: NimOptions): LogOptions {
  const { db, dbLog = true, appKey = '', account, logLevel, logFunc, expire, debug } = options
  return {
    name: db === false || !dbLog ? null : `nim-log-${appKey}-${account}`,
    ...omitUndefined({ level: logLevel, expire, debug }),
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

type StaticClientOptions = Omit<ClientOptions, 'url' | 'token' | 'store' | 'log' | 'prepare' | 'delayOf'>

/** The options of the client that need no other part of the SDK. */
export function toClientOptions(
  options: NimOptions,
  { server, locationServices }: ServerAddresses,
): StaticClientOptions {
  const { cmdTimeout = 8_000, hbCmdTimeout = 5_000, syncCmdTimeout = 180_000 } = options
  const { appKey, account, quickReconnect, report, customTag, customClientType } = options
  const transports = readTransports(options.transports)
  const { needReconnect, reconnectionAttempts, heartbeatInterval: heartbeatIntervalMs } = options
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
    ...omitUndefined({ appKey, quickReconnect, report, customTag, customClientType, transports }),
    ...omitUndefined({ needReconnect, reconnectionAttempts, heartbeatIntervalMs }),
  }
}
