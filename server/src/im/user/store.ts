// SQL of users and relations.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../db/rows.ts'
import type { ChangeKey } from '../../kit/chat/im-ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { joinPeer } from '../changes/peers.ts'

export type UserRow = Rows['im_user'] & { accid: string }

/** True for a counsellor who once wrote under an alias in a team of the viewer's. */
const isKnownByAlias = (db: Db) => db`account.was_user and exists (
  select 1 from im_team_member m join im_team_member v on v.team_id = m.team_id and v.im_account_id = wanted.im_id
  join peer_group g on g.team_id = m.team_id
  where m.im_account_id = p.id and m.role = 0)`

/** Users by key. Only accounts with the role user have an alias; counsellors appear under their names. */
export const selectUsers = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<(UserRow & { viewer_id: number })[]>`
    select u.*, p.accid, case when account.role_id = ${roles.counsellor} and not (${isKnownByAlias(db)}) then '' else u.alias end as alias,
      wanted.im_id as viewer_id
    from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[], ${changeKeys.map(({ key }) => key)}::text[])
      as wanted(im_id, accid)
    ${joinPeer(db, db`wanted.im_id`, db`wanted.accid`)}
    join im_user u on u.im_account_id = p.id left join account on account.id = p.account_id`

export type ProfileColumns = Pick<Rows['im_user'], 'nick' | 'avatar' | 'sign' | 'gender' | 'custom' | 'sealed'>

export async function updateUser(tx: Tx, imId: number, profile: ProfileColumns, now: number): Promise<void> {
  await tx`
    update im_user set ${tx({ ...profile, sealed: profile.sealed as Buffer })},
      update_time = greatest(update_time + 1, ${now}::bigint)
    where im_account_id = ${imId}`
}

export async function updateUserSettings(tx: Tx, imId: number, isPushedBesideDesktop: boolean): Promise<void> {
  await tx`update im_user set is_pushed_beside_desktop = ${isPushedBesideDesktop} where im_account_id = ${imId}`
}

export const selectUserSettings = (db: Db, imIds: readonly number[]) =>
  db<Pick<Rows['im_user'], 'im_account_id' | 'is_pushed_beside_desktop'>[]>`
    select im_account_id, is_pushed_beside_desktop from im_user where im_account_id = any(${imIds as number[]}::bigint[])`

export type RelationRow = Rows['im_relation'] & { accid: string }

export type RelationFlag = 'is_blacked' | 'is_muted'
export async function upsertRelation(
  tx: Tx,
  { imId, peerId }: { imId: number; peerId: number },
  flag: RelationFlag,
  isSet: boolean,
  now: number,
): Promise<void> {
  await tx`
    insert into im_relation (im_account_id, peer_id, ${tx(flag)}, create_time, update_time)
    values (${imId}, ${peerId}, ${isSet}, ${now}, ${now})
    on conflict (im_account_id, peer_id) do update
    set ${tx(flag)} = ${isSet}, update_time = greatest(im_relation.update_time + 1, ${now}::bigint)`
}

export const countRelations = async (db: Db, imId: number, flag: RelationFlag): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from im_relation where im_account_id = ${imId} and ${db(flag)}`
  return row!.count
}

/** Relations changed after `time`, including removed ones. */
export const selectRelations = (db: Db, imId: number, time: number, flag: RelationFlag | null) =>
  db<RelationRow[]>`
    select r.*, p.accid from im_relation r join im_account p on p.id = r.peer_id
    where r.im_account_id = ${imId} and r.update_time > ${time} ${flag ? db`and r.${db(flag)}` : db``}
    order by r.update_time`

export const selectRelationsOf = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<RelationRow[]>`
    select r.*, p.accid from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[],
      ${changeKeys.map(({ key }) => key)}::text[]) as wanted(im_id, accid)
    ${joinPeer(db, db`wanted.im_id`, db`wanted.accid`)}
    join im_relation r on r.im_account_id = wanted.im_id and r.peer_id = p.id`
