// Tests of query plans: lists of appointments, complaints and alerts read indexes.
import { beforeAll, expect, inject, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { explainQueries } from '../../../../test/plans.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { lockAlertsToNotify } from '../../../im/crisis/duty/duty-store.ts'
import { selectOwnBookings, selectBookingsOfCounsellor, selectAllBookings } from './list-store.ts'
import * as store from './store.ts'

const server = useTestServer()
let url = ''
let [client, counsellorId, doctor] = [0, 0, 0]

beforeAll(async () => {
  const { sql } = server().kit
  await createDomain(sql, '情绪困扰')
  const doctors = await Promise.all(Array.from({ length: 4 }, () => server().enter('counsellor')))
  const clients = await Promise.all(Array.from({ length: 20 }, () => server().enter('user')))
  const ids: number[] = []
  for (const { id } of doctors) ids.push(await createCounsellor(sql, { accountId: id }))
  ;[client, counsellorId, doctor] = [clients[0]!.id, ids[0]!, doctors[0]!.id]
  await sql`
    insert into booking (counsellor_id, account_id, mode, start_minute, minutes, buffer_minutes, starts_at, ends_at, state,
      hold_until, price_cents, consent_version, consent_hash, intake_sealed, is_minor)
    select (${ids}::bigint[])[1 + n % 4], (${clients.map(({ id }) => id)}::bigint[])[1 + n % 20], 'online', 20000000 + n * 60,
      50, 10, to_timestamp((20000000 + n * 60) * 60), to_timestamp((20000000 + n * 60 + 50) * 60),
      case when n % 50 = 0 then 'cancelled' when n > 19900 then 'booked' else 'done' end,
      null, 30000, 'v', 'h', '\\x00', false
    from generate_series(1, 20000) n`
  await sql`
    insert into booking_complaint (booking_id, text_sealed, state, handled_at)
    select id, '\\x00', case when id % 100 = 0 then 'open' else 'handled' end, now() from booking`
  await sql`
    insert into crisis_alert (writer_id, account_id, booking_id, level, message_time, state, outcome, calls)
    select account_id, account_id, id, 'thought', 1, case when id = 20000 then 'open' else 'closed' end,
      case when id = 20000 then null else 'contacted' end, 1
    from booking`
  await sql`insert into booking_note (booking_id, kind, text_sealed) select id, 'note', '\\x00' from booking`
  await server().owner`analyze`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
})

const page = { limit: 10, offset: 20 }
const now = 20_000_000 + 15_000 * 60

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['of a client', (db) => selectOwnBookings(db, client, page)],
  ['of a counsellor', (db) => selectBookingsOfCounsellor(db, doctor, page)],
  ['taken hours', (db) => store.selectTakenSpans(db, counsellorId, now)],
  ['all', (db) => selectAllBookings(db, undefined, page)],
  ['in one state', (db) => selectAllBookings(db, 'cancelled', page)],
  ['to remind', (db) => store.lockBookingsToRemind(db as Tx, 100)],
  ['notes', (db) => store.selectBookingNotes(db, 1)],
  ['complaints', (db) => store.selectComplaints(db, page)],
  [
    'calls that are due',
    (db) => lockAlertsToNotify(db as Tx, { deputyMinutes: 5, headMinutes: 10, repeatMinutes: 10 }, 50),
  ],
])('%s', async (_name, scope) => {
  // only staff count all rows, and they do so rarely
  const plans = (await explainQueries(url, scope)).filter(
    ({ query }) => !/^\s*select count\(\*\) from booking\w*\s*b?\s*$/.test(query),
  )
  const steps = plans.flatMap((plan) => plan.steps)
  const large = new Set(['booking', 'booking_complaint', 'crisis_alert', 'booking_note'])
  const scans = steps.filter(({ type, table }) => type === 'Seq Scan' && large.has(table))
  expect(scans.map(({ table }) => table)).toEqual([])
  expect(steps.map(({ index }) => index).filter(Boolean)).not.toEqual([])
})
