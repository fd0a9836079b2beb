// Chatrooms in the memory of the nodes: visitors, and the messages between nodes (decision 025).
import type { RoomMessage, RoomPosition } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { Bus } from '../bus/bus.ts'

/** A connection in a room, as all nodes with the room know it. */
export type RoomVisit = {
  connectionId: string
  account: string
  /** Id of the chat account; 0 for an anonymous visitor. */
  imId: number
  deviceId: string
  /** True for the creator, and for an account with a stored role or restriction. */
  isFixed: boolean
  nick: string
  avatar: string
  custom: string
  enterTime: number
  tags: readonly string[]
  /** The receivers of the notices of entering and leaving, as an expression of tags. */
  notifyTargetTags: string
  place: RoomPosition | null
}
/** Fields of a visit that may change while it lasts. */
export type RoomVisitPatch = Partial<
  Pick<RoomVisit, 'isFixed' | 'nick' | 'avatar' | 'custom' | 'tags' | 'notifyTargetTags' | 'place'>
>

/** Traffic above the limits of a room is dropped: notices of visits first, then other messages, `high` never. */
export type RoomPriority = 'high' | 'normal' | 'visit'

export type RoomDelivery = {
  msg: RoomMessage
  priority: RoomPriority
  /** The connection that caused it and does not receive it. */
  except?: string | undefined
}

/** Messages on the channel of a room. Nodes with a connection in the room subscribe. */
export type RoomNodeMessage =
  | ({ do: 'deliver' } & RoomDelivery)
  /** The visits that began and ended on the sending node, or all of them. */
  | { do: 'visits'; entered: RoomVisit[]; left: string[]; isWhole: boolean }
  /** Another node has its first connection in the room, or may have lost messages. */
  | { do: 'ask' }
  | { do: 'update'; account: string; change: RoomVisitPatch; except?: string | undefined }
  /** `accounts` is null for all. */
  | { do: 'end'; accounts: readonly string[] | null; detail: ByeDetail }

export const roomChannel = (roomId: number): string => `im:room:${roomId}`

export type RoomPort = {
  /** Call it after the commit only. */
  deliver: (roomId: number, delivery: RoomDelivery) => void
  /** Changes the visits of an account on all nodes. */
  update: (roomId: number, account: string, change: RoomVisitPatch, except?: string) => void
  /** Disconnects these accounts from the room; null disconnects all visitors. */
  end: (roomId: number, accounts: readonly string[] | null, detail: ByeDetail) => void
  /** The visits on all nodes, one of each account; empty on a node without a connection in the room. */
  listVisitors: (roomId: number) => RoomVisit[]
  /** The visits of an account on all nodes. */
  visitsOf: (roomId: number, account: string) => RoomVisit[]
}

/** For callers without sockets: the nodes with connections act. */
export function createRemoteRooms(bus: Bus): RoomPort {
  const publish = (roomId: number, message: RoomNodeMessage): void =>
    bus.publish(roomChannel(roomId), JSON.stringify({ node: '', ...message }))
  return {
    deliver: (roomId, delivery) => publish(roomId, { do: 'deliver', ...delivery }),
    update: (roomId, account, change) => publish(roomId, { do: 'update', account, change }),
    end: (roomId, accounts, detail) => publish(roomId, { do: 'end', accounts, detail }),
    listVisitors: () => [],
    visitsOf: () => [],
  }
}
