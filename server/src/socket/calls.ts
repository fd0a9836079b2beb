// Messages between nodes about connected accounts. They make pushes fast; correctness comes from sync (docs/guides/sync.md).
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushName } from '@xinqiao/contract/im/index.ts'
import type { AppBroadcast } from '../im/chat.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { DisconnectName } from './connection.ts'

/**
 * Origin of a push: the connection that caused it, which does not receive it, and the generation of the database when
 * its command began. A push of another generation may be part of a lost history.
 */
export type PushOrigin = { except?: string | undefined; generation: number }

/** Messages on the channel of one account; nodes with a device of it subscribe. */
export type AccountCall = { node: string } & (
  | ({ do: 'push'; name: PushName; data: unknown } & PushOrigin)
  /** All devices of the account on the sending node. */
  | { do: 'ports'; ports: LoginPort[]; isAsking: boolean }
  | { do: 'end'; connectionIds: string[]; why: DisconnectName; detail: ByeDetail }
)
/** Messages on the channel of one team; nodes with a connected member subscribe. */
export type TeamCall = { node: string; name: PushName; data: unknown } & PushOrigin
/** Messages to all nodes. `look`: messages of that node may have been lost. */
export type NodeCall = { node: string } & (
  | { do: 'alive' | 'gone' | 'look' }
  | ({ do: 'broadcast'; generation: number } & AppBroadcast)
)

export const accountChannel = (imId: number): string => `im:${imId}`
export const teamChannel = (teamId: number): string => `im:team:${teamId}`
export const nodesChannel = 'im:nodes'
