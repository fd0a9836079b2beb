// Messages between nodes about connected accounts. They only make pushes fast; sync guarantees that nothing is lost
// (docs/guides/sync.md).
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushName } from '@xinqiao/contract/im/index.ts'
import type { AppBroadcast } from '../im/chat.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { DisconnectName } from './connection.ts'

/**
 * Origin of a push. `connectionId` caused it and does not receive it. `generation` is that of the database when the
 * command began: a push of another generation may belong to a lost history.
 */
export type PushOrigin = { except?: string | undefined; generation: number }

/** Messages on the channel of one account. Nodes with a device of the account subscribe. */
export type AccountCall = { node: string } & (
  | ({ do: 'push'; name: PushName; data: unknown } & PushOrigin)
  /** All devices of the account on the sending node. */
  | { do: 'ports'; ports: LoginPort[]; isAsking: boolean }
  | { do: 'end'; connectionIds: string[]; why: DisconnectName; detail: ByeDetail }
)
/** Messages on the channel of one team. Nodes with a connected member subscribe. */
export type TeamCall = { node: string; name: PushName; data: unknown } & PushOrigin
/** Messages to all nodes. `look` means that messages of the sending node may have been lost. */
export type NodeCall = { node: string } & (
  | { do: 'alive' | 'gone' | 'look' }
  | ({ do: 'broadcast'; generation: number } & AppBroadcast)
)

export const accountChannel = (imId: number): string => `im:${imId}`
export const teamChannel = (teamId: number): string => `im:team:${teamId}`
export const nodesChannel = 'im:nodes'
