// Options, events and states of a connection.
import type { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { LogLevel } from '../log/log.ts'
import type { Transport } from './engine.ts'
import type { ReceiveCrisisLevel } from './requests.ts'
import type { ServerLookup } from './server-lookup.ts'

export type LoginReply = CommandOutput<'auth.login'>
/** im-sdk-api.md, figures: 0 disconnected, 1 connected, 2 logging in, 3 waiting to reconnect. */
export type LoginStatus = 0 | 1 | 2 | 3
export type DisconnectReason = {
  code: string | number
  message: string
  reason?: string
  custom?: string
  from?: string
  customClientType?: number
}

export type ConnectionOptions = {
  /** Origin of the server, used without a location service. */
  url: string
  serverLookup?: ServerLookup
  /** Fault of the options that prevents every login. Each attempt ends with this error. */
  fault?: ImFailure
  /** Runs before the first connection. A failure does not stop the connection. */
  prepare?: () => Promise<void>
  /** Key of the account's app; accounts of the site need none. */
  appKey?: string
  account: string
  /** The account's token. It is read for each login, so that a replaced one is used. */
  token: () => string
  deviceId: () => string
  /** Changes to another device id, so that two pages with the same id do not end each other's connection forever. */
  renewDeviceId?: (() => void) | undefined
  customTag?: string
  customClientType?: number
  transports?: Transport[]
  needReconnect?: boolean
  /** Number of tries to reconnect before it stops; unlimited by default. */
  reconnectionAttempts?: number
  /** Reconnects at once when the browser reports that the network is back. */
  quickReconnect?: boolean
  heartbeatIntervalMs?: number
  timeouts?: Partial<Record<CommandName, number>>
  /** Receives log entries for fault analysis, without message content. */
  log?: (level: LogLevel, text: string) => void
  /** Overrides the delays, for tests and custom clients. */
  delayOf?: (retry: number) => number
}
export type ConnectionEvents<Reply = LoginReply> = {
  /** Called after each login; `isAgain` is true after a lost connection. */
  onLogin: (reply: Reply, isAgain: boolean) => void
  onPush: (packet: PushPacket) => void
  onCrisis: ReceiveCrisisLevel
  /** Called before a reconnect and awaited, for instance to fetch a new token. */
  onWillReconnect: (info: { retryCount: number; duration: number }) => unknown
  /** Called once before the first login, when a try has failed. The retries continue. */
  onUnreachable: (error: ImFailure) => void
  /** Called when the connection has ended for good. */
  onEnd: (end: DisconnectReason) => void
}
