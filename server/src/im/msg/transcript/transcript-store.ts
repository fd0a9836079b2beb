// SQL of the texts behind an alert.
import type { TextFate } from '@xinqiao/contract/crisis.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import { joinMessageAddress } from '../../conversations/addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'
import { visibleCondition } from '../../conversations/visibility.ts'

export type CrisisMarkRow = Pick<Rows['crisis_mark'], 'from_time' | 'until_time'>

/** Times of the messages that raised a signal, newest first. */
export const selectCrisisMarks = (db: Db, signalId: number) =>
  db<CrisisMarkRow[]>`
    select from_time, until_time from crisis_mark where signal_id = ${signalId} order by until_time desc limit 500`

/** Texts before a cursor; without one, the newest. */
type TextPage = { before: number | null; limit: number }
export type PreservedTextRow = Pick<Rows['crisis_text'], 'id' | 'text_sealed' | 'created_at'> & {
  fate: 'refused' | 'recalled' | null
}

/** Texts of one signal, and texts whose signal is unknown (null), newest first. */
export const selectTexts = (
  db: Db,
  { alertId, signalId, imId }: { alertId: number; signalId: number | null; imId: number | null },
  { before, limit }: TextPage,
) =>
  db<PreservedTextRow[]>`
    select x.id, x.text_sealed, x.created_at,
      case when x.id_client is not null and m.id is null then 'refused'
        when exists (select from im_team_change c where c.message_id = m.id and c.is_recalled)
          or exists (
            select from im_message_hidden h
            where h.im_account_id = ${imId} and h.message_id = m.id and h.is_recalled) then 'recalled' end as fate
    from crisis_text x
    left join im_message m on m.id = coalesce(x.message_id, (
      select id from im_message where sender_id = ${imId} and id_client = x.id_client))
    where x.alert_id = ${alertId} and (x.signal_id is null or x.signal_id = ${signalId})
      ${before === null ? db`` : db`and x.id < ${before}`}
    order by x.id desc limit ${limit}`

type TranscriptRef = { imId: number; conversationId: number; signalId: number }
export type TranscriptRow = MessageRow & { fate: Exclude<TextFate, 'changed'> | null }

/** The conversation from its writer's view, and the writer's messages that raised the signal; newest first. */
export const selectTranscriptMessages = (
  db: Db,
  { imId, conversationId, signalId }: TranscriptRef,
  { before, limit }: TextPage,
) =>
  db<TranscriptRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)},
      case when h.is_recalled then 'recalled' when h.message_id is not null then 'deleted'
        when m.time <= s.cleared_time then 'cleared' end as fate
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    join im_session s on s.conversation_id = c.id and s.im_account_id = ${imId}
    left join im_message_hidden h on h.im_account_id = ${imId} and h.message_id = m.id
    where m.conversation_id = ${conversationId} ${before === null ? db`` : db`and m.time < ${before}`}
      and ((${visibleCondition(db)}) or (m.sender_id = ${imId} and exists (
        select 1 from crisis_mark k
        where k.signal_id = ${signalId} and k.until_time >= m.time and k.from_time <= m.time)))
    order by m.time desc limit ${limit}`

type EarlierTextRow = Pick<Rows['crisis_text'], 'id' | 'text_sealed'> & { message_id: number }

/** Earlier texts of these messages, oldest first. */
export const selectPreservedTexts = (db: Db, signalId: number, messageIds: readonly number[]) =>
  db<EarlierTextRow[]>`
    select id, message_id, text_sealed from crisis_text
    where signal_id = ${signalId} and message_id = any(${messageIds as number[]}::bigint[]) order by id`

type CrisisMarkedMessageRow = MessageRow & { alert_id: number; signal_id: number }

/** The texts of the message, one for each signal that it raised. */
export const selectCrisisMarkedMessage = (db: Db, messageId: number) =>
  db<CrisisMarkedMessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)},
      g.alert_id, g.id as signal_id
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    join crisis_signal g on g.conversation_id = c.id
    join crisis_alert a on a.id = g.alert_id and (a.writer_id = f.account_id or a.app_writer_id = f.id)
    where m.id = ${messageId} and m.seq > c.erased_seq and length(m.body) > 0 and exists (
      select 1 from crisis_mark k where k.signal_id = g.id and k.until_time >= m.time and k.from_time <= m.time)`

type NewPreservedText = Pick<Rows['crisis_text'], 'id' | 'alert_id' | 'signal_id' | 'message_id' | 'text_sealed'>

export async function insertPreservedText(tx: Tx, text: NewPreservedText): Promise<void> {
  await tx`insert into crisis_text ${valuesWithId(tx, text)}`
}

type AlertedMessage = MessageRow & { alert_id: number; alert_text: Uint8Array }

/** The message, one row for each alert for the backend of an app that it raised. */
export const selectAppAlertsOfMessage = (db: Db, messageId: number) =>
  db<AlertedMessage[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}, a.id as alert_id, a.text_sealed as alert_text
    from im_message m join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    join im_app_alert a on a.im_account_id = m.sender_id and a.conversation_id = m.conversation_id
      and a.message_time >= m.time and a.from_time <= m.time and a.state <> 'passedOn'
    where m.id = ${messageId} and m.seq > c.erased_seq and length(m.body) > 0`

export const updateAppAlertText = (tx: Tx, id: number, sealed: Uint8Array) =>
  tx`update im_app_alert set text_sealed = ${sealed} where id = ${id}`

/** Deletes the texts that alerts keep of a conversation. */
export async function deletePreservedTexts(tx: Tx, conversationId: number): Promise<void> {
  await tx`update im_app_alert set text_sealed = '' where conversation_id = ${conversationId}`
  await tx`
    delete from crisis_text t using crisis_signal g
    where g.id = t.signal_id and g.conversation_id = ${conversationId}`
}

/**
 * Deletes the texts that alerts keep of messages to a team.
 * @param writerId account of their writer; null for all members
 */
export async function deletePreservedTextsOfTeam(tx: Tx, teamId: number, writerId: number | null): Promise<void> {
  await tx`
    delete from crisis_text x using crisis_signal g, crisis_alert a
    where g.id = x.signal_id and a.id = g.alert_id and g.team_id = ${teamId}
      ${writerId === null ? tx`` : tx`and a.writer_id = ${writerId}`}`
}
