// Chatrooms of the site, which owns them by an account without a token: its moderators, settings and events.
import { randomUUID } from 'node:crypto'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { Bus } from '../../../kit/bus/bus.ts'
import { createRemoteRooms } from '../../../kit/chat/rooms.ts'
import type { Db } from '../../../kit/db/db.ts'
import { announceToRoom, type ModerationScope } from './managed-moderation.ts'
import * as memberStore from '../records/member-store.ts'
import { isModerator } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

export type RoomHost = { id: number; accid: string; appId: number }

/** The account of the site with this name, created on first use. It has no token, so no one can sign in with it. */
export async function ensureRoomHost(db: Db, accid: string): Promise<RoomHost> {
  const { id, app_id: appId } = (await store.selectHost(db, accid)) ?? (await store.upsertHost(db, accid))
  return { id, accid, appId }
}

/** True for the creator and the managers of the room. */
export async function isRoomModerator(db: Db, roomId: number, imId: number): Promise<boolean> {
  const rights = await store.selectVisitorRights(db, { roomId, imId, tags: [] }, Date.now())
  return rights !== null && isModerator(rights)
}

/** True for an account that is blocked, gagged or muted for a time. */
export async function isRoomWriterMuted(db: Db, roomId: number, imId: number): Promise<boolean> {
  const rights = await store.selectVisitorRights(db, { roomId, imId, tags: [] }, Date.now())
  return rights !== null && (rights.is_blacked || rights.is_gagged || rights.muted_until !== null)
}

/** Names of accounts in this room: that of the room, or the public one. */
export async function selectRoomNames(
  db: Db,
  roomId: number,
  accounts: readonly { id: number; accid: string }[],
): Promise<Map<string, string>> {
  const accids = accounts.map(({ accid }) => accid)
  const rows = await memberStore.selectMembersByAccounts(db, roomId, accids)
  const profiles = await store.selectProfiles(
    db,
    roomId,
    accounts.map(({ id }) => id),
  )
  const names = new Map(profiles.map(({ accid, nick }) => [accid, nick]))
  for (const { accid, nick } of rows) if (nick !== '') names.set(accid, nick)
  return names
}

export type SiteModerator = { id: number; accid: string; nick: string }

/** Makes an account a manager with a name for the room, or a common visitor again. The room is notified. */
export async function setSiteModerator(
  scope: ModerationScope,
  { roomId, host, account, isAdded }: { roomId: number; host: RoomHost; account: SiteModerator; isAdded: boolean },
): Promise<void> {
  const { kit, tx, afterCommit } = scope
  await store.lockRoom(tx, roomId)
  const target = { roomId, imId: account.id }
  if (isAdded) {
    const state = { role: 'manager', level: 0, is_blacked: false, is_gagged: false, avatar: '', custom: '' } as const
    await memberStore.upsertMember(tx, target, { ...state, nick: account.nick }, Date.now())
  } else await memberStore.deleteMember(tx, roomId, account.id)
  const type = isAdded ? 'addManager' : 'removeManager'
  await announceToRoom(scope, roomId, host, { type, to: [account.accid], toNick: [account.nick] })
  afterCommit(() => createRemoteRooms(kit.bus).update(roomId, account.accid, { isFixed: isAdded }))
}

/** Temporary mutes of the room that have not ended, for its moderators. */
export const listRoomMutes = (db: Db, roomId: number) => memberStore.selectRunningMutes(db, roomId, Date.now())

/** Changes a room of the site; visitors are not notified. */
export const updateSiteRoom = (db: ModerationScope['tx'], roomId: number, change: store.RoomUpdate) =>
  store.updateRoom(db, roomId, change, Date.now())

/**
 * Ends the visits of these accounts, or all visits with null. Call it after the commit.
 * @param message reason that the pages show
 */
export const endSiteRoomVisits = (bus: Bus, roomId: number, accids: readonly string[] | null, message: string): void =>
  createRemoteRooms(bus).end(roomId, accids, { reason: 'serverKick', message, custom: '' })

/** Sends an event to the visitors of a room, or to some of them. It is not stored. Call it after the commit. */
export function sendRoomEvent(
  bus: Bus,
  { roomId, host, event, toAccids = [] }: { roomId: number; host: RoomHost; event: object; toAccids?: string[] },
): void {
  const msg: RoomMessage = {
    chatroomId: `${roomId}`,
    idClient: randomUUID().replaceAll('-', ''),
    time: Date.now(),
    from: host.accid,
    fromNick: '',
    fromAvatar: '',
    fromCustom: '',
    fromClientType: clientTypes.Server,
    content: { type: chatMessageTypes.custom, content: JSON.stringify(event) },
    highPriority: true,
    ...(toAccids.length > 0 && { toAccids }),
  }
  createRemoteRooms(bus).deliver(roomId, { msg, priority: 'high' })
}
