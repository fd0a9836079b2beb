// Tests of query plans: each list reads an index, and none scans all questions, answers or messages.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { insertManyQuestions } from '../../../../db/fixtures/many-questions.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { explainQueries } from '../../../../test/plans.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as directory from '../../counsellors/store.ts'
import * as messageStore from '../../messages/store.ts'
import * as domainStore from './domain-store.ts'
import * as reactionStore from '../reactions/store.ts'
import * as lists from './list-store.ts'
import * as reviews from './review-store.ts'
import * as notificationStore from '../notifications/store.ts'

const server = useTestServer()
let url = ''
let reader = 0
let question = 0
let counsellor = 0
let domains: number[] = []
let answers: number[] = []

beforeAll(async () => {
  const { sql } = server().kit
  await insertManyQuestions(server().owner, 20_000, 60_000)
  await sql`
    insert into review (question_id, cause, detail, state, decision)
    select id, 'word', '', case when id % 50 = 0 then 'open' else 'settled' end, case when id % 50 = 0 then null else 'show' end
    from question`
  await server().owner`analyze review`
  const [row] = await sql<
    { name: string; reader: number; question: number; counsellor: number; domains: number[]; answers: number[] }[]
  >`
    select current_database() as name, (select id from account where username = 'many-2000') as reader,
      (select question_id from answer where in_sight order by id limit 1) as question,
      (select min(id) from counsellor where is_listed) as counsellor,
      (select array_agg(id order by id) from domain) as domains,
      array(select id from answer where in_sight order by id limit 8) as answers`
  ;({ reader, question, counsellor, domains, answers } = row!)
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
})

const page = { limit: 8, offset: 16 }
const createPortion = () => ({ question_id: question, counsellor_id: counsellor, notified_until: 0 })
/** Tables that grow without limit. */
const large = new Set(['question', 'answer', 'answer_like', 'answer_collect', 'question_collect', 'message', 'review'])

async function scansOf(work: (db: Db) => Promise<unknown>): Promise<{ seq: string[]; used: string[] }> {
  const steps = (await explainQueries(url, work)).flatMap((explainQuery) => explainQuery.steps)
  expect(steps.length).toBeGreaterThan(0)
  return {
    seq: steps.filter(({ type, table }) => type === 'Seq Scan' && large.has(table)).map(({ table }) => table),
    used: steps.map(({ index }) => index).filter(Boolean),
  }
}

describe('lists read an index', () => {
  test.each<[string, string, (db: Db) => Promise<unknown>]>([
    ['hot answers', 'answer_hot', (db) => lists.selectHotAnswerIds(db, page)],
    ['latest answers', 'answer_newest', (db) => lists.selectNewestAnswerIds(db, page)],
    ['of the followed', 'answer_by_counsellor', (db) => lists.selectFollowedAnswerIds(db, reader, page)],
    ['collected answers', 'answer_collect_newest', (db) => lists.selectCollectedAnswerIds(db, reader, page)],
    ['of a counsellor', 'answer_by_counsellor', (db) => lists.selectAnswerIdsOfCounsellor(db, counsellor, page)],
    ['the rows of answers', 'answer_pkey', (db) => lists.selectAnswers(db, answers, reader)],
    ['their questions', 'question_pkey', (db) => lists.selectQuestionsOfAnswers(db, answers, reader)],
    ['likes of answers', 'answer_like_pkey', (db) => lists.selectAnswers(db, answers, reader)],
    ['collected answers among some', 'answer_collect_pkey', (db) => lists.selectAnswers(db, answers, reader)],
    ['of a question', 'answer_by_question', (db) => lists.selectAnswerIdsOfQuestion(db, question, page, 0)],
    [
      'of a question, to a counsellor',
      'answer_by_question',
      (db) => lists.selectAnswerIdsOfQuestion(db, question, page, reader),
    ],
    ['collected questions among some', 'question_collect_pkey', (db) => lists.selectQuestions(db, [question], reader)],
    ['hot questions', 'question_hot', (db) => lists.selectHotQuestionIds(db, page)],
    ['hot questions, first page', 'question_hot', (db) => lists.selectHotQuestionIds(db, { limit: 8, offset: 0 })],
    ['questions of the sitemap', 'question_hot', (db) => lists.selectSitemapQuestions(db, 500)],
    ['answers of the sitemap', 'answer_hot', (db) => lists.selectSitemapQuestions(db, 500)],
    ['recommended', 'question_recommended', (db) => lists.selectRecommendedQuestionIds(db, page)],
    ['of a common tag', 'question_recommended', (db) => lists.selectTaggedQuestionIds(db, [domains[0]!], page)],
    ['own questions', 'question_by_author', (db) => lists.selectOwnQuestionIds(db, reader, page)],
    ['one question', 'question_pkey', (db) => lists.selectQuestions(db, [question], 0)],
    [
      'readers who collected the question of a new answer',
      'question_collect_by_question',
      (db) => notificationStore.selectReadersToNotify(db, createPortion(), 100),
    ],
    [
      'readers who follow the counsellor of a new answer',
      'counsellor_follow_by_counsellor',
      (db) => notificationStore.selectReadersToNotify(db, createPortion(), 100),
    ],
    [
      'staff: all questions',
      'question_pkey',
      (db) => reviews.selectQuestionsForStaff(db, { ...page, state: undefined, key: undefined }),
    ],
    [
      'staff: of a state',
      'question_by_state',
      (db) => reviews.selectQuestionsForStaff(db, { ...page, state: 'held', key: undefined }),
    ],
    [
      'staff: by words',
      'question_title_grams',
      (db) => reviews.selectQuestionsForStaff(db, { ...page, state: undefined, key: '没有人写过' }),
    ],
    ['staff: reviews', 'review_pkey', (db) => reviews.selectReviews(db, undefined, { limit: 10, offset: 0 })],
    ['staff: open reviews', 'review_by_state', (db) => reviews.selectReviews(db, 'open', { limit: 10, offset: 0 })],
    ['staff: how many are open', 'review_by_state', (db) => reviews.countReviews(db, 'open')],
    ['staff: reviews of a question', 'review_by_question', (db) => reviews.selectReviewsOfQuestion(db, question)],
    ['staff: answers of a question', 'answer_by_question', (db) => reviews.selectAnswersForStaff(db, question)],
    ['favourites', 'question_collect_newest', (db) => reactionStore.selectOwnCollection(db, reader, page)],
    ['unread messages', 'message_unread', (db) => messageStore.selectMessages(db, reader, false)],
    ['read messages', 'message_read', (db) => messageStore.selectMessages(db, reader, true)],
    ['unread count', 'message_unread', (db) => messageStore.countUnreadMessages(db, reader)],
  ])('%s', async (_name, index, scope) => {
    const { seq, used } = await scansOf(scope)
    expect(seq).toEqual([])
    expect(used).toContain(index)
  })

  test('gives the same pages from either end of a list without scanning the table', async () => {
    const { sql } = server().kit
    const inOrder = {
      hotQuestions: sql`select id from question where state = 'shown' order by hot desc, id desc`,
      recommended: sql`select id from question where state = 'shown' order by recommended desc, id desc`,
      hotAnswers: sql`select id from answer where in_sight order by hot desc, id desc`,
      newest: sql`select id from answer where in_sight order by id desc`,
    }
    const finds = [
      [lists.selectHotQuestionIds, inOrder.hotQuestions],
      [lists.selectRecommendedQuestionIds, inOrder.recommended],
      [lists.selectHotAnswerIds, inOrder.hotAnswers],
      [lists.selectNewestAnswerIds, inOrder.newest],
    ] as const
    for (const [find, all] of finds) {
      const ids = (await sql<{ id: number }[]>`${all}`).map(({ id }) => id)
      const half = Math.ceil(ids.length / 2)
      for (const offset of [0, 9_992, 10_000, half - 1, half, half + 1, ids.length - 9, ids.length - 8, ids.length - 3])
        expect(await find(sql, { limit: 8, offset })).toEqual({ ids: ids.slice(offset, offset + 8), total: ids.length })
      for (const offset of [ids.length, ids.length + 1_000])
        expect(await find(sql, { limit: 8, offset })).toEqual({ ids: [], total: ids.length })
      expect((await scansOf((db) => find(db, { limit: 200, offset: ids.length - 200 }))).seq).toEqual([])
    }
  })

  test('uses an index for rare and unknown tags', async () => {
    for (const ids of [[domains.at(-1)!], [domains.at(-1)!, domains.at(-2)!], [32_000]]) {
      expect((await scansOf((db) => lists.selectTaggedQuestionIds(db, ids, page))).seq).toEqual([])
    }
  })

  test('reads counts from counters or an index', async () => {
    for (const work of [
      (db: Db) => domainStore.countQuestionsOfDomains(db, [domains.at(-1)!, domains.at(-2)!]),
      (db: Db) => reactionStore.countOwnReactions(db, reader),
    ])
      expect((await scansOf(work)).seq).toEqual([])
  })

  test('keeps counters equal to the rows', async () => {
    const { sql } = server().kit
    const [row] = await sql<{ questions: number; answers: number }[]>`
      select (select count(*) from question where state = 'shown') as questions,
        (select count(*) from answer where in_sight) as answers`
    expect((await lists.selectHotQuestionIds(sql, page)).total).toBe(row!.questions)
    expect((await lists.selectNewestAnswerIds(sql, page)).total).toBe(row!.answers)
  })

  test('searches the directory by an index', async () => {
    const { sql } = server().kit
    await sql`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
      select 'more-' || n, '', ${roles.counsellor}::smallint, '', ('more-' || n)::bytea, '咨询师' || n from generate_series(1, 5000) as n`
    await sql`update counsellor set is_listed = true, grams = array['安', '静'] where name like '咨询师%'`
    await sql`update counsellor set grams = array['焦虑'] where id = (select max(id) from counsellor)`
    await server().owner`vacuum analyze counsellor`
    const query = {
      gender: undefined,
      domainId: null,
      words: [{ word: '焦虑', grams: ['焦虑'], domainIds: [32_000] }],
    }
    const steps = (await explainQueries(url, (db) => directory.selectCounsellorIds(db, query, page))).flatMap(
      (explainQuery) => explainQuery.steps,
    )
    expect(steps.filter(({ type, table }) => type === 'Seq Scan' && table === 'counsellor')).toEqual([])
    const all = { gender: undefined, domainId: null, words: [] }
    const used = (await explainQueries(url, (db) => directory.selectCounsellorIds(db, all, page))).flatMap(
      (explainQuery) => explainQuery.steps,
    )
    expect(used.map(({ index }) => index)).toContain('counsellor_by_standing')
  })
})
