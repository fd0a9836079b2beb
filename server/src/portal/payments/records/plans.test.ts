// Tests of query plans for growing tables: lists are read from an index in their order, and jobs find due rows without
// scanning finished ones.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { insertManyOrders } from '../../../../db/fixtures/many-orders.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { explainQueries, type ExplainedQuery } from '../../../../test/plans.ts'
import type { Db } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import * as bills from '../reconciliation/bill-store.ts'
import { sumLedgerEntries } from '../overview/store.ts'
import { daySpanOf } from '../overview/overview.ts'
import * as receipts from './receipt-store.ts'
import * as refunds from './refund-store.ts'
import * as staffOrders from '../staff-orders/store.ts'
import * as orderStore from './order-store.ts'
import * as transfers from './transfer-store.ts'

const server = useTestServer()
let url = ''
let accountId = 0
beforeAll(async () => {
  const { sql } = server().kit
  await insertManyOrders(server().owner, 20_000)
  const [row] = await sql<{ name: string; id: number }[]>`
    select current_database() as name, (select account_id from pay_order limit 1) as id`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
  accountId = row!.id
})

const isCount = ({ query }: ExplainedQuery) => /^\s*select count/.test(query)
const listPlanSteps = async (scope: (db: Db) => Promise<unknown>) =>
  (await explainQueries(url, scope)).filter((explainQuery) => !isCount(explainQuery))
const all = { kind: undefined, state: undefined, key: undefined, phoneIndex: null, limit: 20, offset: 40 }

describe('a list is read in its order, without sorting', () => {
  test.each([
    [
      'own orders',
      'pay_order',
      'pay_order_by_account',
      (db: Db) => orderStore.selectOwnOrders(db, accountId, { limit: 10, offset: 10 }),
    ],
    ['all orders', 'pay_order', 'pay_order_pkey', (db: Db) => staffOrders.selectOrdersForStaff(db, all)],
    [
      'orders of a state',
      'pay_order',
      'pay_order_by_state',
      (db: Db) => staffOrders.selectOrdersForStaff(db, { ...all, state: 'open' }),
    ],
    [
      'orders of a kind',
      'pay_order',
      'pay_order_by_kind',
      (db: Db) => staffOrders.selectOrdersForStaff(db, { ...all, kind: 'booking' }),
    ],
    ['refunds', 'refund', 'refund_pkey', (db: Db) => refunds.selectRefunds(db, undefined, { limit: 20, offset: 40 })],
    [
      'refunds of a state',
      'refund',
      'refund_by_state',
      (db: Db) => refunds.selectRefunds(db, 'asked', { limit: 20, offset: 0 }),
    ],
    [
      'receipts',
      'receipt',
      'receipt_pkey',
      (db: Db) => receipts.selectReceipts(db, { kind: undefined, state: undefined }, { limit: 20, offset: 40 }),
    ],
    [
      'receipts that wait',
      'receipt',
      'receipt_by_state',
      (db: Db) => receipts.selectReceipts(db, { kind: 'dues', state: 'asked' }, { limit: 20, offset: 0 }),
    ],
    [
      'transfers',
      'transfer_proof',
      'transfer_proof_pkey',
      (db: Db) => transfers.selectTransferProofs(db, undefined, { limit: 20, offset: 40 }),
    ],
    [
      'transfers that wait',
      'transfer_proof',
      'transfer_proof_by_state',
      (db: Db) => transfers.selectTransferProofs(db, 'sent', { limit: 20, offset: 0 }),
    ],
    ['bills', 'bill', 'bill_by_day', (db: Db) => bills.selectBills(db, { limit: 20, offset: 40 })],
  ])('%s', async (_name, table, index, list) => {
    const explained = await listPlanSteps(list)
    expect(explained).toHaveLength(1)
    const steps = explained.flatMap((item) => item.steps)
    const reads = steps.filter((step) => step.table === table)
    expect(reads).toHaveLength(1)
    // for a frequent value of the filter, the index by number is as good
    expect([index, `${table}_pkey`]).toContain(reads[0]?.index)
    expect(steps.map((step) => step.type)).not.toContain('Sort')
  })
})

test.each([
  ['a number', { key: 'M2026000000001234' }],
  ['the number of a payment', { key: '420001234' }],
  ['a telephone', { phoneIndex: Buffer.alloc(32) }],
])('finds an order by %s without scanning all orders', async (_name, filter) => {
  const explained = await listPlanSteps((db) => staffOrders.selectOrdersForStaff(db, { ...all, offset: 0, ...filter }))
  const scans = explained.flatMap((item) => item.steps).filter((step) => step.type === 'Seq Scan')
  expect(scans.map((step) => step.table)).not.toContain('pay_order')
  expect(scans.map((step) => step.table)).not.toContain('payment')
})

test('reads the records of a bill by day', async () => {
  const explained = await listPlanSteps((db) => bills.selectPaymentDifferences(db, 1, 'wechat', '2026-11-01'))
  const scans = explained.flatMap((item) => item.steps).filter((step) => step.type === 'Seq Scan')
  expect(scans.map((step) => step.table)).not.toContain('bill_line')
})

test('finds extra payments and refunds by the orders of the page', async () => {
  const { sql } = server().kit
  const ids = (await orderStore.selectOwnOrders(sql, accountId, { limit: 10, offset: 0 })).rows.map(({ id }) => id)
  const explained = await listPlanSteps(async (db) => {
    await refunds.selectStrayPayments(db, ids)
    await refunds.selectOverpaymentRefunds(db, ids)
  })
  const scans = explained.flatMap((item) => item.steps).filter((step) => step.type === 'Seq Scan')
  expect(explained).toHaveLength(2)
  expect(scans.map((step) => step.table)).toEqual([])
})

test('finds manual payouts by index', async () => {
  const explained = await listPlanSteps((db) => refunds.selectRefunds(db, 'toPayOut', { limit: 20, offset: 0 }))
  const reads = explained.flatMap((item) => item.steps).filter((step) => step.table === 'refund')
  expect(reads.map((step) => step.index)).toEqual(['refund_to_pay_out'])
})

test('reads the sums of a day from the entries of that day', async () => {
  const today = chinaDay()
  const explained = await listPlanSteps((db) => sumLedgerEntries(db, daySpanOf('today', today)))
  const steps = explained.flatMap((item) => item.steps)
  expect(steps.filter((step) => step.index !== '').map((step) => step.index)).toEqual(['ledger_entry_by_time'])
  expect(steps.map((step) => step.type)).not.toContain('Seq Scan')
})
