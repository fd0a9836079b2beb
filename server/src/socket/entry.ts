// Commands of the connection itself: heartbeat, login, logout, kick.
import type { CommandName, CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { createFileKey, deleteDeviceToken, insertClosedFileKeys, recordLogin } from '../im/chat.ts'
import type { Kit } from '../kit/ctx.ts'
import type { GenerationWatch } from '../kit/generation.ts'
import { nameSystem } from './client-system.ts'
import type { Connection } from './connection.ts'
import type { PresenceWriter } from './presence.ts'
import type { ConnectionRegistry } from './registry/registry.ts'
import { requireTokenOwner } from './token-owner.ts'

type ConnectionCommand = Extract<CommandName, `link.${string}` | `auth.${string}` | 'chatroom.logout'>
export type ConnectionHandlers = {
  [K in ConnectionCommand]: (input: ParsedInput<K>, connection: Connection) => Promise<CommandOutput<K>>
}

export const createEntryHandlers = (
  kit: Pick<Kit, 'sql' | 'config' | 'secrets' | 'log'>,
  {
    registry,
    presence,
    generation,
  }: {
    registry: ConnectionRegistry
    presence: Pick<PresenceWriter, 'nodeId'>
    generation: Pick<GenerationWatch, 'ready'>
  },
): ConnectionHandlers => ({
  'link.heartbeat': () => Promise.resolve({ serverTime: Date.now() }),

  async 'auth.login'(input, connection) {
    await generation.ready()
    const { sql, config } = kit
    if (connection.room) throw imFail('invalid', '这个连接已进入聊天室')
    const owner = await requireTokenOwner(kit, connection, input)
    await recordLogin(sql, {
      imAccountId: owner.id,
      deviceId: input.deviceId,
      clientType: input.clientType,
      ip: connection.ip,
      connectionId: connection.id,
      nodeId: presence.nodeId,
    })
    registry.remove(connection)
    const { deviceId, clientType, customTag, customClientType } = input
    const { id: imId, app_id: appId, accid, login, role_id: roleId, is_muted: isMuted } = owner
    const fileKey = createFileKey(kit, login)
    const fileKeyEnds = [fileKey.until]
    connection.viewer = { imId, appId, accid, login, fileKeyEnds, roleId, isMuted, deviceId, clientType }
    connection.port = {
      type: clientType,
      deviceId,
      connectionId: connection.id,
      ip: connection.ip,
      time: Date.now(),
      customTag,
      customClientType,
      os: nameSystem(clientType, connection.userAgent),
    }
    await registry.add(connection)
    return {
      lastLoginDeviceId: owner.last_device_id,
      connectionId: connection.id,
      ip: connection.ip,
      port: 0,
      customTag,
      serverTime: Date.now(),
      recallWindowSeconds: config.RECALL_OR_EDIT_SECONDS,
      loginPorts: registry.portsBeside(connection),
      fileKey,
    }
  },

  async 'auth.logout'(_input, connection) {
    const { viewer } = connection
    registry.remove(connection, true)
    connection.viewer = null
    if (!viewer) return null
    await insertClosedFileKeys(kit.sql, viewer.login, viewer.fileKeyEnds)
    await deleteDeviceToken(kit.sql, viewer.imId, viewer.deviceId)
    return null
  },

  'chatroom.logout'(_input, connection) {
    registry.rooms.leave(connection)
    connection.viewer = null
    return Promise.resolve(null)
  },

  'auth.kick'({ deviceIds }, connection) {
    const detail = {
      reason: 'otherPlatformKick',
      message: '您已被其他设备踢下线',
      from: `${connection.viewer?.clientType ?? ''}`,
      customClientType: connection.port?.customClientType ?? 0,
    } as const
    return Promise.resolve({ deviceIds: registry.kick(connection, deviceIds, detail) })
  },
})
