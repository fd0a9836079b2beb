// SQL of counsellor-led groups: consents, invitations, and the clients of a counsellor.
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { currentCoLeader } from './leader-conditions.ts'

export type LedConsentRow = Rows['led_consent']

/** Ends an earlier consent, because each application has a consent of its own. */
export async function insertConsent(
  tx: Tx,
  consent: Pick<LedConsentRow, 'group_id' | 'version' | 'text_hash'> & { account_id: number },
): Promise<void> {
  await markConsentWithdrawn(tx, consent.group_id, consent.account_id)
  await tx`insert into led_consent ${tx(consent)}`
}

/** @returns false when there was no consent */
export async function markConsentWithdrawn(tx: Tx, groupId: number, accountId: number): Promise<boolean> {
  const result = await tx`
    update led_consent set withdrawn_at = now()
    where group_id = ${groupId} and account_id = ${accountId} and withdrawn_at is null`
  return result.count > 0
}

/** Ends the consents of all clients of a group that ends. */
export async function markAllConsentsWithdrawn(tx: Tx, groupId: number): Promise<void> {
  await tx`update led_consent set withdrawn_at = now() where group_id = ${groupId} and withdrawn_at is null`
}

export const selectConsentInForce = (db: Db, groupId: number, accountId: number) =>
  firstRow(db<LedConsentRow[]>`
    select * from led_consent where group_id = ${groupId} and account_id = ${accountId} and withdrawn_at is null`)

/** Consents of this account, the newest first. */
export const selectConsentsOf = (db: Db, accountId: number) =>
  db<(LedConsentRow & { title: string })[]>`
    select c.*, g.title from led_consent c join peer_group g on g.id = c.group_id
    where c.account_id = ${accountId} order by c.id desc limit 100`

const isRecent = (db: Db) => db`n.invited_at > now() - make_interval(days => ${peerGroupLimits.invitationPauseDays})`

type InvitationRef = { groupId: number; accountId: number; leaderId: number }

/**
 * Stores an invitation. After some days, it renews an invitation of this leader that was used, withdrawn or declined.
 * @returns false for a client whom this leader invited in the past days
 */
export async function upsertInvitation(tx: Tx, { groupId, accountId, leaderId }: InvitationRef): Promise<boolean> {
  const result = await tx`
    insert into led_invitation as n (group_id, account_id, invited_by) values (${groupId}, ${accountId}, ${leaderId})
    on conflict (group_id, account_id, invited_by) do update
      set invited_at = now(), used_at = null, withdrawn_at = null, declined_at = null
      where not ${isRecent(tx)}`
  return result.count > 0
}

/** True for an unused invitation of a present leader. It does not replace the decision about a person once removed. */
export async function isInvited(db: Db, groupId: number, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from led_invitation n join peer_group g on g.id = n.group_id
    where n.group_id = ${groupId} and n.account_id = ${accountId} and n.used_at is null and n.withdrawn_at is null
      and n.invited_by in (g.leader_id, ${currentCoLeader(db)})
      and not exists (
        select 1 from im_team_member m join im_account i on i.id = m.im_account_id
        where m.team_id = g.team_id and i.account_id = ${accountId} and m.removed_time is not null)`
  return rows.length > 0
}

/** True for a client whom the other leader invited in the past days, also if the invitation was used or withdrawn. */
export async function hasOtherInvitation(db: Db, { groupId, accountId, leaderId }: InvitationRef): Promise<boolean> {
  const rows = await db`
    select 1 from led_invitation n
    where n.group_id = ${groupId} and n.account_id = ${accountId} and n.invited_by <> ${leaderId} and ${isRecent(db)}`
  return rows.length > 0
}

/** @returns false for a client whom this leader has not invited */
export async function markInvitationWithdrawn(
  tx: Tx,
  { groupId, accountId, leaderId }: InvitationRef,
): Promise<boolean> {
  const result = await tx`
    update led_invitation set withdrawn_at = now()
    where group_id = ${groupId} and account_id = ${accountId} and invited_by = ${leaderId} and withdrawn_at is null`
  return result.count > 0
}

/**
 * Ends the open invitations of both leaders.
 * @returns false without an open invitation
 */
export async function markInvitationsDeclined(tx: Tx, groupId: number, accountId: number): Promise<boolean> {
  const result = await tx`
    update led_invitation set declined_at = now(), withdrawn_at = now()
    where group_id = ${groupId} and account_id = ${accountId} and used_at is null and withdrawn_at is null`
  return result.count > 0
}

/** Deletes unused invitations of a leader who no longer leads. */
export async function deleteUnusedInvitations(tx: Tx, groupId: number, leaderId: number): Promise<void> {
  await tx`delete from led_invitation where group_id = ${groupId} and invited_by = ${leaderId} and used_at is null`
}

export async function markInvitationUsed(tx: Tx, groupId: number, accountId: number): Promise<void> {
  await tx`
    update led_invitation set used_at = now()
    where group_id = ${groupId} and account_id = ${accountId} and used_at is null`
}

type ClientRow = {
  booking_id: number
  account_id: number
  last_at: Date
  is_invited: boolean
  can_invite: boolean
  has_declined: boolean
}

/** People with an appointment with this counsellor, and this counsellor's invitations: the latest one first. */
export const selectClients = (db: Db, groupId: number, counsellorAccountId: number) =>
  db<ClientRow[]>`
    select * from (
      select distinct on (b.account_id) b.id as booking_id, b.account_id, b.starts_at as last_at,
        n.invited_at is not null and n.withdrawn_at is null as is_invited, ${isRecent(db)} is not true as can_invite,
        n.declined_at is not null as has_declined
      from booking b join counsellor c on c.id = b.counsellor_id
      join account a on a.id = b.account_id and a.enabled and a.role_id = ${roles.user}
      left join led_invitation n on n.group_id = ${groupId} and n.account_id = b.account_id
        and n.invited_by = ${counsellorAccountId}
      where c.account_id = ${counsellorAccountId} and b.state in ('booked', 'done', 'noShow')
      order by b.account_id, b.starts_at desc
    ) client order by last_at desc, booking_id limit 200`

/** The client of this appointment with this counsellor. */
export const selectClient = (db: Db, bookingId: number, counsellorAccountId: number) =>
  firstRow(db<{ account_id: number }[]>`
    select b.account_id from booking b join counsellor c on c.id = b.counsellor_id
    join account a on a.id = b.account_id and a.enabled and a.role_id = ${roles.user}
    where b.id = ${bookingId} and c.account_id = ${counsellorAccountId} and b.state in ('booked', 'done', 'noShow')`)

/** Members and applicants of running groups whose consent in force is to an earlier version. */
export const selectOutdatedConsents = (db: Db, version: string) =>
  db<{ account_id: number; id: number; title: string; kind: 'led' }[]>`
    select c.account_id, g.id, g.title, g.kind from led_consent c join peer_group g on g.id = c.group_id
    where c.withdrawn_at is null and c.version <> ${version} and c.account_id is not null
      and g.state in ('open', 'closed')
    order by g.id, c.account_id limit 10000`
