// Tests of the annual dues report: income comes from the ledger, and a year becomes visible when it is published.
import { beforeAll, expect, test } from 'vitest'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer({}, { kinds: { membershipFee: createTestKind(), booking: createTestKind('invoice') } })
let finance: Caller
beforeAll(async () => {
  await createEntitlementTable(server())
  finance = await server().enter('finance')
})
const year = new Date(Date.now() + chinaOffsetMs).getUTCFullYear()
const saveReport = (change: object = {}) =>
  server().requestAs(finance, 'PUT /admin/dues', {
    year,
    spending: [{ title: '会员学术活动', cents: 15_000 }],
    note: '经理事会审议',
    published: true,
    ...change,
  })

test('computes a year from the books, and shows it publicly once published', async () => {
  expect((await saveReport()).status).toBe(404)
  for (const kind of ['membershipFee', 'membershipFee', 'booking']) {
    const payer = await server().enter('user')
    const { data } = await server().requestAs(payer, 'POST /order/pay', { kind })
    await server().app.inject({ method: 'POST', url: `/dev/pay/${data.orderNo}`, payload: { result: 'success' } })
  }
  expect((await server().requestAs(finance, 'GET /admin/dues')).data).toEqual([
    { year, incomeCents: 40_000, refundCents: 0, payers: 2, spending: [], note: '', publishTime: null },
  ])
  expect((await saveReport({ published: false })).status).toBe(200)
  expect((await server().request('GET /dues/years')).data).toEqual([])
  expect((await saveReport()).status).toBe(200)
  const shown = await server().request('GET /dues/years')
  expect(shown.data).toMatchObject([
    {
      year,
      incomeCents: 40_000,
      payers: 2,
      spending: [{ title: '会员学术活动', cents: 15_000 }],
      note: '经理事会审议',
    },
  ])
  const first = shown.data[0]!.publishTime
  await saveReport({ spending: [] })
  expect((await server().request('GET /dues/years')).data[0]).toMatchObject({ spending: [], publishTime: first })
  await saveReport({ published: false })
  expect((await server().request('GET /dues/years')).data).toEqual([])
  expect((await saveReport({ spending: [{ title: '', cents: 0 }] })).fields).toEqual({
    'spending.0.title': '请填写用途',
    'spending.0.cents': '金额须大于0',
  })
})
