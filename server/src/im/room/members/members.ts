// Lists of the members of a chatroom: stored ones, and visitors in the memory of the nodes.
import type { RoomMember } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { RoomVisit } from '../../../kit/chat/rooms.ts'
import type { Db } from '../../../kit/db/db.ts'
import { requireRoomOfApp } from '../visits/enter.ts'
import * as memberStore from '../records/member-store.ts'
import { presentMember } from '../present/present.ts'
import { requireRoomVisit, type RoomCtx } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

type RoomMemberSource = { account: string; row: Partial<memberStore.RoomMemberRow> | null; visit: RoomVisit | null }

/** Presents members with the mutes that are valid now. */
export async function presentMembers(
  db: Db,
  room: store.RoomRow,
  members: readonly RoomMemberSource[],
): Promise<RoomMember[]> {
  const now = Date.now()
  const accounts = members.map(({ account }) => account)
  const mutes = await memberStore.selectMutes(db, room.id, accounts, now)
  return members.map((member) => presentMember({ room, ...member, mutedUntil: mutes.get(member.account) ?? null }, now))
}

const findVisit = ({ rooms }: Pick<RoomCtx, 'rooms'>, roomId: number, account: string): RoomVisit | null =>
  rooms.visitsOf(roomId, account)[0] ?? null

async function requireCurrentRoom(ctx: RoomCtx): Promise<store.RoomRow> {
  const { roomId } = await requireRoomVisit(ctx)
  return requireRoomOfApp(ctx, `${roomId}`)
}

/**
 * A page of visitors, those who entered last first. Visitors who entered at the same time stay on one page, which may
 * be longer then.
 */
function pageOfVisits(
  visits: readonly RoomVisit[],
  { time, limit }: { time: number; limit: number },
): RoomMemberSource[] {
  const laterFirst = visits
    .filter(({ enterTime }) => time === 0 || enterTime < time)
    .toSorted((a, b) => b.enterTime - a.enterTime)
  const lastTime = laterFirst[limit - 1]?.enterTime ?? 0
  return laterFirst
    .filter(({ enterTime }) => enterTime >= lastTime)
    .map((visit) => ({ account: visit.account, row: null, visit }))
}

/** The creator has no row, and is on the first page. */
async function listStoredMembersAndCreator(
  ctx: RoomCtx,
  room: store.RoomRow,
  page: { time: number; limit: number },
): Promise<RoomMemberSource[]> {
  const rows = await memberStore.selectMembers(ctx.sql, room.id, page)
  const profile = page.time === 0 ? await store.selectProfile(ctx.sql, room.creator_id) : null
  const creator = profile && {
    account: room.creator,
    row: { profile_nick: profile.nick, profile_avatar: profile.avatar },
    visit: findVisit(ctx, room.id, room.creator),
  }
  const members = rows.map((row) => ({ account: row.accid, row, visit: findVisit(ctx, room.id, row.accid) }))
  return creator ? [creator, ...members] : members
}

export async function getRoomMembers(
  { guest, onlyOnline, ...page }: ParsedInput<'chatroom.getMembers'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.getMembers'>> {
  const room = await requireCurrentRoom(ctx)
  if (guest) {
    const guests = ctx.rooms.listVisitors(room.id).filter(({ isFixed }) => !isFixed)
    return { members: await presentMembers(ctx.sql, room, pageOfVisits(guests, page)) }
  }
  const members = await listStoredMembersAndCreator(ctx, room, page)
  const shownMembers = onlyOnline ? members.filter(({ visit }) => visit) : members
  return { members: await presentMembers(ctx.sql, room, shownMembers) }
}

/** Adds the stored rows of these visitors. */
async function joinRows(
  ctx: RoomCtx,
  roomId: number,
  members: readonly RoomMemberSource[],
): Promise<RoomMemberSource[]> {
  const accounts = members.map(({ account }) => account)
  const rows = await memberStore.selectMembersByAccounts(ctx.sql, roomId, accounts)
  const rowByAccount = new Map(rows.map((row) => [row.accid, row]))
  return members.map((member) => ({ ...member, row: rowByAccount.get(member.account) ?? null }))
}

const listTagged = ({ rooms }: RoomCtx, roomId: number, tag: string): RoomVisit[] =>
  rooms.listVisitors(roomId).filter(({ tags }) => tags.includes(tag))

export async function getRoomMembersByTag(
  { tag, ...page }: ParsedInput<'chatroom.getMembersByTag'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.getMembersByTag'>> {
  const room = await requireCurrentRoom(ctx)
  const members = await joinRows(ctx, room.id, pageOfVisits(listTagged(ctx, room.id, tag), page))
  return { members: await presentMembers(ctx.sql, room, members) }
}

export async function countRoomMembersByTag(
  { tag }: ParsedInput<'chatroom.countMembersByTag'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.countMembersByTag'>> {
  const { roomId } = await requireRoomVisit(ctx)
  return { count: listTagged(ctx, roomId, tag).length }
}

/** Accounts that are neither stored nor in the room are left out. */
export async function getRoomMembersInfo(
  input: ParsedInput<'chatroom.getMembersInfo'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.getMembersInfo'>> {
  const room = await requireCurrentRoom(ctx)
  const accounts = [...new Set(input.accounts)]
  const members = await joinRows(
    ctx,
    room.id,
    accounts.map((account) => ({ account, row: null, visit: findVisit(ctx, room.id, account) })),
  )
  const knownMembers = members.filter(({ account, row, visit }) => row ?? visit ?? account === room.creator)
  return { members: await presentMembers(ctx.sql, room, knownMembers) }
}
