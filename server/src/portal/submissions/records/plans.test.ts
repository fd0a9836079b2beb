// Tests of query plans for the lists of submissions and reviews.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as objectionStore from '../objections/store.ts'
import * as reviewStore from './review-store.ts'
import * as store from './store.ts'

const server = useTestServer()
let url = ''
let person = 0

beforeAll(async () => {
  const { sql } = server().kit
  person = (await server().enter('counsellor')).id
  const others = await Promise.all(Array.from({ length: 4 }, () => server().enter('counsellor')))
  await sql`
    insert into submission_call (kind, title, opens_at, deadline, criteria)
    select 'paper', '征文' || n, now(), now() + interval '1 day', '[]' from generate_series(1, 20) as n`
  await sql`
    insert into submission (id, call_id, account_id, state, title, content, person_sealed, submitted_at)
    select n, 1 + n % 20, (${[person, ...others.map((other) => other.id)]}::bigint[])[1 + n % 5],
      case when n / 20 % 10 = 0 then 'accepted' else 'submitted' end, '题' || n, '{}', '', now() - make_interval(secs => n)
    from generate_series(1, 20000) as n`
  await sql`
    insert into submission_review (submission_id, reviewer_id)
    select n, (${[person, ...others.map((other) => other.id)]}::bigint[])[1 + n % 5] from generate_series(1, 20000) as n`
  await sql`
    insert into submission_objection (call_id, submission_id, account_id, text_sealed)
    select 1 + n % 20, n, (${[person, ...others.map((other) => other.id)]}::bigint[])[1 + n % 5], ''
    from generate_series(1, 5000) as n`
  await sql`
    insert into submission_call (kind, title, opens_at, deadline, criteria, state, noticed_at, notice_until)
    select 'collective', '往届' || n, now(), now() + interval '1 day', '[]', 'published', now(), now()
    from generate_series(1, 2000) as n`
  await server().owner`analyze`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
})

const query = { callId: 3, state: undefined, key: undefined, titles: 'whole' as const, limit: 20, offset: 20 }
const stepsOf = async (scope: (db: Db) => Promise<unknown>) =>
  (await explainQueries(url, scope))
    .filter(({ query: text }) => !/^\s*select count/.test(text))
    .flatMap(({ steps }) => steps)

describe('lists read an index', () => {
  test.each([
    ['a call', 'submission_by_call', (db: Db) => store.selectSubmissionsForStaff(db, query)],
    [
      'a call in a state',
      'submission_by_state',
      (db: Db) => store.selectSubmissionsForStaff(db, { ...query, state: 'accepted' as const }),
    ],
    ['one’s own', 'submission_by_account', (db: Db) => store.selectOwnSubmissions(db, person, undefined)],
    ['the newest call', 'submission_call_newest', (db: Db) => store.selectNewestCall(db, 'paper')],
  ])('%s', async (_name, index, list) => {
    const steps = await stepsOf(list)
    expect(steps.map((step) => step.index)).toContain(index)
    expect(steps.filter((step) => step.table === 'submission').map((step) => step.type)).not.toContain('Seq Scan')
  })

  test.each([
    ['the objections to a call', 'submission_objection', (db: Db) => objectionStore.selectObjections(db, 3)],
    ['one’s own objections', 'submission_objection', (db: Db) => objectionStore.selectOwnObjections(db, person)],
    ['public notices', 'submission_call', (db: Db) => objectionStore.selectPublicNotices(db)],
    ['winners', 'submission', (db: Db) => objectionStore.selectWinners(db, [3])],
    ['exported submissions', 'submission', (db: Db) => store.selectSubmissionsAfter(db, query, 0, 500)],
    ['ranking', 'submission', (db: Db) => store.selectSubmissionsByScore(db, 3)],
    [
      'the reviews that are outstanding',
      'submission',
      (db: Db) => reviewStore.selectOutstandingReviewers(db, 3, roles.counsellor),
    ],
    ['the reviews of a work', 'submission_review', (db: Db) => reviewStore.selectReviews(db, 77)],
  ])('%s', async (_name, table, list) => {
    const steps = (await stepsOf(list)).filter((step) => step.table === table)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.map((step) => step.type)).not.toContain('Seq Scan')
  })

  test('reads the reviews of an expert from an index', async () => {
    const steps = await stepsOf((db) => reviewStore.selectOwnReviews(db, person))
    expect(steps.filter((step) => step.table === 'submission_review').map((step) => step.type)).not.toContain(
      'Seq Scan',
    )
  })
})
