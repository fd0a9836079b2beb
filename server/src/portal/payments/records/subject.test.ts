// Tests of the columns that store the subject of an order.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import type { Rows } from '../../../../db/rows.ts'
import { connect, type Sql } from '../../../kit/db/db.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import { isSameSubject, readSubject, toSubjectColumns } from './subject.ts'
import { selectNewestOrder, insertOrder, lockCurrentOrder } from './order-store.ts'

/** A database with two accounts, a fee and a member. */
let sql: Sql
let root: Sql
const name = `order_subject_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 1)
  await sql`
    insert into account (id, username, password_hash, role_id, phone_sealed, phone_index) overriding system value
    select n, 'payer' || n, '', ${roles.user}::smallint, '\\x00', sha256(('payer' || n)::bytea) from generate_series(1, 2) n`
  await sql`insert into member_level (kind, title) values ('individual', '个人会员')`
  await sql`
    insert into member_fee (level_id, cents, term_months, effective_from, decision, decided_on)
    values (1, 20000, 12, '2024-06-01', '决议', '2024-05-18'), (1, 30000, 12, '2026-01-01', '决议', '2025-05-18')`
  await sql`
    insert into member (number, kind, level_id, account_id, name, state, joined_on, term_from, term_until, phone_sealed,
      phone_index)
    values ('2024G00001', 'individual', 1, 1, '王小禾', 'active', '2023-03-01', '2026-03-01', '2027-02-28', '\\x00', '\\x00')`
}, 120_000)
afterAll(async () => {
  await sql.end()
  await root.unsafe(`drop database ${name}`)
  await root.end()
})

let orders = 0
const insertTestOrder = (subject: OrderSubject, accountId: number | null = 1) => {
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

test('regards subjects as the same only if all their parts are', async () => {
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
    for (const subject of distinct)
      expect((await insertOrder(tx as never, insertTestOrder(subject)))?.id).toBeGreaterThan(0)
    for (const subject of distinct) {
      expect(await insertOrder(tx as never, insertTestOrder(subject))).toBe(null)
      const { kind } = insertTestOrder(subject)
      const newest = await selectNewestOrder(tx as never, 1, kind, subject)
      expect(readSubject(newest!)).toEqual(subject)
      expect(readSubject((await lockCurrentOrder(tx as never, 1, kind, subject))!)).toEqual(subject)
      expect(distinct.filter((other) => isSameSubject(subject, other))).toEqual([subject])
    }
    // cash orders without an account never count as the same, because the former subject had no id
    for (let i = 0; i < 2; i += 1)
      expect(await insertOrder(tx as never, insertTestOrder({ type: 'registration', id: 50 }, null))).not.toBe(null)
  })
})

test.each([
  ['an unknown type', { subject_type: 'term' }],
  ['a type of another kind', { subject_type: 'registration', kind: 'booking' }],
  ['dues without a fee', { fee_id: null }],
  ['a renewal without the term before', { previous_term_until: null }],
  ['a booking with a fee', { kind: 'booking', subject_type: 'booking', previous_term_until: null }],
  ['an application after a term', { subject_type: 'application' }],
])('refuses %s in the database', async (_, odd) => {
  const { subject, ...rest } = insertTestOrder({ type: 'member', id: 77, feeId: 1, previousTermUntil: '2026-02-28' })
  const row: Partial<Rows['pay_order']> = { ...rest, ...toSubjectColumns(subject), ...odd }
  await expect(sql`insert into pay_order ${sql(row as Rows['pay_order'])}`).rejects.toThrow(/check constraint/)
})
