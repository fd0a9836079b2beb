// Lists must stay fast as the site grows: each is read off an index, none goes through all questions, answers, messages.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { insertManyQuestions } from '../../../db/make/many-questions.ts'
import { useHouse } from '../../../test/house.ts'
import { explainQueries } from '../../../test/plans.ts'
import type { Db } from '../../kit/db.ts'
import * as directory from '../counsellors/store.ts'
import * as centre from '../messages/store.ts'
import * as domainStore from './domain-store.ts'
import * as kept from './kept-store.ts'
import * as lists from './list-store.ts'

const house = useHouse()
let url = ''
let reader = 0
let question = 0
let counsellor = 0
let domains: number[] = []

beforeAll(async () => {
  const { sql } = house().kit
  await insertManyQuestions(sql, 20_000, 60_000)
  const [row] = await sql<{ name: string; reader: number; question: number; counsellor: number; domains: number[] }[]>`
    select current_database() as name, (select id from account where username = 'many-2000') as reader,
      (select question_id from answer where in_sight order by id limit 1) as question,
      (select min(id) from counsellor where is_listed) as counsellor,
      (select array_agg(id order by id) from domain) as domains`
  ;({ reader, question, counsellor, domains } = row!)
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
})

const page = { limit: 8, offset: 16 }
/** Those that grow without end. */
const large = new Set(['question', 'answer', 'answer_like', 'answer_collect', 'question_collect', 'message'])

async function scansOf(work: (db: Db) => Promise<unknown>): Promise<{ seq: string[]; used: string[] }> {
  const steps = (await explainQueries(url, work)).flatMap((one) => one.steps)
  expect(steps.length).toBeGreaterThan(0)
  return {
    seq: steps.filter(({ type, table }) => type === 'Seq Scan' && large.has(table)).map(({ table }) => table),
    used: steps.map(({ index }) => index).filter(Boolean),
  }
}

describe('no list goes through a whole table', () => {
  test.each<[string, string, (db: Db) => Promise<unknown>]>([
    ['hot answers', 'answer_hot', (db) => lists.listHotAnswers(db, page, reader)],
    ['latest answers', 'answer_newest', (db) => lists.listNewestAnswers(db, page, reader)],
    ['of the followed', 'answer_by_counsellor', (db) => lists.listFollowedAnswers(db, reader, page)],
    ['collected answers', 'answer_collect_newest', (db) => lists.listCollectedAnswers(db, reader, page)],
    ['of a counsellor', 'answer_by_counsellor', (db) => lists.listAnswersBy(db, counsellor, page, reader)],
    ['of a question', 'answer_by_question', (db) => lists.listAnswersTo(db, question, page, reader)],
    ['hot questions', 'question_hot', (db) => lists.listHotQuestions(db, page, reader)],
    ['recommended', 'question_recommended', (db) => lists.listRecommended(db, [], page, reader)],
    ['of a common tag', 'question_recommended', (db) => lists.listRecommended(db, [domains[0]!], page, reader)],
    ['own questions', 'question_by_author', (db) => lists.listOwnQuestions(db, reader, page)],
    ['one question', 'question_pkey', (db) => lists.findQuestion(db, question, reader)],
    ['favourites', 'question_collect_newest', (db) => kept.listCollected(db, reader, 50)],
    ['unread messages', 'message_unread', (db) => centre.listUnread(db, reader, 20)],
    ['read messages', 'message_read', (db) => centre.listRead(db, reader, 20)],
    ['unread count', 'message_unread', (db) => centre.countUnread(db, reader)],
  ])('%s', async (_name, index, work) => {
    const { seq, used } = await scansOf(work)
    expect(seq).toEqual([])
    expect(used).toContain(index)
  })

  test('of rare tags, and of none that there is', async () => {
    for (const ids of [[domains.at(-1)!], [domains.at(-1)!, domains.at(-2)!], [32_000]]) {
      expect((await scansOf((db) => lists.listRecommended(db, ids, page, reader))).seq).toEqual([])
    }
  })

  test('counts are kept, or read off an index', async () => {
    for (const work of [
      (db: Db) => domainStore.readTally(db, 'answers'),
      (db: Db) => domainStore.countTagged(db, [domains[0]!]),
      (db: Db) => lists.countOwnQuestions(db, reader),
      (db: Db) => kept.countOwn(db, reader),
      (db: Db) => lists.countFollowedAnswers(db, reader),
      (db: Db) => lists.countCollectedAnswers(db, reader),
    ])
      expect((await scansOf(work)).seq).toEqual([])
  })

  test('what the counts say is what there is', async () => {
    const { sql } = house().kit
    const [row] = await sql<{ questions: number; answers: number }[]>`
      select (select count(*) from question where state = 'shown') as questions,
        (select count(*) from answer where in_sight) as answers`
    expect(await domainStore.readTally(sql, 'questions')).toBe(row!.questions)
    expect(await domainStore.readTally(sql, 'answers')).toBe(row!.answers)
  })

  test('the directory is looked up by its words', async () => {
    const { sql } = house().kit
    await sql`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
      select 'more-' || n, '', 2, '', ('more-' || n)::bytea, '咨询师' || n from generate_series(1, 5000) as n`
    await sql`update counsellor set is_listed = true, grams = array['安', '静'] where name like '咨询师%'`
    await sql`update counsellor set grams = array['焦虑'] where id = (select max(id) from counsellor)`
    await sql`vacuum analyze counsellor`
    const query = { gender: undefined, grams: ['焦虑'], words: ['焦虑'], limit: 5, offset: 0 }
    const steps = (await explainQueries(url, (db) => directory.listCounsellors(db, query, reader))).flatMap(
      (one) => one.steps,
    )
    expect(steps.filter(({ type, table }) => type === 'Seq Scan' && table === 'counsellor')).toEqual([])
    const all = { gender: undefined, grams: [], words: [], limit: 5, offset: 0 }
    const used = (await explainQueries(url, (db) => directory.listCounsellors(db, all, reader))).flatMap(
      (one) => one.steps,
    )
    expect(used.map(({ index }) => index)).toContain('counsellor_by_standing')
  })
})
