// SQL of signalling. Writers hold the lock of the channel.
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinPeer } from '../../changes/peers.ts'
import { isAlive } from '../../connections/store.ts'

const now = (db: Db) => db`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** `creator`: account name. `now`: the database's time in milliseconds. */
export type ChannelRow = Rows['im_signal_channel'] & { creator: string; now: number }
export type ChannelMemberRow = Rows['im_signal_member'] & { accid: string }
export type InviteState = 'pending' | 'accepted' | 'rejected' | 'cancelled'
export type InviteRow = Omit<Rows['im_signal_invite'], 'state'> & { state: InviteState }

const channels = (db: Db) => db`
  select c.*, a.accid as creator, ${now(db)} as now from im_signal_channel c join im_account a on a.id = c.creator_id`
const isOpen = (db: Db) => db`not c.is_closed and c.expire_time > ${now(db)}`

export const lockChannel = (tx: Tx, appId: number, id: number) =>
  firstRow(tx<ChannelRow[]>`
    ${channels(tx)} where c.id = ${id} and c.app_id = ${appId} and ${isOpen(tx)} for update of c`)

/** Locks a channel that may have expired, but was not closed yet. */
export const lockUnclosedChannel = (tx: Tx, id: number) =>
  firstRow(tx<ChannelRow[]>`${channels(tx)} where c.id = ${id} and not c.is_closed for update of c`)

/** Locks the channel of this name, which may have expired. */
export const lockChannelByName = (tx: Tx, appId: number, name: string) =>
  firstRow(tx<ChannelRow[]>`
    ${channels(tx)} where c.app_id = ${appId} and c.name = ${name} and not c.is_closed for update of c`)

export const selectChannelByName = (db: Db, appId: number, name: string) =>
  firstRow(db<ChannelRow[]>`${channels(db)} where c.app_id = ${appId} and c.name = ${name} and ${isOpen(db)}`)

export async function countOpenChannels(db: Db, creatorId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from im_signal_channel where creator_id = ${creatorId} and not is_closed`
  return row!.count
}

/** The open channel with this id, without a lock. */
export const selectChannel = (db: Db, appId: number, id: number) =>
  firstRow(db<ChannelRow[]>`${channels(db)} where c.id = ${id} and c.app_id = ${appId} and ${isOpen(db)}`)

/** Accounts among these that have blocked this one. */
export async function selectBlockers(db: Db, imId: number, imIds: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select im_account_id as id from im_relation
    where im_account_id = any(${imIds as number[]}::bigint[]) and peer_id = ${imId} and is_blacked`
  return rows.map(({ id }) => id)
}

/** Accounts among these with a connected device, on any node. */
export async function selectOnlineIds(db: Db, imIds: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select distinct c.im_account_id as id from im_connection c join im_node n on n.id = c.node_id and ${isAlive(db)}
    where c.im_account_id = any(${imIds as number[]}::bigint[])`
  return rows.map(({ id }) => id)
}

export const selectChannelsOf = (db: Db, imId: number) =>
  db<ChannelRow[]>`
    ${channels(db)} join im_signal_member m on m.channel_id = c.id
    where m.im_account_id = ${imId} and ${isOpen(db)} order by c.id limit 100`

/** The ids of open channels among these. */
export async function selectOpenIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select c.id from im_signal_channel c where c.id = any(${ids as number[]}::bigint[]) and ${isOpen(db)}`
  return rows.map(({ id }) => id)
}

type NewChannel = Pick<Rows['im_signal_channel'], 'id' | 'app_id' | 'name' | 'type' | 'creator_id' | 'ext'>

/** @returns false when a channel of this name is not closed */
export async function insertChannel(tx: Tx, channel: NewChannel, lifetimeMs: number): Promise<boolean> {
  const result = await tx`
    insert into im_signal_channel (id, app_id, name, type, creator_id, ext, create_time, expire_time)
    select ${channel.id}, ${channel.app_id}, ${channel.name}, ${channel.type}, ${channel.creator_id}, ${channel.ext}, t.now,
      t.now + ${lifetimeMs}
    from (select ${now(tx)} as now) t
    on conflict (app_id, name) where not is_closed do nothing`
  return result.count === 1
}

export async function updateExpireTime(tx: Tx, channel: ChannelRow, expireTime: number): Promise<void> {
  channel.expire_time = expireTime
  await tx`update im_signal_channel set expire_time = ${expireTime} where id = ${channel.id}`
}

export async function markChannelClosed(tx: Tx, channel: ChannelRow): Promise<void> {
  channel.is_closed = true
  await tx`update im_signal_channel set is_closed = true where id = ${channel.id}`
  await tx`delete from im_signal_member where channel_id = ${channel.id}`
}

export const selectMembers = (db: Db, channelIds: readonly number[]) =>
  db<ChannelMemberRow[]>`
    select m.*, a.accid from im_signal_member m join im_account a on a.id = m.im_account_id
    where m.channel_id = any(${channelIds as number[]}::bigint[]) order by m.join_time, m.uid`

export async function insertMember(tx: Tx, member: Omit<ChannelMemberRow, 'accid' | 'absent_time'>): Promise<void> {
  await tx`insert into im_signal_member ${tx(member)}`
}

/** Records that the account now has the call on this device. */
export async function updateMemberDevice(tx: Tx, channelId: number, imId: number, deviceId: string): Promise<void> {
  await tx`
    update im_signal_member set device_id = ${deviceId}, absent_time = null
    where channel_id = ${channelId} and im_account_id = ${imId}`
}

export async function deleteMember(tx: Tx, channelId: number, imId: number): Promise<void> {
  await tx`delete from im_signal_member where channel_id = ${channelId} and im_account_id = ${imId}`
}

type InviteKey = { channelId: number; toId: number; requestId: string }

export const selectInvite = (db: Db, { channelId, toId, requestId }: InviteKey) =>
  firstRow(db<InviteRow[]>`
    select * from im_signal_invite where channel_id = ${channelId} and to_id = ${toId} and request_id = ${requestId}`)

/** @returns true for an account that has accepted an invitation, or was invited after this time and can still accept */
export async function hasInvitation(db: Db, channelId: number, imId: number, after: number): Promise<boolean> {
  const [row] = await db`
    select 1 from im_signal_invite where channel_id = ${channelId} and to_id = ${imId}
      and (state = 'accepted' or (state = 'pending' and create_time > ${after}))`
  return row !== undefined
}

/** True when the account has ever been invited to the channel. */
export const hasBeenInvited = async (db: Db, channelId: number, imId: number): Promise<boolean> =>
  (await db`select 1 from im_signal_invite where channel_id = ${channelId} and to_id = ${imId} limit 1`).length > 0

/** True when the channel has an invitation to another account. */
export async function hasOtherInvitee(tx: Tx, channelId: number, imId: number): Promise<boolean> {
  const rows = await tx`select 1 from im_signal_invite where channel_id = ${channelId} and to_id <> ${imId} limit 1`
  return rows.length > 0
}

/** The invitations to this account that were made after this time and have no answer, as channel and request. */
export async function selectWaitingInvites(db: Db, imId: number, after: number): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select channel_id || ' ' || request_id as key from im_signal_invite
    where to_id = ${imId} and state = 'pending' and create_time > ${after}`
  return new Set(rows.map(({ key }) => key))
}

/** @returns false when this request exists already */
export async function insertInvite(
  tx: Tx,
  { channelId, toId, requestId }: InviteKey,
  fromId: number,
  createTime: number,
): Promise<boolean> {
  const result = await tx`
    insert into im_signal_invite (channel_id, to_id, request_id, from_id, create_time)
    values (${channelId}, ${toId}, ${requestId}, ${fromId}, ${createTime}) on conflict do nothing`
  return result.count === 1
}

export async function updateInviteState(
  tx: Tx,
  { channelId, toId, requestId }: InviteKey,
  state: InviteState,
  deviceId = '',
): Promise<void> {
  await tx`
    update im_signal_invite set state = ${state}, device_id = ${deviceId}
    where channel_id = ${channelId} and to_id = ${toId} and request_id = ${requestId}`
}

/** Accounts with an invitation that was made after this time and has no answer. */
export async function selectWaitingInvitees(db: Db, channelId: number, after: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select distinct to_id as id from im_signal_invite
    where channel_id = ${channelId} and state = 'pending' and create_time > ${after}`
  return rows.map(({ id }) => id)
}

export type PeerRow = Pick<Rows['im_account'], 'id' | 'accid'> & {
  has_blocked: boolean
  /** True when this account has written to the caller. */
  is_known: boolean
  is_online: boolean
}

/** The account with this name in the app of the caller. */
export const selectPeer = (db: Db, imId: number, accid: string) =>
  firstRow(db<PeerRow[]>`
    select p.id, p.accid,
      exists (select 1 from im_relation r where r.im_account_id = p.id and r.peer_id = ${imId} and r.is_blacked)
        as has_blocked,
      exists (select 1 from im_conversation v join im_message w on w.conversation_id = v.id and w.sender_id = p.id
        where v.low_id = least(p.id, ${imId}::bigint) and v.high_id = greatest(p.id, ${imId}::bigint)) as is_known,
      exists (select 1 from im_connection c join im_node n on n.id = c.node_id and ${isAlive(db)}
        where c.im_account_id = p.id) as is_online
    from (select 1) one ${joinPeer(db, db`${imId}`, db`${accid}`)}`)

type NewEvent = { id: number; im_account_id: number; event_sealed: Uint8Array; create_time: number }
export type StoredEventRow = Rows['im_signal_event']

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx`insert into im_signal_event ${valuesWithId(tx, event)}`
}

/** Deletes the events of an account beyond the newest ones. */
export async function deleteEventsBeyond(tx: Tx, imId: number, count: number): Promise<void> {
  await tx`
    delete from im_signal_event where im_account_id = ${imId} and id <= (
      select id from im_signal_event where im_account_id = ${imId} order by id desc offset ${count} limit 1)`
}

/** The newest events of an account, oldest first. */
export const selectEvents = (db: Db, imId: number, limit: number) =>
  db<StoredEventRow[]>`
    select * from (select * from im_signal_event where im_account_id = ${imId} order by id desc limit ${limit}) newest
    order by id`

export async function deleteEvents(db: Db, imId: number, ids: readonly number[]): Promise<void> {
  await db`delete from im_signal_event where im_account_id = ${imId} and id = any(${ids as number[]}::bigint[])`
}

/** Deletes events of this age, and all closed channels. */
export async function deleteOldChannelEvents(db: Db, ageMs: number): Promise<void> {
  await db`delete from im_signal_event where create_time < ${now(db)} - ${ageMs}::bigint`
  await db`delete from im_signal_channel where is_closed`
}

/** An open channel with another side, for a member, or for an account that was invited after this time. */
export const selectChannelOfParticipant = (
  db: Db,
  { imId, channelId, after }: { imId: number; channelId: number; after: number },
) =>
  firstRow(db<Pick<ChannelRow, 'expire_time' | 'now'>[]>`
    select c.expire_time, ${now(db)} as now from im_signal_channel c
    where c.id = ${channelId} and ${isOpen(db)} and exists (
      select 1 from im_signal_invite o where o.channel_id = c.id
        and (o.state = 'accepted' or (o.state = 'pending' and o.create_time > ${after})))
    and (
      exists (select 1 from im_signal_member m where m.channel_id = c.id and m.im_account_id = ${imId})
      or exists (select 1 from im_signal_invite i where i.channel_id = c.id and i.to_id = ${imId}
        and i.state = 'pending' and i.create_time > ${after}))`)
