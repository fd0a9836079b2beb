// Registry of signed-in connections: accepts and removes them, ends them on any node, and composes the parts that push
// to them.
import { maxOnlineDevices, type LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import type { Connection, DisconnectName } from '../connection.ts'
import { accountChannel, createNodeMessages, type AccountMessage, type WithSender } from '../messages/node-messages.ts'
import { createConnectedDevices } from './connected-devices.ts'
import { createDeliveries } from './deliveries.ts'
import { createEvents } from './events.ts'
import { createLoginPortRegistry } from './login-ports.ts'
import { watchOtherNodes } from './other-nodes.ts'
import { createRemoteDevices } from './remote-devices.ts'
import { createRooms } from '../rooms/rooms.ts'

export type RegistryOptions = { aliveEveryMs?: number; leaseMs?: number }
/** Observer of the connections that sign in and out. */
type ConnectionObserver = { enter: (connectionId: string) => void; leave: (connectionId: string) => void }

/** True for an earlier connection of the same device. */
const isOlderConnection = (own: LoginPort, port: LoginPort): boolean =>
  own.deviceId === port.deviceId &&
  (own.time < port.time || (own.time === port.time && own.connectionId < port.connectionId))

/** @param generation returns the generation of the database as this node last saw it */
export function createRegistry(
  bus: Bus,
  generation: () => number,
  watch: ConnectionObserver,
  { aliveEveryMs = 5_000, leaseMs = 15_000 }: RegistryOptions = {},
) {
  const messages = createNodeMessages(bus)
  const devices = createConnectedDevices()
  const remote = createRemoteDevices(leaseMs)
  const loginPorts = createLoginPortRegistry(messages, devices, remote)
  const deliveries = createDeliveries(bus, messages, devices, generation)
  const events = createEvents(bus, messages, devices)
  const rooms = createRooms(bus, messages)
  /** Subscriptions to the channels of the connected accounts. */
  const subscriptions = new Map<number, Promise<void>>()

  /** @param isLogout whether the account has signed out */
  function removeConnection(connection: Connection, isLogout = false): void {
    const imId = connection.viewer?.imId
    if (imId === undefined || !devices.remove(imId, connection)) return
    watch.leave(connection.id)
    if (devices.has(imId)) loginPorts.push(imId)
    else {
      subscriptions.delete(imId)
      deliveries.unfollowTeams(imId)
      remote.removeAccount(imId)
      bus.unsubscribe(accountChannel(imId))
    }
    loginPorts.announce(imId, false)
    events.leave(connection, isLogout)
  }

  function endConnection(connection: Connection, reason: DisconnectName, detail: ByeDetail): void {
    removeConnection(connection)
    connection.end(reason, detail)
  }

  /** @returns the number of connections that this node has ended */
  function endHere(imId: number, connectionIds: string[], reason: DisconnectName, detail: ByeDetail): number {
    const here = devices.devicesOf(imId).filter(({ id }) => connectionIds.includes(id))
    for (const connection of here) endConnection(connection, reason, detail)
    return here.length
  }

  /** Ends connections on any node. */
  function endAnywhere(imId: number, connectionIds: string[], reason: DisconnectName, detail: ByeDetail): void {
    if (endHere(imId, connectionIds, reason, detail) < connectionIds.length)
      messages.toAccount(imId, { do: 'end', connectionIds, why: reason, detail })
  }

  /** A device has one connection, the newest; an earlier one is ended without a message. */
  function replaceOlder(imId: number, port: LoginPort): void {
    for (const connection of devices.devicesOf(imId))
      if (connection.port && isOlderConnection(connection.port, port))
        endConnection(connection, 'replacedByOwnDevice', { reason: 'silentlyKick', message: '该设备已重新连接' })
  }

  function receiveAccountMessage(imId: number, message: WithSender<AccountMessage>): void {
    remote.recordReport(message.node)
    if (message.do === 'push') deliveries.deliverCurrent(imId, message.name, message.data as never, message)
    else if (message.do === 'askEvents') events.answerAsk(imId)
    else if (message.do === 'endSubscriptions') events.endSubscriptionsHere(imId, message.publisherId)
    else if (message.do === 'end') endHere(imId, message.connectionIds, message.why, message.detail)
    else {
      remote.setPorts(imId, message.node, message.ports)
      for (const port of message.ports) replaceOlder(imId, port)
      if (message.isAsking) loginPorts.announce(imId, false)
      loginPorts.push(imId)
    }
  }

  function subscribeToAccount(imId: number): Promise<void> {
    const subscription =
      subscriptions.get(imId) ??
      messages.subscribe<AccountMessage>(accountChannel(imId), (message) => receiveAccountMessage(imId, message))
    subscriptions.set(imId, subscription)
    return subscription
  }

  /** Ends the oldest connection of the same kind of client when the account has too many devices. */
  function enforceDeviceLimit(imId: number, { type: clientType, connectionId, customClientType }: LoginPort): void {
    const ports = loginPorts.listOf(imId)
    const oldest = ports.filter(({ type }) => type === clientType).sort((a, b) => a.time - b.time)[0]
    if (ports.length <= maxOnlineDevices || !oldest || oldest.connectionId === connectionId) return
    endAnywhere(imId, [oldest.connectionId], 'kickedByOtherDevice', {
      reason: 'samePlatformKick',
      message: '该账号已在其他设备登录',
      from: `${clientType}`,
      customClientType,
    })
  }

  const stopWatching = watchOtherNodes({ bus, messages, remote, loginPorts, deliveries, events, rooms }, aliveEveryMs)

  return {
    ...deliveries,
    events: events.port,
    rooms,
    portsBeside: loginPorts.listBeside,
    all: devices.listAll,
    /** Connections with an account, in the chat or in a chatroom. */
    listSignedIn: (): Connection[] => [
      ...devices.listAll(),
      ...rooms.listConnections().filter(({ viewer }) => viewer?.imId),
    ],
    remove: removeConnection,
    end: endConnection,
    /**
     * Registers a connection after its login. Pushes reach it even before the reply; the sync after the reply reads
     * everything earlier.
     */
    async add(connection: Connection): Promise<void> {
      const { viewer, port } = connection
      if (!viewer || !port) return
      const { imId } = viewer
      watch.enter(connection.id)
      const subscription = subscribeToAccount(imId)
      devices.add(imId, connection)
      replaceOlder(imId, port)
      await subscription
      // the socket has disconnected meanwhile
      if (!connection.isOpen()) return removeConnection(connection)
      enforceDeviceLimit(imId, port)
      loginPorts.push(imId, connection)
      loginPorts.announce(imId, true)
      events.enter(connection)
    },
    /** @returns the disconnected devices */
    kick(connection: Connection, deviceIds: readonly string[], detail: ByeDetail): string[] {
      const imId = connection.viewer?.imId ?? 0
      const kicked = loginPorts.listBeside(connection).filter(({ deviceId }) => deviceIds.includes(deviceId))
      const ids = kicked.map(({ connectionId }) => connectionId)
      if (ids.length > 0) endAnywhere(imId, ids, 'kickedByOtherDevice', detail)
      return kicked.map(({ deviceId }) => deviceId)
    },
    close(): void {
      stopWatching()
      events.close()
      rooms.close()
    },
  }
}
export type ConnectionRegistry = ReturnType<typeof createRegistry>
