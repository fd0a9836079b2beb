// The chatrooms of this node: entering, leaving, and the traffic between nodes.
import { chatroomLimits } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { ImRoom } from '../../kit/chat/im-ctx.ts'
import { roomChannel, type RoomNodeMessage, type RoomPort, type RoomVisit } from '../../kit/chat/rooms.ts'
import type { MissedMessage } from '../../im/chat.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import type { Connection } from '../connection.ts'
import type { NodeMessenger, WithSender } from '../messages/node-messages.ts'
import { createLocalRoom, type LocalRoom } from './room.ts'

/** Called when the last connection of an account has left a room. */
type VisitObserver = (room: ImRoom) => void

export function createRooms(bus: Bus, messages: NodeMessenger) {
  const rooms = new Map<number, LocalRoom>()
  const subscriptions = new Map<number, Promise<void>>()
  let observeEnd: VisitObserver = () => {}
  let observeLoss = (): void => {}

  function openRoom(roomId: number): LocalRoom {
    const room = rooms.get(roomId) ?? createLocalRoom((message) => messages.toRoom(roomId, message))
    rooms.set(roomId, room)
    return room
  }

  function receive(roomId: number, message: WithSender<RoomNodeMessage>): void {
    const room = rooms.get(roomId)
    if (!room) return
    room.receive(message.node, message)
    if (message.do === 'visits') for (const visit of message.entered) endReplaced(room, visit)
  }

  /** Resolves when this node receives the messages of the room. */
  function subscribe(roomId: number): Promise<void> {
    const subscription =
      subscriptions.get(roomId) ??
      messages
        .subscribe<RoomNodeMessage>(roomChannel(roomId), (message) => receive(roomId, message))
        .then(() => messages.toRoom(roomId, { do: 'ask' }))
    subscriptions.set(roomId, subscription)
    return subscription
  }

  function closeIfEmpty(roomId: number, room: LocalRoom): void {
    if (!room.isEmpty()) return
    room.close()
    rooms.delete(roomId)
    subscriptions.delete(roomId)
    bus.unsubscribe(roomChannel(roomId))
  }

  function leave(connection: Connection): void {
    const { room: entered } = connection
    if (!entered) return
    connection.room = null
    const { roomId, visit } = entered
    const room = rooms.get(roomId)
    if (!room) return
    room.remove(connection.id)
    if (room.visitsOf(visit.account).length === 0) observeEnd(entered)
    closeIfEmpty(roomId, room)
  }

  /** A device has one connection in a room, the newest. */
  function endReplaced(room: LocalRoom, { account, deviceId, connectionId, enterTime }: RoomVisit): void {
    for (const connection of room.connectionsOf(account)) {
      const visit = connection.room?.visit
      if (connection.id === connectionId || visit?.deviceId !== deviceId || visit.enterTime > enterTime) continue
      leave(connection)
      connection.end('replacedByOwnDevice', { reason: 'silentlyKick', message: '该设备已重新连接' })
    }
  }

  /** An account has a limited number of connections in a room; the oldest one ends. */
  function enforceLimit(room: LocalRoom, account: string): void {
    const connections = room.connectionsOf(account)
    if (connections.length <= chatroomLimits.connections) return
    connections[0]?.end('kickedByOtherDevice', {
      reason: 'samePlatformKick',
      message: '该账号已在其他设备进入聊天室',
    })
  }

  const port: RoomPort = {
    deliver(roomId, delivery) {
      rooms.get(roomId)?.deliver(delivery)
      messages.toRoom(roomId, { do: 'deliver', ...delivery })
    },
    update(roomId, account, change, except) {
      rooms.get(roomId)?.update(account, change, except)
      messages.toRoom(roomId, { do: 'update', account, change, except })
    },
    end(roomId, accounts, detail) {
      rooms.get(roomId)?.end(accounts, detail)
      messages.toRoom(roomId, { do: 'end', accounts, detail })
    },
    listVisitors: (roomId) => rooms.get(roomId)?.listVisitors() ?? [],
    visitsOf: (roomId, account) => rooms.get(roomId)?.visitsOf(account) ?? [],
  }

  return {
    port,
    leave,
    /** Rooms with a connection on this node. */
    listIds: (): number[] => [...rooms.keys()],
    listConnections: (): Connection[] => [...rooms.values()].flatMap((room) => room.listConnections()),
    /** Messages of the room reach the connection even before the reply of the login. */
    async enter(connection: Connection, roomId: number, draft: Omit<RoomVisit, 'connectionId'>): Promise<RoomVisit> {
      leave(connection)
      const visit = { ...draft, connectionId: connection.id }
      const room = openRoom(roomId)
      room.add(connection, visit)
      connection.room = { roomId, visit }
      endReplaced(room, visit)
      enforceLimit(room, visit.account)
      await subscribe(roomId)
      if (!connection.isOpen()) leave(connection)
      return visit
    },
    onVisitEnd: (observer: VisitObserver): void => void (observeEnd = observer),
    /** The rooms of this node, each with the time since which the bus may have lost messages of high priority. */
    listMissedPeriods: () =>
      Array.from(rooms, ([roomId, { highMessages }]) => ({ roomId, since: highMessages.missedSince() })),
    /**
     * Delivers messages of high priority that the visitors of this node do not have.
     * @param startedAt when the node began to read them
     */
    deliverMissed(missed: readonly MissedMessage[], startedAt: number): void {
      for (const { roomId, msg } of missed) rooms.get(roomId)?.deliver({ msg, priority: 'high' })
      for (const { highMessages } of rooms.values()) highMessages.markChecked(startedAt)
    },
    /** Called when messages between nodes may have been lost. */
    onLoss: (observer: () => void): void => void (observeLoss = observer),
    reportLoss: (): void => observeLoss(),
    forgetNode: (node: string): void => rooms.forEach((room) => room.forgetNode(node)),
    askAgain: (): void => rooms.forEach((room) => room.askAgain()),
    close: (): void => rooms.forEach((room) => room.close()),
  }
}
export type Rooms = ReturnType<typeof createRooms>
