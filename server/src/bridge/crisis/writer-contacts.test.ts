// Tests that one reason opens the phone number of a writer and the emergency contact of their latest booking, audited.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { chinaDay } from '../../kit/time.ts'
import { bookingConsentText } from '../../portal/booking/booking.ts'

const server = useTestServer()
let staff: Caller
let counsellorId = 0
beforeAll(async () => {
  const { sql } = server().kit
  await createDomain(sql, '情绪困扰')
  staff = await server().enter('service')
  const doctor = await server().enter('counsellor')
  counsellorId = await createCounsellor(sql, { accountId: doctor.id, priceCents: 0 })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  await server().requestAs(doctor, 'PUT /booking/schedule', { rules, exceptions: [] })
})

async function bookAppointment(client: Caller, persons: object, slot: number): Promise<void> {
  const { slots } = (await server().requestAs(client, 'GET /booking/slots', { counsellorId })).data
  const draft = { counsellorId, start: slots.at(slot)!.start, mode: 'online', topic: '睡眠不好', history: '' }
  const consent = { consentVersion: bookingConsentText.version, consentHash: bookingConsentText.hash }
  const reply = await server().requestAs(client, 'POST /booking/add', { ...draft, ...consent, ...persons })
  expect(reply.status).toBe(200)
}

async function raiseAlert(writer: Caller): Promise<number> {
  await server().requestAs(writer, 'POST /care/letter', { text: '我不想活了', level: 'plan' })
  const [row] = await server().kit.sql<{ id: number }[]>`select id from crisis_alert where writer_id = ${writer.id}`
  return row!.id
}
const openContacts = (id: number, reason?: string) =>
  server().requestAs(staff, 'POST /admin/care/phone', { id, ...(reason && { reason }) })

test('opens the emergency contact of the latest booking that has one, only with a reason', async () => {
  const writer = await server().enter('user')
  await bookAppointment(writer, { contactName: '林 女士', contactPhone: '13900002222' }, -20)
  await bookAppointment(writer, {}, -1)
  const id = await raiseAlert(writer)
  expect((await openContacts(id)).fields.reason).toBe('请填写查看理由')
  const shown = JSON.stringify((await server().requestAs(staff, 'GET /admin/care/alert', { id })).data)
  expect(shown).not.toMatch(/林|13900002222/)
  const { data } = await openContacts(id, '本人不接电话')
  const contact = { name: '林 女士', phone: '13900002222', isGuardian: false, writtenOn: chinaDay() }
  expect(data).toMatchObject({ phone: writer.phone, contact })
  expect(await selectLastAuditEntry(server().kit.sql, { action: 'phoneRevealed' })).toMatchObject({
    subject: `crisisAlert ${id}`,
    reason: '本人不接电话',
    detail: { hasContact: true },
  })
})

test('opens the guardian of a minor', async () => {
  const writer = await server().enter('user')
  const guardian = { minor: true, guardianName: '王建国', guardianPhone: '13900001111', guardianAgreed: true }
  await bookAppointment(writer, guardian, -40)
  const { data } = await openContacts(await raiseAlert(writer), '本人不接电话')
  expect(data.contact).toMatchObject({ name: '王建国', phone: '13900001111', isGuardian: true })
})

test('opens no contact of a writer without bookings', async () => {
  const { data } = await openContacts(await raiseAlert(await server().enter('user')), '本人不接电话')
  expect(data.contact).toBeNull()
})
