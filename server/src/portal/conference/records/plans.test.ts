// Tests of query plans: each list of the conference is read from an index, in its order.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createMeeting } from '../../../../db/fixtures/meeting.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as store from './store.ts'
import * as checkInStore from './check-in-store.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import * as roomStore from './room-store.ts'

const server = useTestServer()
let url = ''
let meetingId = 0
let person = 0

beforeAll(async () => {
  const { sql } = server().kit
  for (let i = 0; i < 20; i += 1) await createMeeting(sql, { title: `往届${i}`, daysFromNow: -400 + i })
  meetingId = (await createMeeting(sql, { title: '年会' })).id
  await sql`
    insert into registration (id, meeting_id, account_id, attend_type, state, name, sex, company, profess,
      arrival_at, leave_at, rooms, waiting_since, paid_at, paid_cents, created_at)
    select 1000000 + n, 1 + n % ${meetingId}, null, 1 + n % 4,
      (array['paid', 'paid', 'pending', 'waiting', 'cancelled'])[1 + n / ${meetingId} % 5], '客' || n, '女', '单位' || n % 50, '',
      now(), now(), n % 2, case when n / ${meetingId} % 5 = 3 then now() end, now(), 0, now() - make_interval(secs => n)
    from generate_series(1, 20000) as n`
  person = (await server().enter('user')).id
  const others = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  await sql`
    update registration set account_id = (${[person, ...others.map((other) => other.id)]}::bigint[])[1 + id % 4]
    where state = 'cancelled'`
  await sql`
    insert into registration_request (registration_id, kind, state, reason)
    select 1000000 + n, 'change', case when n % 10 = 0 then 'asked' else 'approved' end, ''
    from generate_series(1, 8000) as n`
  await sql`
    insert into meeting (title, content, location, registration_deadline, starts_at, ends_at, change_deadline,
      full_refund_until, half_refund_until)
    select '草稿' || n, '', '', now(), now() - make_interval(days => n), now(), now(), now(), now()
    from generate_series(1, 3000) as n`
  await server().owner`analyze`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
})

const page = { state: undefined, attendType: undefined, key: undefined, phoneIndex: undefined, limit: 20, offset: 40 }
const read = async (table: string, work: (db: Db) => Promise<unknown>) => {
  const explained = await explainQueries(url, work)
  const lists = explained.filter(({ query }) => !/^\s*select count/.test(query))
  return {
    reads: lists.flatMap(({ steps }) => steps.filter((step) => step.table === table)),
    types: lists.flatMap(({ steps }) => steps.map((step) => step.type)),
    all: explained.flatMap(({ steps }) => steps.filter((step) => step.table === table).map((step) => step.type)),
  }
}

describe('in its order from its index, without sorting', () => {
  test.each([
    [
      'registrations',
      'registration',
      'registration_by_meeting',
      (db: Db) => registrationStore.selectRegistrationsForStaff(db, { ...page, meetingId }),
    ],
    [
      'registrations in a state',
      'registration',
      'registration_by_state',
      (db: Db) => registrationStore.selectRegistrationsForStaff(db, { ...page, meetingId, state: 'pending' }),
    ],
    [
      'requests',
      'registration_request',
      'registration_request_by_state',
      (db: Db) => requestStore.selectRequests(db, 'asked', { limit: 20, offset: 0 }),
    ],
    [
      'all requests',
      'registration_request',
      'registration_request_pkey',
      (db: Db) => requestStore.selectRequests(db, undefined, { limit: 20, offset: 0 }),
    ],
    [
      'one’s own registrations',
      'registration',
      'registration_by_account',
      (db: Db) => registrationStore.selectOwnRegistrations(db, person, 100),
    ],
    ['all meetings', 'meeting', 'meeting_by_start', (db: Db) => store.selectMeetings(db, { limit: 2, offset: 4 })],
  ])('%s', async (_name, table, index, list) => {
    const { reads, types } = await read(table, list)
    expect(reads.map((step) => step.index)).toEqual([index])
    expect(types).not.toContain('Sort')
  })
})

test.each([
  ['the published meetings', (db: Db) => store.selectPublishedMeetings(db, 200)],
  ['the default meeting', (db: Db) => store.selectDefaultMeeting(db)],
])('reads %s from the index of open meetings', async (_name, scope) => {
  const { reads } = await read('meeting', scope)
  expect(reads.map((step) => step.index)).toEqual(['meeting_open_by_start'])
})

test('finds places, waiting and overdue registrations by index', async () => {
  for (const work of [
    (db: Db) => store.selectUnpaidMeeting(db, person),
    (db: Db) => store.countTakenPlaces(db, meetingId, 4),
    (db: Db) => store.countRegistrationsByType(db, meetingId),
    (db: Db) => registrationStore.selectOverdueRegistrations(db, 200),
    (db: Db) => registrationStore.selectRefundsDue(db, 100),
    (db: Db) => roomStore.selectRoomGuests(db, meetingId),
    (db: Db) => checkInStore.selectExpectedAttendees(db, meetingId),
    (db: Db) => registrationStore.selectRegistrationsAfter(db, { ...page, meetingId }, 0, 500),
  ]) {
    const { all } = await read('registration', work)
    expect(all.length).toBeGreaterThan(0)
    expect(all).not.toContain('Seq Scan')
  }
})
