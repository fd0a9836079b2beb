// Tests that cancelling a registration closes its payment code.
import { beforeAll, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../../db/fixtures/meeting.ts'
import { useTestServer } from '../../../../../test/test-server.ts'
import { processDueRefunds } from '../../../payments/refunds/refunds.ts'

const server = useTestServer()
let meetingId = 0
beforeAll(async () => {
  meetingId = (await createMeeting(server().kit.sql, { title: '学术年会' })).id
})
const receipt = {
  companyName: '省第一人民医院',
  name: '林静安',
  address: '文化路1号',
  ...createStay(),
  activityAttendTypeId: 2,
}

test('shows a cancelled payment as being refunded, then refunded, never as paid', async () => {
  const { kit } = server()
  const person = await server().enter('user')
  const id = (await server().callAs(person, 'POST /activityUser/addPerson', { ...receipt, activityId: meetingId })).data
    .activityUser!.id
  await server().callAs(person, 'GET /wxPay/pay', { activityUserId: id })
  const { orderNo } = (await server().callAs(person, 'GET /order/mine')).data.content[0]!
  await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  const payState = async () => (await server().callAs(person, 'GET /wxPay/isPay', { activityUserId: id })).data.status
  const own = async () => (await server().callAs(person, 'GET /activityUser/mine')).data
  expect(await payState()).toBe(1)

  expect((await server().callAs(person, 'POST /activityUser/cancel', { id })).status).toBe(200)
  expect(await payState()).toBe(-1)
  expect(await own()).toMatchObject({ state: 'cancelled', refundCents: 80_000, refundedCents: 0 })

  const finance = await server().enter('finance')
  const refunds = (await server().callAs(finance, 'GET /admin/refunds', { state: 'asked' })).data.content
  const refund = refunds.find((item) => item.orderNo === orderNo)
  await server().callAs(finance, 'POST /admin/refund/decide', { id: refund!.id, approved: true, note: '' })
  await processDueRefunds(kit)
  await server().pay.simulator!.deliverDue()
  expect(await own()).toMatchObject({ state: 'refunded', refundedCents: 80_000 })
  expect(await payState()).toBe(-1)
  const again = await server().callAs(person, 'POST /activityUser/addPerson', { ...receipt, activityId: meetingId })
  expect(again.data).toMatchObject({ success: true, exist: false })
})

test.each(['the payer', 'the secretariat'] as const)(
  'closes the payment code when cancelled by %s',
  async (canceller) => {
    const person = await server().enter('user')
    const registered = await server().callAs(person, 'POST /activityUser/addPerson', {
      ...receipt,
      activityId: meetingId,
    })
    const id = registered.data.activityUser!.id
    await server().callAs(person, 'GET /wxPay/pay', { activityUserId: id })
    const own = async () => (await server().callAs(person, 'GET /order/mine')).data.content[0]!
    const { orderNo, state } = await own()
    expect(state).toBe('open')

    const cancelled =
      canceller === 'the payer'
        ? await server().callAs(person, 'POST /activityUser/cancel', { id })
        : await server().callAs(await server().enter('administrator'), 'POST /admin/registration/cancel', {
            id,
            reason: '重复',
          })
    expect(cancelled.status).toBe(200)
    expect((await own()).state).toBe('closed')
    await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
    const paid = await server().kit.sql`select 1 from payment join pay_order on pay_order.id = order_id
    where order_no = ${orderNo}`
    expect(paid).toHaveLength(0)
  },
)
