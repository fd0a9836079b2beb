// Messages between nodes about connected accounts. They only make pushes fast; sync guarantees that nothing is lost
// (docs/guides/chat-nodes.md).
import { randomUUID } from 'node:crypto'
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import type { PushName } from '@xinqiao/contract/im/index.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { AppBroadcast } from '../../im/chat.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import { roomChannel, type RoomNodeMessage } from '../../kit/chat/rooms.ts'
import { busMessages } from '../../kit/metrics.ts'
import type { DisconnectName } from '../connection.ts'

/** Origin of a push. */
export type PushOrigin = {
  /** The connection that caused the push and does not receive it. */
  except?: string | undefined
  /** The account that does not receive a push to its team. */
  exceptImId?: number | undefined
  /** That of the database when the command began. A push of another generation may belong to a lost history. */
  generation: number
}

/** Messages on the channel of one account. Nodes with a device of the account subscribe. */
export type AccountMessage =
  | ({ do: 'push'; name: PushName; data: unknown } & PushOrigin)
  /** All devices of the account on the sending node. */
  | { do: 'ports'; ports: LoginPort[]; isAsking: boolean }
  | { do: 'end'; connectionIds: string[]; why: DisconnectName; detail: ByeDetail }
  /** Another node has a subscriber to the events of the account. */
  | { do: 'askEvents' }
  /** The account may no longer receive events of this publisher. */
  | { do: 'endSubscriptions'; publisherId: number }
/** Messages on the channel of one team. Nodes with a connected member subscribe. */
export type TeamMessage = { name: PushName; data: unknown } & PushOrigin
/**
 * Messages on the channel of an account's events. Nodes with a subscriber listen to it. `online` and `current` are the
 * state of the account on the sending node; without an `event`, only the state is reported.
 */
export type EventMessage = { event: PublishedEvent | null; online: number[]; current: PublishedEvent[] }
/** Messages to all nodes. `look` means that messages of the sending node may have been lost. */
export type NodeMessage = { do: 'alive' | 'gone' | 'look' } | ({ do: 'broadcast'; generation: number } & AppBroadcast)
/** A message with the id of the node that sent it. */
export type WithSender<Message> = { node: string } & Message

export const accountChannel = (imId: number): string => `im:${imId}`
export const teamChannel = (teamId: number): string => `im:team:${teamId}`
export const eventChannel = (imId: number): string => `im:event:${imId}`
export const nodesChannel = 'im:nodes'

/** Sends and receives these messages under the id of this node. */
export function createNodeMessages(bus: Bus) {
  const node = randomUUID()
  type AnyMessage = AccountMessage | NodeMessage | TeamMessage | EventMessage | RoomNodeMessage
  const publish = (channel: string, message: AnyMessage): void => {
    if (!bus.hasOthers()) return
    busMessages.inc({ direction: 'sent' })
    bus.publish(channel, JSON.stringify({ node, ...message }))
  }
  return {
    toAccount: (imId: number, message: AccountMessage) => publish(accountChannel(imId), message),
    toTeam: (teamId: number, message: TeamMessage) => publish(teamChannel(teamId), message),
    toEvents: (imId: number, message: EventMessage) => publish(eventChannel(imId), message),
    toRoom: (roomId: number, message: RoomNodeMessage) => publish(roomChannel(roomId), message),
    toNodes: (message: NodeMessage) => publish(nodesChannel, message),
    /** @param onOwn receives the messages of this node, which the bus returns */
    subscribe<Message>(
      channel: string,
      onMessage: (message: WithSender<Message>) => void,
      onOwn: (message: WithSender<Message>) => void = () => {},
    ): Promise<void> {
      return bus.subscribe(channel, (text) => {
        const message = JSON.parse(text) as WithSender<Message>
        if (message.node === node) return onOwn(message)
        busMessages.inc({ direction: 'received' })
        onMessage(message)
      })
    },
  }
}
export type NodeMessenger = ReturnType<typeof createNodeMessages>
