// What nodes tell each other about the accounts that are connected to them. All of it makes things fast or shows who
// is there; what must be right is right by sync (docs/sync.md).
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushName } from '@xinqiao/contract/im/index.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { DisconnectName } from './connection.ts'

/** On the channel of one account, which every node hears that has a device of it. */
export type AccountCall = { node: string } & (
  | { do: 'push'; name: PushName; data: unknown; except?: string | undefined }
  /** All devices of the account on that node. */
  | { do: 'ports'; ports: LoginPort[]; isAsking: boolean }
  | { do: 'end'; connectionIds: string[]; why: DisconnectName; detail: ByeDetail }
)
/** On the channel of all nodes. `look`: calls of that node may have been lost. */
export type NodeCall = { node: string } & (
  | { do: 'alive' | 'gone' | 'look' }
  | { do: 'broadcast'; broadcast: Broadcast }
)

export const accountChannel = (imId: number): string => `im:${imId}`
export const nodesChannel = 'im:nodes'
