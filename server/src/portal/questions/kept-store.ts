// What people keep of questions and answers: likes and collects.
import type { Db, Tx } from '../../kit/db.ts'
import { atLeastTen, type Page } from '../../kit/reading.ts'
import { cut } from './list-store.ts'

export type OwnCounts = { follows: number; collects: number; questions: number }

/** One for each account, in their order. */
export const countOwn = (db: Db, accounts: readonly number[]) =>
  db<OwnCounts[]>`
    select
      (select count(*) from counsellor_follow f join counsellor c on c.id = f.counsellor_id and c.is_listed
        where f.account_id = who.account_id) as follows,
      (select count(*) from answer_collect where account_id = who.account_id and in_sight)
      + (select count(*) from question_collect where account_id = who.account_id and in_sight) as collects,
      (select count(*) from question where author_id = who.account_id and state <> 'removed') as questions
    from unnest(${atLeastTen(accounts)}::bigint[]) with ordinality as who (account_id, n) order by n`

/** Of answers (1) and questions (2). */
export type Collected = { type: 1 | 2; id: number; at: Date }

/**
 * One list for each account, in their order: each in one text, which is told from another as it is and read in a tenth of
 * the time that as many rows would take (`readCollected`).
 */
export async function findCollected(db: Db, accounts: readonly number[], page: Page): Promise<string[]> {
  const newest = page.offset === 0 ? cut(db, page) : db`limit ${page.limit + page.offset}`
  const rows = await db<{ list: string | null }[]>`
    select (
      select string_agg(concat_ws(' ', type, id, date_part('epoch', at)), ',')
      from (
        (select 1 as type, answer_id as id, created_at as at from answer_collect
          where account_id = who.account_id and in_sight order by created_at desc ${newest})
        union all
        (select 2, question_id, created_at from question_collect
          where account_id = who.account_id and in_sight order by created_at desc ${newest})
        order by at desc, type, id ${cut(db, page)}) as kept) as list
    from unnest(${atLeastTen(accounts)}::bigint[]) with ordinality as who (account_id, n) order by n`
  return accounts.map((_, i) => rows[i]?.list ?? '')
}

/** Newest first. */
export const readCollected = (list: string): Collected[] =>
  list === ''
    ? []
    : list.split(',').map((one): Collected => {
        const [type, id, at] = one.split(' ').map(Number)
        return { type: type === 1 ? 1 : 2, id: id!, at: new Date(at! * 1000) }
      })

// ---- likes

export type LikedAnswer = {
  id: number
  question_id: number
  author_id: number | null
  like_count: number
  in_sight: boolean
  title: string
  /** Who asked it anonymously, or a question that was merged into it. */
  hidden_ids: number[]
}

export const listLikedAnswers = (db: Db, ids: readonly number[]) =>
  db<LikedAnswer[]>`
    select a.id, a.question_id, a.author_id, a.like_count, a.in_sight, q.title, array(
      select asked.author_id from question asked
      where (asked.id = q.id or asked.merged_into = q.id) and asked.is_anonymous and asked.author_id is not null
    ) as hidden_ids
    from answer a join question q on q.id = a.question_id where a.id = any(${ids as number[]}::bigint[])`

export const listNames = (db: Db, accountIds: readonly number[]) =>
  db<{ id: number; nickname: string; avatar: string }[]>`
    select id, nickname, avatar from account where id = any(${accountIds as number[]}::bigint[])`

/** What a question's answers are liked together, in the order of the questions. */
export async function addLikes(tx: Tx, deltas: ReadonlyMap<number, number>): Promise<void> {
  const moved = [...deltas].filter(([, delta]) => delta !== 0).sort(([a], [b]) => a - b)
  for (const [id, delta] of moved) await tx`update question set like_count = like_count + ${delta} where id = ${id}`
}
