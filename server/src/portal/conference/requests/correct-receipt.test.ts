// Tests one registration for the secretariat: masked data, and corrections of its receipt with a reason.
import { beforeAll, expect, test } from 'vitest'
import { createMeeting } from '../../../../db/fixtures/meeting.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { createReceipt, createRegistrationSteps } from '../../../../test/steps/conference-steps.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
const registrations = createRegistrationSteps(server)
let staff: Caller
let person: Caller
let id = 0
const receipt = {
  ...createReceipt(),
  phone: '13912345678',
  email: 'wang@example.com',
  diet: '素食',
  dorm: 1,
}
const readDetail = async () => (await server().requestAs(staff, 'GET /admin/registration', { id })).data

beforeAll(async () => {
  const meetingId = (await createMeeting(server().kit.sql, { title: '学术年会' })).id
  staff = await server().enter('editor')
  person = await server().enter('user')
  id = await registrations.register(person, meetingId, receipt)
})

test('shows person, type, price, room, check-ins, requests and certificate, with a masked contact', async () => {
  const reply = await server().requestAs(staff, 'GET /admin/registration', { id })
  expect(reply.data).toMatchObject({
    name: '林静安',
    username: person.username,
    meetingTitle: '学术年会',
    state: 'pending',
    feeCents: 80_000,
    phone: '139****5678',
    email: 'w***@example.com',
    dorm: 1,
    checkIns: [],
    requests: [],
    certificate: '',
    mayCorrect: true,
  })
  for (const secret of ['13912345678', 'wang@', '文化路1号', '素食']) expect(reply.raw).not.toContain(secret)
  expect((await server().requestAs(staff, 'GET /admin/registration', { id: 1 })).status).toBe(404)
  expect((await server().requestAs(person, 'GET /admin/registration', { id })).status).toBe(403)
})

test('corrects a receipt with a reason: keeps omitted contact data, writes an audit entry, notifies the attendee', async () => {
  const { name, companyName, arrivalTime, leaveTime } = receipt
  const right = { id, name, companyName, arrivalTime, leaveTime, dorm: 1 }
  const correct = (more: object) =>
    server().requestAs(staff, 'PUT /admin/registration/receipt', { ...right, reason: '', ...more })
  expect(await correct({ companyName: '省第二人民医院' })).toMatchObject({ status: 400, msg: '请填写理由' })
  expect(await correct({ reason: '没有变化' })).toMatchObject({ status: 409, msg: '没有需要更正的内容' })
  const bad = await correct({ reason: '发票', invoiceTitle: '省第二人民医院', taxNumber: '123' })
  expect(bad.fields).toHaveProperty('taxNumber')
  const changes = { companyName: '省第二人民医院', phone: '13800001111', dorm: 0, reason: '本人来电更正' }
  expect((await correct(changes)).status).toBe(200)
  const own = (await server().requestAs(person, 'GET /activityUser/place', { id })).data.receipt
  expect(own).toMatchObject({
    companyName: '省第二人民医院',
    phone: '13800001111',
    dorm: 0,
    address: '文化路1号',
    email: 'wang@example.com',
    diet: '素食',
  })
  const { sql } = server().kit
  const entry = await selectLastAuditEntry(sql, { action: 'registrationCorrected', subject: `registration ${id}` })
  expect(entry).toMatchObject({ actor_id: staff.id, reason: '本人来电更正' })
  expect(entry?.detail).toEqual({ fields: '单位、标准间、手机号' })
  const notice = await selectLastMessage(sql, person.id)
  expect(notice).toMatchObject({
    title: expect.stringContaining('会务组更正了您的参会回执（单位、标准间、手机号），本人来电更正'),
    link: `/academic/place?id=${id}`,
  })
  await server().requestAs(person, 'POST /activityUser/cancel', { id })
  expect(await correct({ ...changes, dorm: 2 })).toMatchObject({ status: 409 })
  // nothing was paid, so no refund is mentioned
  expect(await readDetail()).toMatchObject({ state: 'cancelled', mayCorrect: false, endReason: '参会人取消参会' })
})
