// The columns that hold the subject of an order, and the migration of orders whose subject was a text.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Rows } from '../../../../db/rows.ts'
import { connect, type Sql } from '../../../kit/db.ts'
import type { OrderSubject } from '../../../kit/order-subject.ts'
import { isSameSubject, readSubject, toSubjectColumns } from './subject.ts'
import { findNewest, insertOrder, lockCurrent } from './store.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)
const migrationName = '0160_order_subject.sql'
const migration = readFileSync(new URL(migrationName, folder), 'utf8')
const dayMs = 86_400_000

/** A database as it was before the migration, with two accounts, a fee and a member. */
let sql: Sql
let root: Sql
const name = `order_subject_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name}`)
  sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 1)
  const earlier = readdirSync(folder).filter((file) => file.endsWith('.sql') && file < migrationName)
  for (const file of earlier.toSorted()) await sql.unsafe(readFileSync(new URL(file, folder), 'utf8'))
  await sql`
    insert into account (id, username, password_hash, role_id, phone_sealed, phone_index) overriding system value
    select n, 'payer' || n, '', 6, '\\x00', sha256(('payer' || n)::bytea) from generate_series(1, 2) n`
  await sql`insert into member_level (kind, title) values ('individual', '个人会员')`
  await sql`
    insert into member_fee (level_id, cents, term_months, effective_from, decision, decided_on)
    values (1, 20000, 12, '2024-06-01', '决议', '2024-05-18'), (1, 30000, 12, '2026-01-01', '决议', '2025-05-18')`
  await sql`
    insert into member (number, kind, level_id, account_id, name, state, joined_on, term_from, term_until, phone_sealed,
      phone_index)
    values ('2024G00001', 'individual', 1, 1, '王小禾', 'active', '2023-03-01', '2026-03-01', '2027-02-28', '\\x00', '\\x00')`
  await sql`
    insert into member_term (member_id, cents, starts_on, ends_on) values
      (1, 20000, '2023-03-01', '2024-02-29'), (1, 20000, '2025-03-01', '2026-02-28'), (1, 30000, '2026-03-01', '2027-02-28')`
}, 120_000)
afterAll(async () => {
  await sql.end()
  await root.unsafe(`drop database ${name}`)
  await root.end()
})

let orders = 0
async function addOldOrder(kind: string, subject: string, state = 'paid', accountId: number | null = 1) {
  orders += 1
  await sql`
    insert into pay_order (order_no, account_id, kind, subject, title, amount_cents, state, expires_at, paid_at)
    values (${`M${orders}`}, ${accountId}, ${kind}, ${subject}, '会费', 20000, ${state}, now(),
      ${state === 'paid' ? new Date() : null})`
}
/** A file of migrations runs as a whole or not at all. */
const migrate = () =>
  sql.unsafe(`begin;\n${migration}\n;commit;`).catch(async (error: unknown) => {
    await sql.unsafe('rollback')
    throw error
  })

const oldOrders: [kind: string, subject: string, is: OrderSubject][] = [
  ['membershipFee', 'application 12 fee 1', { type: 'application', id: 12, feeId: 1 }],
  [
    'membershipFee',
    'member 1 after 2026-02-28 fee 2',
    { type: 'member', id: 1, feeId: 2, previousTermUntil: '2026-02-28' },
  ],
  ['conference', 'registration 9007199254740991', { type: 'registration', id: 9_007_199_254_740_991 }],
  ['booking', 'booking 7', { type: 'booking', id: 7 }],
  // terms of the demo site: before the first fee, between the two, and after both
  ['membershipFee', 'term 1', { type: 'member', id: 1, feeId: 1, previousTermUntil: '2023-02-28' }],
  ['membershipFee', 'term 2', { type: 'member', id: 1, feeId: 1, previousTermUntil: '2025-02-28' }],
]

test('the migration stops at subjects that it cannot read, names their orders, and changes nothing', async () => {
  for (const [kind, subject] of oldOrders) await addOldOrder(kind, subject)
  const odd: [kind: string, subject: string][] = [
    ['booking', 'booking seven'],
    ['membershipFee', 'term 99'],
    ['membershipFee', 'member 1 fee 2'],
    ['membershipFee', 'registration 3'],
    ['conference', 'Registration 3'],
    ['conference', ''],
  ]
  for (const [kind, subject] of odd) await addOldOrder(kind, subject)
  const error = await migrate().then(
    () => '',
    (thrown: unknown) => (thrown as Error).message,
  )
  expect(error).toContain('orders whose subject cannot be read')
  for (const [i, [kind, subject]] of odd.entries())
    expect(error).toContain(`M${oldOrders.length + 1 + i} (${kind}, "${subject}")`)
  expect(error).not.toContain('M1 ')
  expect(await sql`select distinct subject from pay_order where order_no = 'M4'`).toEqual([{ subject: 'booking 7' }])
  await sql`delete from pay_order where id > ${oldOrders.length}`
  orders = oldOrders.length
})

test('nor does it take a fee that does not exist', async () => {
  await addOldOrder('membershipFee', 'application 5 fee 44')
  await expect(migrate()).rejects.toThrow('pay_order_fee_id_fkey')
  await sql`delete from pay_order where subject = 'application 5 fee 44'`
})

test('it fills the columns from every text that was written, of orders in every state', async () => {
  await addOldOrder('booking', 'booking 7', 'open', 2)
  await addOldOrder('booking', 'booking 7', 'closed', 2)
  await addOldOrder('conference', 'registration 8', 'paid', null)
  await migrate()
  const rows = await sql<Parameters<typeof readSubject>[0][]>`
    select subject_type, subject_id, fee_id, previous_term_until from pay_order order by id`
  expect(rows.map((row) => readSubject(row))).toEqual([
    ...oldOrders.map(([, , is]) => is),
    { type: 'booking', id: 7 },
    { type: 'booking', id: 7 },
    { type: 'registration', id: 8 },
  ])
  const columns =
    await sql`select from information_schema.columns where table_name = 'pay_order' and column_name = 'subject'`
  expect(columns.count).toBe(0)
})

const order = (subject: OrderSubject, accountId: number | null = 1) => {
  orders += 1
  const kind = 'feeId' in subject ? 'membershipFee' : subject.type === 'booking' ? 'booking' : 'conference'
  return {
    order_no: `N${orders}`,
    account_id: accountId,
    kind,
    subject,
    title: '会费',
    amount_cents: 20_000,
    expires_at: new Date(Date.now() + dayMs),
  } as const
}

test('an order that was open or paid before it is still the only one for its subject', async () => {
  await sql.begin(async (tx) => {
    for (const [, , subject] of oldOrders) expect(await insertOrder(tx as never, order(subject))).toBe(null)
    const found = await lockCurrent(tx as never, 2, 'booking', { type: 'booking', id: 7 })
    expect(found?.state).toBe('open')
  })
})

test('each part of a subject makes another subject, and the same parts the same', async () => {
  const member = { type: 'member', id: 50, feeId: 1, previousTermUntil: '2026-02-28' } as const
  const distinct: OrderSubject[] = [
    member,
    { ...member, id: 51 },
    { ...member, feeId: 2 },
    { ...member, previousTermUntil: '2027-02-28' },
    { type: 'application', id: 50, feeId: 1 },
    { type: 'application', id: 50, feeId: 2 },
    { type: 'registration', id: 50 },
    { type: 'booking', id: 50 },
  ]
  await sql.begin(async (tx) => {
    for (const subject of distinct) expect((await insertOrder(tx as never, order(subject)))?.id).toBeGreaterThan(0)
    for (const subject of distinct) {
      expect(await insertOrder(tx as never, order(subject))).toBe(null)
      const { kind } = order(subject)
      const newest = await findNewest(tx as never, 1, kind, subject)
      expect(readSubject(newest!)).toEqual(subject)
      expect(readSubject((await lockCurrent(tx as never, 1, kind, subject))!)).toEqual(subject)
      expect(distinct.filter((other) => isSameSubject(subject, other))).toEqual([subject])
    }
    // cash of people without an account is not compared, as before
    for (let i = 0; i < 2; i += 1)
      expect(await insertOrder(tx as never, order({ type: 'registration', id: 50 }, null))).not.toBe(null)
  })
})

test.each([
  ['an unknown type', { subject_type: 'term' }],
  ['a type of another kind', { subject_type: 'registration', kind: 'booking' }],
  ['dues without a fee', { fee_id: null }],
  ['a renewal without the term before', { previous_term_until: null }],
  ['a booking with a fee', { kind: 'booking', subject_type: 'booking', previous_term_until: null }],
  ['an application after a term', { subject_type: 'application' }],
])('the database refuses %s', async (_, odd) => {
  const { subject, ...rest } = order({ type: 'member', id: 77, feeId: 1, previousTermUntil: '2026-02-28' })
  const row: Partial<Rows['pay_order']> = { ...rest, ...toSubjectColumns(subject), ...odd }
  await expect(sql`insert into pay_order ${sql(row as Rows['pay_order'])}`).rejects.toThrow(/check constraint/)
})
