// What a socket command gets besides its input, and how it tells other devices what happened.
import type { CommandName, CommandOutput, ParsedInput, PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { ChangeKind, StateOf } from '@xinqiao/contract/im/changes.ts'
import type { Bodies } from './bodies.ts'
import type { Config } from './config.ts'
import type { Db, Sql } from './db.ts'
import type { Secrets } from './secrets.ts'

/** Who is on a connection, as its login proved. */
export type ImViewer = {
  imId: number
  accid: string
  sessionId: number
  roleId: number
  deviceId: string
  clientType: number
}

/** To every device of an account, but for the connection that caused it. Only called after the commit. */
export type Deliver = <K extends PushName>(imId: number, push: K, data: PushData<K>, except?: string) => void

/** The states of these things as they are now, in any order; what is not there is left out. */
export type ChangeReaders = {
  [K in ChangeKind]: (
    db: Db,
    things: readonly { imId: number; key: string }[],
  ) => Promise<{ imId: number; key: string; state: StateOf<K> }[]>
}

export type ImCtx = {
  config: Config
  sql: Sql
  bodies: Bodies
  secrets: Secrets
  readers: ChangeReaders
  viewer: ImViewer
  connectionId: string
  deliver: Deliver
  /** True when no reply is expected any more: the client has gone, or the time of the command is over. */
  isCancelled?: () => boolean
}

/** One handler a row, with the row's own types. */
export type ImHandlers<K extends CommandName> = {
  [N in K]: (input: ParsedInput<N>, ctx: ImCtx) => Promise<CommandOutput<N>>
}
