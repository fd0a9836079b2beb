// Registry of connected accounts and devices: those of this node, and those that other nodes report.
import { randomUUID } from 'node:crypto'
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { Broadcast } from '@xinqiao/contract/im/notify.ts'
import type { AppBroadcast } from '../im/chat.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import type { Bus } from '../kit/bus/bus.ts'
import type { ChatPush } from '../kit/bus/topic.ts'
import { busMessages, busRoundTrips } from '../kit/metrics.ts'
import { accountChannel, nodesChannel, teamChannel } from './calls.ts'
import type { AccountCall, NodeCall, PushOrigin, TeamCall } from './calls.ts'
import { encodePush, type Connection, type DisconnectName } from './connection.ts'
import { createRemoteDevices } from './remote-devices.ts'
import { createTeamFollowing } from './team-following.ts'

const maxDevicesPerAccount = 10
const devicesPerRound = 200 // devices asked to sync at the same time, so that they do not all query at once

export type RegistryOptions = { aliveEveryMs?: number; leaseMs?: number }
/** Observer of the connections that sign in and out. */
type Watch = { enter: (connectionId: string) => void; leave: (connectionId: string) => void }

/** @param generation returns the generation of the database as this node last saw it */
export function createRegistry(
  bus: Bus,
  generation: () => number,
  watch: Watch,
  { aliveEveryMs = 5_000, leaseMs = 15_000 }: RegistryOptions = {},
) {
  const node = randomUUID()
  const byAccount = new Map<number, Set<Connection>>()
  const listening = new Map<number, Promise<void>>()
  const elsewhere = createRemoteDevices(leaseMs)
  const teams = createTeamFollowing(bus, receiveTeamMessage)

  const devicesOf = (imId: number): Connection[] => [...(byAccount.get(imId) ?? [])]
  const portsHere = (imId: number) => devicesOf(imId).flatMap(({ port }) => (port ? [port] : []))
  const all = (): Connection[] => [...byAccount.values()].flatMap((devices) => [...devices])

  let aliveSentAt: number | null = null
  function publish(channel: string, call: AccountCall | NodeCall | TeamCall): void {
    if (!bus.hasOthers()) return
    busMessages.inc({ direction: 'sent' })
    bus.publish(channel, JSON.stringify(call))
  }
  function publishCall(imId: number, call: AccountCall): void {
    publish(accountChannel(imId), call)
  }
  const callAll = (nodeCall: NodeCall) => publish(nodesChannel, nodeCall)
  const callNodes = (action: 'alive' | 'gone' | 'look') => callAll({ node, do: action })
  const announce = (imId: number, isAsking: boolean) =>
    publishCall(imId, { node, do: 'ports', ports: portsHere(imId), isAsking })

  const portsBeside = (connection: Connection): LoginPort[] => {
    const imId = connection.viewer?.imId ?? 0
    const here = portsHere(imId).filter(({ connectionId }) => connectionId !== connection.id)
    return [...here, ...elsewhere.portsOf(imId)]
  }

  /** messaging.md 4: each device sees the other devices of its account. */
  function pushLoginPorts(imId: number, except?: Connection): void {
    for (const item of devicesOf(imId)) {
      if (item !== except) item.push('auth.multiPortLogin', { loginPorts: portsBeside(item) })
    }
  }

  function remove(connection: Connection): void {
    const imId = connection.viewer?.imId
    const devices = imId === undefined ? undefined : byAccount.get(imId)
    if (imId === undefined || !devices?.delete(connection)) return
    watch.leave(connection.id)
    if (devices.size === 0) {
      byAccount.delete(imId)
      listening.delete(imId)
      teams.removeAccount(imId)
      elsewhere.removeAccount(imId)
      bus.unsubscribe(accountChannel(imId))
    } else pushLoginPorts(imId)
    announce(imId, false)
  }

  function end(connection: Connection, reason: DisconnectName, detail: ByeDetail): void {
    remove(connection)
    connection.end(reason, detail)
  }

  /** Ends connections on any node. */
  function endAnywhere(imId: number, connectionIds: string[], reason: DisconnectName, detail: ByeDetail): void {
    const here = devicesOf(imId).filter(({ id }) => connectionIds.includes(id))
    for (const item of here) end(item, reason, detail)
    if (here.length < connectionIds.length) publishCall(imId, { node, do: 'end', connectionIds, why: reason, detail })
  }

  /** A device has one connection, the newest; an earlier one is ended without a message. */
  function replaceOlder(imId: number, port: LoginPort): void {
    for (const item of devicesOf(imId)) {
      const ownPort = item.port
      if (!ownPort || ownPort.deviceId !== port.deviceId || ownPort.connectionId === port.connectionId) continue
      const isOlder =
        ownPort.time < port.time || (ownPort.time === port.time && ownPort.connectionId < port.connectionId)
      if (isOlder) end(item, 'replacedByOwnDevice', { reason: 'silentlyKick', message: '该设备已重新连接' })
    }
  }

  function receiveAccountMessage(imId: number, text: string): void {
    const call = JSON.parse(text) as AccountCall
    if (call.node === node) return
    busMessages.inc({ direction: 'received' })
    elsewhere.recordReport(call.node)
    if (call.do === 'push') deliverCurrent(imId, call.name, call.data as never, call)
    else if (call.do === 'end') {
      for (const item of devicesOf(imId)) if (call.connectionIds.includes(item.id)) end(item, call.why, call.detail)
    } else {
      elsewhere.setPorts(imId, call.node, call.ports)
      for (const port of call.ports) replaceOlder(imId, port)
      if (call.isAsking) announce(imId, false)
      pushLoginPorts(imId)
    }
  }

  function recordRoundTrip(call: NodeCall): void {
    if (call.do !== 'alive' || aliveSentAt === null) return
    busRoundTrips.observe((performance.now() - aliveSentAt) / 1000)
    aliveSentAt = null
  }

  function receiveNodeMessage(text: string): void {
    const call = JSON.parse(text) as NodeCall
    if (call.node === node) return recordRoundTrip(call)
    busMessages.inc({ direction: 'received' })
    if (call.do === 'gone') return pushPortsOf(elsewhere.forgetNode(call.node))
    // the sender is new, or was silent until its devices were dropped here
    if (!elsewhere.recordReport(call.node)) announceAll()
    if (call.do === 'look') requestSync()
    if (call.do !== 'broadcast') return
    if (call.generation === generation()) deliverBroadcast(call)
    else requestSync()
  }

  function deliverBroadcast({ appId, broadcast }: AppBroadcast): void {
    const packet = encodePush('notify.broadcast', { broadcast })
    for (const item of all()) if (item.viewer?.appId === appId) item.pushPacket(packet)
  }

  const pushPortsOf = (imIds: number[]) => imIds.forEach((imId) => pushLoginPorts(imId))
  const announceAll = () => [...byAccount.keys()].forEach((imId) => announce(imId, true))

  /** Asks all devices of this node to sync, because pushes may have been lost. */
  function requestSync(): void {
    const devices = all()
    for (let i = 0; i < devices.length; i += devicesPerRound) {
      setTimeout(
        () => devices.slice(i, i + devicesPerRound).forEach((item) => item.push('sync.look', {})),
        i / 2,
      ).unref()
    }
  }

  function receiveTeamMessage(teamId: number, text: string): void {
    const call = JSON.parse(text) as TeamCall
    if (call.node === node) return
    busMessages.inc({ direction: 'received' })
    deliverTeamHere(teamId, call.name, call.data as never, call)
  }

  /** Encodes the push once for all members that are connected to this node. */
  function deliverTeamHere<K extends PushName>(teamId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
    const devices = teams.accountsOf(teamId).flatMap((imId) => devicesOf(imId))
    if (devices.length === 0) return
    const isCurrent = origin.generation === generation()
    const packet = isCurrent ? encodePush(name, data) : encodePush('sync.look', {})
    for (const item of devices) if (item.id !== origin.except) item.pushPacket(packet)
    if (name === 'team.left') teams.removeTeam(teamId)
  }

  /** Pushes of the team reach the account from joining to leaving. */
  function followMembership<K extends PushName>(imId: number, name: K, data: PushData<K>): void {
    if (name === 'team.left') teams.remove(imId, Number((data as PushData<'team.left'>).teamId))
    if (name !== 'team.joined' || devicesOf(imId).length === 0) return
    void followTeam(imId, Number((data as PushData<'team.joined'>).state.team.teamId))
  }

  /** A sync gets what was published before the subscription began. */
  async function followTeam(imId: number, teamId: number): Promise<void> {
    await teams.add(imId, teamId)
    if (bus.hasOthers()) deliverHere(imId, 'sync.look', {})
  }

  function deliverHere<K extends PushName>(imId: number, name: K, data: PushData<K>, except?: string): void {
    followMembership(imId, name, data)
    const devices = devicesOf(imId).filter(({ id }) => id !== except)
    const packet = devices.length > 0 ? encodePush(name, data) : null
    if (packet) for (const item of devices) item.pushPacket(packet)
  }

  /** After a push of a lost history, a device would ignore the message that later gets the same number. */
  function deliverCurrent<K extends PushName>(imId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
    if (origin.generation === generation()) deliverHere(imId, name, data, origin.except)
    else deliverHere(imId, 'sync.look', {})
  }

  bus.onRestored(() => {
    announceAll()
    callNodes('look')
    requestSync()
  })
  void bus.subscribe(nodesChannel, receiveNodeMessage).then(() => callNodes('alive'))
  const timer = setInterval(() => {
    aliveSentAt = performance.now()
    callNodes('alive')
    const silent = elsewhere.listSilent()
    for (const item of silent) pushPortsOf(elsewhere.forgetNode(item))
    // the other node may have died between a commit and its push
    if (silent.length > 0) requestSync()
  }, aliveEveryMs)
  timer.unref()

  return {
    portsBeside,
    all,
    remove,
    end,
    /**
     * Registers a connection after its login. Pushes reach it even before the reply; the sync after the reply reads
     * everything earlier.
     */
    async add(connection: Connection): Promise<void> {
      const { viewer, port } = connection
      if (!viewer || !port) return
      const { imId } = viewer
      watch.enter(connection.id)
      const subscription =
        listening.get(imId) ?? bus.subscribe(accountChannel(imId), (text) => receiveAccountMessage(imId, text))
      listening.set(imId, subscription)
      byAccount.set(imId, (byAccount.get(imId) ?? new Set()).add(connection))
      replaceOlder(imId, port)
      await subscription
      // the socket has disconnected meanwhile
      if (!connection.isOpen()) return remove(connection)
      const ports = [...portsHere(imId), ...elsewhere.portsOf(imId)]
      const oldest = ports.filter(({ type }) => type === viewer.clientType).sort((a, b) => a.time - b.time)[0]
      if (ports.length > maxDevicesPerAccount && oldest && oldest.connectionId !== connection.id) {
        endAnywhere(imId, [oldest.connectionId], 'kickedByOtherDevice', {
          reason: 'samePlatformKick',
          message: '该账号已在其他设备登录',
          from: `${viewer.clientType}`,
        })
      }
      pushLoginPorts(imId, connection)
      announce(imId, true)
    },
    /** @returns the disconnected devices */
    kick(connection: Connection, deviceIds: readonly string[], detail: ByeDetail): string[] {
      const imId = connection.viewer?.imId ?? 0
      const kicked = portsBeside(connection).filter(({ deviceId }) => deviceIds.includes(deviceId))
      const ids = kicked.map(({ connectionId }) => connectionId)
      if (ids.length > 0) endAnywhere(imId, ids, 'kickedByOtherDevice', detail)
      return kicked.map(({ deviceId }) => deviceId)
    },
    /** Pushes to devices of this node only, because every node receives the event itself. */
    deliverHere,
    /** Pushes an event of the server API, which every node receives. */
    deliverCalled(push: ChatPush): void {
      const { name, data, generation: origin } = push
      if ('imId' in push) deliverCurrent(push.imId, name, data as never, { generation: origin })
      else if ('teamId' in push) deliverTeamHere(push.teamId, name, data as never, { generation: origin })
      else if (origin === generation()) deliverBroadcast({ appId: push.appId, ...(data as { broadcast: Broadcast }) })
      else requestSync()
    },
    deliver<K extends PushName>(imId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
      deliverCurrent(imId, name, data, origin)
      publishCall(imId, { node, do: 'push', name, data, ...origin })
    },
    deliverToTeam<K extends PushName>(teamId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
      deliverTeamHere(teamId, name, data, origin)
      publish(teamChannel(teamId), { node, name, data, ...origin })
    },
    /** Call it before a sync reads the teams, so that no push is lost in between. */
    async followTeams(imId: number, load: () => Promise<readonly number[]>): Promise<void> {
      await teams.set(imId, load)
      if (devicesOf(imId).length === 0) teams.removeAccount(imId)
    },
    tellEverybody(written: AppBroadcast): void {
      deliverBroadcast(written)
      callAll({ node, do: 'broadcast', ...written, generation: generation() })
    },
    close(): void {
      clearInterval(timer)
      callNodes('gone')
    },
  }
}
export type Registry = ReturnType<typeof createRegistry>
