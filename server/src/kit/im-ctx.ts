// What a socket command gets besides its input, and how it tells other devices what happened.
import type { CommandName, CommandOutput, ParsedInput, PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { Bodies } from './bodies.ts'
import type { Sql } from './db.ts'

/** Who is on a connection, as its login proved. */
export type ImViewer = {
  imId: number
  accid: string
  sessionId: number
  deviceId: string
  clientType: number
}

/** To every device of an account, but for the connection that caused it. Only called after the commit. */
export type Deliver = <K extends PushName>(imId: number, push: K, data: PushData<K>, except?: string) => void

export type ImCtx = { sql: Sql; bodies: Bodies; viewer: ImViewer; connectionId: string; deliver: Deliver }

/** One handler a row, with the row's own types. */
export type ImHandlers<K extends CommandName> = {
  [N in K]: (input: ParsedInput<N>, ctx: ImCtx) => Promise<CommandOutput<N>>
}
