// SQL of alerts as counsellors see and change them in their conversations.
import type { ConversationStep, CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinPeer } from '../../changes/peers.ts'
import { isConversationOf, isParticipant } from '../../conversations/addresses.ts'

export type CrisisConversationRow = {
  alert_id: number
  accid: string
  level: CrisisLevel
  since: Date
  isTaken: boolean
  steps: { step: ConversationStep; at: string }[]
}

/** The level of this conversation only: the counsellor must not learn what the person wrote elsewhere. */
export const selectCrisisConversations = (db: Db, counsellorId: number) =>
  db<CrisisConversationRow[]>`
    select a.id as alert_id, writer.accid, s.level, s.created_at as since, a.state = 'taken' as "isTaken",
      coalesce((
        select jsonb_agg(jsonb_build_object('step', t.step, 'at', t.created_at) order by t.id)
        from crisis_step t where t.alert_id = a.id and t.account_id = ${counsellorId}), '[]') as steps
    from im_account p
    join im_conversation c on ${isParticipant(db, db`p.id`)}
    join crisis_signal s on s.conversation_id = c.id
    join crisis_alert a on a.id = s.alert_id and a.state <> 'closed'
    join im_account writer on writer.account_id = a.writer_id
    where p.account_id = ${counsellorId} order by s.created_at limit 100`

export type WriterConversationRow = {
  writerId: number
  conversationId: number
  alertId: number | null
  /** The level of the open alert. */
  alertLevel: CrisisLevel | null
  hadAlert: boolean
}

/** The conversation of a counsellor with a user, and the user's open alert. */
export const selectCrisisConversation = (tx: Tx, counsellorId: number, accid: string) =>
  firstRow(tx<WriterConversationRow[]>`
    select p.account_id as "writerId", c.id as "conversationId", a.id as "alertId", a.level as "alertLevel",
      exists (select 1 from crisis_signal s where s.conversation_id = c.id) as "hadAlert"
    from im_account counsellor ${joinPeer(tx, tx`counsellor.id`, tx`${accid}`)}
    join account on account.id = p.account_id and account.role_id = ${roles.user}
    join im_conversation c on ${isConversationOf(tx, tx`p.id`, tx`counsellor.id`)}
    left join crisis_alert a on a.writer_id = p.account_id and a.state <> 'closed' and not a.is_drill
      and exists (select 1 from crisis_signal s where s.alert_id = a.id and s.conversation_id = c.id)
    where counsellor.account_id = ${counsellorId}`)

/** Locks the open alert of a writer, without exercises. */
export const selectOpenAlertOf = (tx: Tx, writerId: number) =>
  firstRow(tx<{ id: number }[]>`
    select id from crisis_alert where writer_id = ${writerId} and state <> 'closed' and not is_drill for update`)

/**
 * Waits for a concurrent closing.
 * @returns false when the alert is closed
 */
export async function lockOpenAlert(tx: Tx, alertId: number): Promise<boolean> {
  const rows = await tx`select 1 from crisis_alert where id = ${alertId} and state <> 'closed' for update`
  return rows.length > 0
}

type NewStep = { alertId: number; accountId: number; step: ConversationStep }

export async function insertProtocolStep(tx: Tx, { alertId, accountId, step }: NewStep): Promise<void> {
  await tx`insert into crisis_step (alert_id, account_id, step) values (${alertId}, ${accountId}, ${step})`
}

/**
 * Makes the next run of the job notify the due rank, or the follower. `calls` is unchanged, so that no rank is skipped.
 */
export async function markAlertDue(tx: Tx, alertId: number): Promise<void> {
  await tx`
    update crisis_alert set called_at = to_timestamp(0), has_news = state = 'taken', news_sent_at = null,
      unseen_since = case when state = 'taken' then coalesce(unseen_since, now()) end, changed_at = now()
    where id = ${alertId} and state <> 'closed'`
}

/** Stores when a leader called the duty staff at the message with this text. */
export async function updateLeaderCall(tx: Tx, textId: number): Promise<void> {
  await tx`update crisis_text set leader_called_at = now() where id = ${textId}`
}
