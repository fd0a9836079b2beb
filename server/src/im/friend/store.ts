// SQL of friends.
import type { Rows } from '../../../db/rows.ts'
import type { ChangeKey } from '../../kit/chat/im-ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { joinPeer } from '../changes/peers.ts'

export type FriendRow = Rows['im_friend'] & { accid: string }
type FriendPair = { imId: number; peerId: number }

const friendColumns = (db: Db) => db`f.*, p.accid`

/**
 * Makes two accounts friends.
 * @param alias name of the peer, unless the account has set one
 * @returns true when they were not friends before
 */
export async function upsertFriend(tx: Tx, { imId, peerId }: FriendPair, alias: string, now: number): Promise<boolean> {
  const result = await tx`
    insert into im_friend (im_account_id, peer_id, alias, create_time, update_time)
    values (${imId}, ${peerId}, ${alias}, ${now}, ${now})
    on conflict (im_account_id, peer_id) do update
    set is_valid = true, alias = coalesce(nullif(im_friend.alias, ''), excluded.alias), create_time = excluded.create_time,
      update_time = greatest(im_friend.update_time + 1, excluded.update_time)
    where not im_friend.is_valid`
  return result.count === 1
}

export async function markFriendRemoved(
  tx: Tx,
  { imId, peerId }: FriendPair,
  delAlias: boolean,
  now: number,
): Promise<boolean> {
  const result = await tx`
    update im_friend set is_valid = false, alias = case when ${delAlias} then '' else alias end,
      update_time = greatest(update_time + 1, ${now}::bigint)
    where im_account_id = ${imId} and peer_id = ${peerId} and is_valid`
  return result.count === 1
}

export type FriendTexts = { alias: string | undefined; custom: string | undefined }

export async function updateFriendRow(
  tx: Tx,
  { imId, peerId }: FriendPair,
  texts: FriendTexts,
  now: number,
): Promise<boolean> {
  const result = await tx`
    update im_friend set alias = coalesce(${texts.alias ?? null}, alias), custom = coalesce(${texts.custom ?? null}, custom),
      update_time = greatest(update_time + 1, ${now}::bigint)
    where im_account_id = ${imId} and peer_id = ${peerId} and is_valid`
  return result.count === 1
}

export async function countFriends(db: Db, imId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from im_friend where im_account_id = ${imId} and is_valid`
  return row!.count
}

/** Friends changed after `time`, oldest change first. */
export const selectFriends = (db: Db, imId: number, time: number, limit: number) =>
  db<FriendRow[]>`
    select ${friendColumns(db)} from im_friend f join im_account p on p.id = f.peer_id
    where f.im_account_id = ${imId} and f.update_time > ${time}
    order by f.update_time limit ${limit}`

export const selectFriendsOf = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<FriendRow[]>`
    select ${friendColumns(db)} from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[],
      ${changeKeys.map(({ key }) => key)}::text[]) as wanted(im_id, accid)
    ${joinPeer(db, db`wanted.im_id`, db`wanted.accid`)}
    join im_friend f on f.im_account_id = wanted.im_id and f.peer_id = p.id`

/**
 * The team whose names two members use for each other: the given one if both are in it, or the one that the first
 * joined last.
 * @param teamId null for any team
 */
export async function selectSharedTeam(db: Db, { imId, peerId }: FriendPair, teamId: number | null) {
  const [row] = await db<{ team_id: number }[]>`
    select m.team_id from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    join im_team_member p on p.team_id = m.team_id and p.im_account_id = ${peerId} and p.is_valid
    where m.im_account_id = ${imId} and m.is_valid
    order by m.team_id is not distinct from ${teamId}::bigint desc, m.join_time desc limit 1`
  return row?.team_id
}

/** The name of an account in a team, also after it has left; empty without one. */
export async function selectNickInTeam(db: Db, teamId: number, imId: number): Promise<string> {
  const [row] = await db<{ nick: string }[]>`
    select nick from im_team_member where team_id = ${teamId} and im_account_id = ${imId}`
  return row?.nick ?? ''
}
