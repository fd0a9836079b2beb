// SQL of notifications about new answers.
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export async function insertReaderNotice(tx: Tx, answerId: number): Promise<void> {
  await tx`insert into reader_notice (answer_id) values (${answerId}) on conflict do nothing`
}

export type ReaderNoticeRow = {
  answer_id: number
  notified_until: number
  question_id: number
  author_id: number | null
  counsellor_id: number | null
  in_sight: boolean
  title: string
  asker_id: number | null
  answerer_name: string | null
  answerer_avatar: string | null
}

/** The next answer of the queue. Locks it until the transaction ends; other nodes skip it. */
export const lockNextAnswerNotification = (tx: Tx) =>
  firstRow(tx<ReaderNoticeRow[]>`
    select n.answer_id, n.notified_until, a.question_id, a.author_id, a.counsellor_id, a.in_sight, q.title,
      q.author_id as asker_id, c.name as answerer_name, c.avatar as answerer_avatar
    from reader_notice n join answer a on a.id = n.answer_id join question q on q.id = a.question_id
    left join counsellor c on c.id = a.counsellor_id
    order by n.answer_id limit 1 for update of n skip locked`)

type ReaderRow = { account_id: number; has_collected: boolean }
type ReaderBatch = Pick<ReaderNoticeRow, 'question_id' | 'counsellor_id' | 'notified_until'>

/**
 * Accounts that collected the question (`has_collected`) or follow the counsellor. `+account_id` matches the expression
 * of the index.
 */
export const selectReadersToNotify = (
  db: Db,
  { question_id, counsellor_id, notified_until }: ReaderBatch,
  limit: number,
) =>
  db<ReaderRow[]>`
    select account_id, bool_or(has_collected) as has_collected from (
      (select account_id, true as has_collected from question_collect
        where question_id = ${question_id} and +account_id > ${notified_until} order by +account_id limit ${limit})
      union all
      (select account_id, false from counsellor_follow
        where counsellor_id = ${counsellor_id} and +account_id > ${notified_until} order by +account_id limit ${limit})) both_kinds
    group by account_id order by account_id limit ${limit}`

export async function updateNotificationProgress(tx: Tx, answerId: number, notifiedUntil: number): Promise<void> {
  await tx`update reader_notice set notified_until = ${notifiedUntil} where answer_id = ${answerId}`
}

export async function deleteReaderNotice(tx: Tx, answerId: number): Promise<void> {
  await tx`delete from reader_notice where answer_id = ${answerId}`
}
