// Tests of query plans for sessions and credits, as check-in devices and members read them.
import { beforeAll, expect, inject, test } from 'vitest'
import { createMeeting } from '../../../../db/fixtures/meeting.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as committeeStore from '../committees/store.ts'
import * as creditStore from './store.ts'
import * as checkInStore from '../records/check-in-store.ts'
import * as store from '../records/store.ts'

const server = useTestServer()
let url = ''
let meetingId = 0
let person = 0

beforeAll(async () => {
  const { sql } = server().kit
  for (let i = 0; i < 20; i += 1) {
    meetingId = (await createMeeting(sql, { title: `往届${i}`, daysFromNow: -400 + i })).id
  }
  const people = []
  for (let i = 0; i < 10; i += 1) people.push((await server().enter('user')).id)
  person = people[0]!
  await sql`
    insert into meeting_session (meeting_id, title, speaker, place, starts_at, ends_at, credit_tenths)
    select 1 + n % 20, '议题' || n, '', '', now() + make_interval(mins => n), now() + make_interval(mins => n + 1), 10
    from generate_series(1, 1000) as n`
  await sql`
    insert into registration (id, meeting_id, account_id, attend_type, state, name, sex, company, profess, arrival_at,
      leave_at, paid_at, paid_cents)
    select 1000000 + n, 1 + n % 20, null, 2, 'paid', '客' || n, '', '单位', '', now(), now(), now(), 0
    from generate_series(1, 10000) as n`
  await sql`
    insert into session_check_in (session_id, registration_id, at, door)
    select session.id, registration.id, now(), '东门' from registration join meeting_session session
      on session.meeting_id = registration.meeting_id and session.id % 7 = registration.id % 7`
  // adds rows of other meetings, because the planner scans a table if one meeting has most of its rows
  await sql`
    insert into meeting_session (meeting_id, title, speaker, place, starts_at, ends_at, credit_tenths)
    select 1 + n % 19, '议题', '', '', now(), now() + interval '1 hour', 10 from generate_series(1, 20000) as n`
  await sql`
    insert into certificate (kind, number, account_id, holder, title, subject, issued_on)
    select 'attendance', 'XQ26-' || n, (${people}::bigint[])[1 + n % 10], '客', '全程参会', 'registration ' || 1000000 + n, now()
    from generate_series(1, 10000) as n`
  await sql`
    insert into credit_entry (account_id, registration_id, meeting_id, certificate_id, title, tenths, earned_on)
    select account_id, 1000000 + substr(number, 6)::int, 1 + substr(number, 6)::int % 20, id, '参会', 60, now()
    from certificate`
  await sql`insert into special_committee (name) select '委员会' || n from generate_series(1, 60) as n`
  await sql`
    insert into special_committee_member (committee_id, account_id)
    select special_committee.id, account.id from special_committee cross join account`
  await server().owner`analyze`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
})

test.each([
  ['the ledger of one person', 'credit_entry', (db: Db) => creditStore.selectCreditLedger(db, person)],
  ['what one person attended', 'session_check_in', (db: Db) => creditStore.selectAttendedCredits(db, 1_000_005)],
  ['who was in which session', 'meeting_session', (db: Db) => checkInStore.selectProgrammeSessionVisits(db, meetingId)],
  ['the programme', 'meeting_session', (db: Db) => store.selectProgrammeSessions(db, meetingId)],
  [
    'the programme with its counts',
    'session_check_in',
    (db: Db) => checkInStore.selectProgrammeSessionsWithCounts(db, meetingId),
  ],
  [
    'whether a line may go',
    'meeting_session',
    (db: Db) => checkInStore.isAnyProgrammeSessionAttended(db, meetingId, []),
  ],
  ['the members of a committee', 'special_committee_member', (db: Db) => committeeStore.selectCommitteeMembers(db, 7)],
  [
    'whether a committee names an account',
    'special_committee_member',
    (db: Db) => committeeStore.isCommitteeMember(db, 7, person),
  ],
])('reads %s from an index', async (_name, table, list) => {
  const steps = (await explainQueries(url, list))
    .flatMap((explainQuery) => explainQuery.steps)
    .filter((step) => step.table === table)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.map((step) => step.type)).not.toContain('Seq Scan')
})
