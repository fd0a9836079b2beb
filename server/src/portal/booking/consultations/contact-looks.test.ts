// Tests that a client's emergency contact is hidden from the counsellor until they open it, which the audit log
// records.
import { expect, test } from 'vitest'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { useBooking } from '../../../../test/steps/booking-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const bookings = useBooking()
const { server, doctor } = bookings
const contact = { contactName: '赵先生', contactPhone: '139 0000 5678' }
const guardian = { minor: true, guardianName: '林女士', guardianPhone: '13900001234', guardianAgreed: true }

async function bookWith(client: Caller, index: number, intake: object): Promise<number> {
  const { data } = await bookings.book(client, await bookings.findLaterStart(index), { mode: 'online', ...intake })
  await bookings.pay(data.id, client.id)
  return data.id
}
const look = (id: number, reason?: string, person: Pick<Caller, 'token'> = doctor) =>
  server().requestAs(person, 'POST /booking/contact', { id, ...(reason !== undefined && { reason }) })
const selectLooks = (id: number) =>
  selectAuditEntries(server().kit.sql, { action: 'bookingContactOpened', subject: `booking ${id}` })

test('shows the contact of an adult or the guardian of a minor to a counsellor who gives a reason', async () => {
  for (const [i, [intake, shown, isGuardian]] of (
    [
      [contact, '赵先生 139 0000 5678', false],
      [guardian, '林女士 13900001234', true],
    ] as const
  ).entries()) {
    const ann = await server().enter('user')
    const id = await bookWith(ann, i * 3, intake)
    const listed = await server().requestAs(doctor, 'GET /booking/clients')
    expect(listed.raw).not.toContain(shown.split(' ')[0])
    expect(listed.raw).not.toContain(shown.slice(-4))
    const { intake: listedIntake } = listed.data.content.find((item) => item.id === id)!
    expect(listedIntake).toMatchObject({ hasContact: true, minor: isGuardian })

    expect((await look(id)).fields.reason).toBe('请填写查看理由')
    expect((await look(id, '急')).fields.reason).toBe('理由至少2个字')
    expect(await selectLooks(id)).toEqual([])
    expect((await look(id, '来访者失联')).data).toEqual({ contact: shown, isGuardian })
    await look(id, '再次拨打')
    expect(await selectLooks(id)).toMatchObject([
      { actor_id: doctor.id, reason: '来访者失联' },
      { actor_id: doctor.id, reason: '再次拨打' },
    ])
  }
})

test('needs no reason while the waiting room is open', async () => {
  const ann = await server().enter('user')
  const id = await bookWith(ann, 8, contact)
  const moveTo = (minutes: number) => server().kit.sql`
    update booking set starts_at = now() + ${minutes} * interval '1 minute',
      ends_at = now() + ${minutes + 50} * interval '1 minute' where id = ${id}`
  await moveTo(11)
  expect((await look(id)).status).toBe(400)
  await moveTo(9)
  expect((await look(id)).data.contact).toBe('赵先生 139 0000 5678')
  await moveTo(-64)
  expect((await look(id)).status).toBe(200)
  await moveTo(-66)
  expect((await look(id)).status).toBe(400)
  expect((await selectLooks(id)).map(({ reason }) => reason)).toEqual(['咨询时间内', '咨询时间内'])
})

test('refuses other accounts, and a booking without a contact', async () => {
  const ann = await server().enter('user')
  const other = await server().enter('counsellor')
  const id = await bookWith(ann, 12, contact)
  expect((await look(id, '来访者失联', other)).status).toBe(404)
  expect((await look(id, '来访者失联', ann)).status).toBe(403)
  const without = await bookWith(await server().enter('user'), 15, {})
  const listed = await server().requestAs(doctor, 'GET /booking/clients')
  expect(listed.data.content.find((item) => item.id === without)!.intake.hasContact).toBe(false)
  expect((await look(without, '来访者失联')).status).toBe(404)
  expect(await selectLooks(id)).toEqual([])
})
