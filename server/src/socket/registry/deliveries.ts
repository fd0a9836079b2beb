// Delivers pushes to the devices of this node, and hands them to the other nodes.
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import type { AppBroadcast } from '../../im/chat.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import type { ChatPush } from '../../kit/bus/topic.ts'
import { encodePush } from '../connection.ts'
import type { NodeMessenger, PushOrigin } from '../messages/node-messages.ts'
import type { ConnectedDevices } from './connected-devices.ts'
import { createTeamFollowing } from './team-following.ts'

const devicesPerRound = 200 // devices asked to sync at the same time, so that they do not all query at once

/** @param generation returns the generation of the database as this node last saw it */
export function createDeliveries(
  bus: Bus,
  messages: NodeMessenger,
  devices: ConnectedDevices,
  generation: () => number,
) {
  const teams = createTeamFollowing(bus, messages, (teamId, message) =>
    deliverTeamHere(teamId, message.name, message.data as never, message),
  )

  /** Asks all devices of this node to sync, because pushes may have been lost. */
  function requestSync(): void {
    const connections = devices.listAll()
    for (let i = 0; i < connections.length; i += devicesPerRound) {
      setTimeout(
        () => connections.slice(i, i + devicesPerRound).forEach((device) => device.push('sync.look', {})),
        i / 2,
      ).unref()
    }
  }

  function deliverHere<K extends PushName>(imId: number, name: K, data: PushData<K>, except?: string): void {
    followMembership(imId, name, data)
    const receivers = devices.devicesOf(imId).filter(({ id }) => id !== except)
    const packet = receivers.length > 0 ? encodePush(name, data) : null
    if (packet) for (const device of receivers) device.pushPacket(packet)
  }

  /**
   * Delivers only pushes of the current history. After one of a lost history, a device would ignore the message that
   * later gets the same number.
   */
  function deliverCurrent<K extends PushName>(imId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
    if (origin.generation === generation()) deliverHere(imId, name, data, origin.except)
    else deliverHere(imId, 'sync.look', {})
  }

  /** Encodes the push once for all members that are connected to this node. */
  function deliverTeamHere<K extends PushName>(teamId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
    const accounts = teams.accountsOf(teamId).filter((imId) => imId !== origin.exceptImId)
    const receivers = accounts.flatMap((imId) => devices.devicesOf(imId))
    if (receivers.length === 0) return
    const isCurrent = origin.generation === generation()
    const packet = isCurrent ? encodePush(name, data) : encodePush('sync.look', {})
    for (const device of receivers) if (device.id !== origin.except) device.pushPacket(packet)
    if (name === 'team.left') teams.removeTeam(teamId)
  }

  /** @param origin generation in which the broadcast was written */
  function deliverBroadcast({ appId, broadcast }: AppBroadcast, origin: number): void {
    if (origin !== generation()) return requestSync()
    const packet = encodePush('notify.broadcast', { broadcast })
    for (const device of devices.listAll()) if (device.viewer?.appId === appId) device.pushPacket(packet)
  }

  /** Pushes of the team reach the account from joining to leaving. */
  function followMembership<K extends PushName>(imId: number, name: K, data: PushData<K>): void {
    if (name === 'team.left') teams.remove(imId, Number((data as PushData<'team.left'>).teamId))
    if (name !== 'team.joined' || !devices.has(imId)) return
    void followTeam(imId, Number((data as PushData<'team.joined'>).state.team.teamId))
  }

  /** A sync gets what was published before the subscription began. */
  async function followTeam(imId: number, teamId: number): Promise<void> {
    await teams.add(imId, teamId)
    if (bus.hasOthers()) deliverHere(imId, 'sync.look', {})
  }

  return {
    requestSync,
    /** Pushes to devices of this node only, because every node receives the event itself. */
    deliverHere,
    deliverCurrent,
    deliverBroadcast,
    /** Pushes an event of the server API, which every node receives. */
    deliverCalled(push: ChatPush): void {
      const { name, data, generation: origin } = push
      if ('imId' in push) deliverCurrent(push.imId, name, data as never, { generation: origin })
      else if ('teamId' in push) deliverTeamHere(push.teamId, name, data as never, { generation: origin })
      else deliverBroadcast({ appId: push.appId, ...(data as { broadcast: Broadcast }) }, origin)
    },
    deliver<K extends PushName>(imId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
      deliverCurrent(imId, name, data, origin)
      messages.toAccount(imId, { do: 'push', name, data, ...origin })
    },
    deliverToTeam<K extends PushName>(teamId: number, name: K, data: PushData<K>, origin: PushOrigin): void {
      deliverTeamHere(teamId, name, data, origin)
      messages.toTeam(teamId, { name, data, ...origin })
    },
    deliverToAll(written: AppBroadcast): void {
      deliverBroadcast(written, generation())
      messages.toNodes({ do: 'broadcast', ...written, generation: generation() })
    },
    /** Call it before a sync reads the teams, so that no push is lost in between. */
    async followTeams(imId: number, load: () => Promise<readonly number[]>): Promise<void> {
      await teams.set(imId, load)
      if (!devices.has(imId)) teams.removeAccount(imId)
    },
    unfollowLeavers: (load: Parameters<typeof teams.removeLeavers>[0]): Promise<void> => teams.removeLeavers(load),
    unfollowTeams: (imId: number): void => teams.removeAccount(imId),
  }
}
export type PushDeliveries = ReturnType<typeof createDeliveries>
