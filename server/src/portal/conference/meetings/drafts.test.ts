// Tests the validation of meetings and registrations.
import { describe, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../../db/fixtures/meeting.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)

test('requires a refund deadline not later than the start of the meeting', async () => {
  const editor = await server().enter('editor')
  const { id } = await createMeeting(server().kit.sql, { title: '学术年会' })
  const { data } = await server().requestAs(editor, 'GET /admin/meeting', { id })
  const draft = { ...data, types: [] }
  const saveMeeting = (change: object) => server().requestAs(editor, 'PUT /admin/meeting', { ...draft, ...change })
  expect(await saveMeeting({ halfRefundUntil: data.meetingEndTime })).toMatchObject({
    status: 400,
    data: { fields: { halfRefundUntil: '退费截止不能晚于会议开始' } },
  })
  expect((await saveMeeting({ halfRefundUntil: data.meetingStartTime })).status).toBe(200)
})

describe('a receipt', () => {
  const createReceiptSender = async () => {
    const person = await server().enter('user')
    const { sql } = server().kit
    await sql`update meeting set state = 'closed'`
    const { id } = await createMeeting(sql, { title: '又一次年会', daysFromNow: 40 })
    return (changes: object) => registrations.sendReceipt(person, id, { ...createReceipt(40), ...changes })
  }

  test('refuses a telephone number that cannot be called', async () => {
    const add = await createReceiptSender()
    for (const phone of ['abc', '-------', '12345']) {
      expect(await add({ phone })).toMatchObject({ status: 400, data: { fields: { phone: '请输入正确的手机号' } } })
    }
    expect((await add({ phone: '0371-65901234' })).data).toMatchObject({ success: true, exist: false })
  })

  test('asks for an invoice that can be issued, and sent', async () => {
    const add = await createReceiptSender()
    const listRefusedFields = async (more: object) => (await add(more)).fields
    const asked = { invoiceTitle: '省第一人民医院', email: 'fp@example.com' }
    for (const taxNumber of ['12345', '91440101MA5CTTLY8D91440101', '9144-101MA5CTTLY8D']) {
      expect(await listRefusedFields({ ...asked, taxNumber })).toHaveProperty('taxNumber')
    }
    expect(await listRefusedFields({ ...asked, taxNumber: '12345' })).toEqual({
      taxNumber: '请输入正确的纳税人识别号，为15至20位数字或大写字母',
    })
    expect(await listRefusedFields({ invoiceTitle: asked.invoiceTitle })).toEqual({
      email: '电子发票发送至邮箱，请填写接收发票的邮箱',
    })
    expect(await listRefusedFields({ taxNumber: '91440101MA5CTTLY8D' })).toEqual({ invoiceTitle: '请填写发票抬头' })
    expect((await add({ ...asked, taxNumber: '91440101ma5cttly8d' })).data.success).toBe(true)
  })

  test('refuses an arrival or departure that does not fit the meeting', async () => {
    const add = await createReceiptSender()
    const arrivalAfter = (days: number) => createStay(days + 0.5).arrivalTime
    const listRefusedFields = async (more: object) => (await add(more)).fields
    expect(await listRefusedFields({ arrivalTime: arrivalAfter(45), leaveTime: arrivalAfter(41) })).toEqual({
      leaveTime: '离开时间应晚于到达时间',
    })
    const arrival = { arrivalTime: '到达时间应在会议开始前7天至会议结束之间' }
    expect(await listRefusedFields({ arrivalTime: arrivalAfter(32.9) })).toEqual(arrival)
    expect(await listRefusedFields({ arrivalTime: arrivalAfter(42.1), leaveTime: arrivalAfter(43) })).toEqual(arrival)
    const leaving = { leaveTime: '离开时间应在会议开始至结束后7天之间' }
    expect(await listRefusedFields({ leaveTime: arrivalAfter(49.1) })).toEqual(leaving)
    expect(await listRefusedFields({ arrivalTime: arrivalAfter(38), leaveTime: arrivalAfter(39.9) })).toEqual(leaving)
    expect((await add({ arrivalTime: arrivalAfter(33.1), leaveTime: arrivalAfter(48.9) })).data.success).toBe(true)
  })
})
