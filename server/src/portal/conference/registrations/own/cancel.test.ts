// Tests that cancelling a registration closes its payment code.
import { beforeAll, expect, test } from 'vitest'
import { createMeeting } from '../../../../../db/fixtures/meeting.ts'
import { createRegistrationSteps } from '../../../../../test/steps/conference-steps.ts'
import { completeRefunds, decideRefund, readOrderByNo } from '../../../../../test/steps/refund-steps.ts'
import { useTestServer } from '../../../../../test/test-server.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let meetingId = 0
beforeAll(async () => {
  meetingId = (await createMeeting(server().kit.sql, { title: '学术年会' })).id
})

test('shows a cancelled payment as being refunded, then refunded, never as paid', async () => {
  const registration = await registrations.registerNewPerson(meetingId)
  const { person, id } = registration
  const orderNo = await registrations.pay(registration)
  const payState = async () =>
    (await server().requestAs(person, 'GET /wxPay/isPay', { activityUserId: id })).data.status
  const readOwnRegistration = async () => (await server().requestAs(person, 'GET /activityUser/mine')).data
  expect(await payState()).toBe(1)

  expect((await server().requestAs(person, 'POST /activityUser/cancel', { id })).status).toBe(200)
  expect(await payState()).toBe(-1)
  expect(await readOwnRegistration()).toMatchObject({ state: 'cancelled', refundCents: 80_000, refundedCents: 0 })

  const finance = await server().enter('finance')
  const { refunds } = await readOrderByNo(server(), finance, orderNo)
  await decideRefund(server(), finance, refunds[0]!.id)
  await completeRefunds(server())
  expect(await readOwnRegistration()).toMatchObject({ state: 'refunded', refundedCents: 80_000 })
  expect(await payState()).toBe(-1)
  const again = await registrations.sendReceipt(person, meetingId)
  expect(again.data).toMatchObject({ success: true, exist: false })
})

test.each(['the payer', 'the secretariat'] as const)(
  'closes the payment code when cancelled by %s',
  async (canceller) => {
    const { person, id } = await registrations.registerNewPerson(meetingId)
    await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
    const readOwnOrder = async () => (await server().requestAs(person, 'GET /order/mine')).data.content[0]!
    const { orderNo, state } = await readOwnOrder()
    expect(state).toBe('open')

    const cancelled =
      canceller === 'the payer'
        ? await server().requestAs(person, 'POST /activityUser/cancel', { id })
        : await server().requestAs(await server().enter('administrator'), 'POST /admin/registration/cancel', {
            id,
            reason: '重复',
          })
    expect(cancelled.status).toBe(200)
    expect((await readOwnOrder()).state).toBe('closed')
    await server().actOnPayment(orderNo, 'success')
    const paid = await server().kit.sql`select 1 from payment join pay_order on pay_order.id = order_id
    where order_no = ${orderNo}`
    expect(paid).toHaveLength(0)
  },
)
