// Tests the steps after a consultation, through the API: attendance, referrals and ratings.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor } from '../../../../db/fixtures/counsellor.ts'
import { createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { bookingConsentText } from '../rules/consent.ts'
import { markPastBookingsDone } from '../records/store.ts'

const server = useTestServer()
let counsellorId = 0
let doctor: Caller
let other: Caller
let ann: Caller
let service: Caller

beforeAll(async () => {
  const { kit, enter } = server()
  doctor = await enter('counsellor')
  counsellorId = await createCounsellor(kit.sql, { accountId: doctor.id })
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
  await server().requestAs(doctor, 'PUT /booking/schedule', { rules, exceptions: [] })
  other = await enter('counsellor')
  await createCounsellor(kit.sql, { accountId: other.id })
  service = await enter('service')
  const member = await enter('user')
  // members book online hours free of charge
  const levelId = await createLevel(kit.sql, { title: '个人会员' })
  await createMember(kit, { levelId, name: '安宁', phone: member.phone, accountId: member.id })
  ann = member
})

let nextSlot = 0
const addConsultation = async (mode: 'online' | 'offline'): Promise<number> => {
  const free = await server().request('GET /booking/slots', { counsellorId })
  nextSlot += 30
  const { start } = free.data.slots[nextSlot]!
  const consent = { consentVersion: bookingConsentText.version, consentHash: bookingConsentText.hash }
  const draft = { counsellorId, start, mode, topic: '睡眠不好', history: '', ...consent }
  const { data } = await server().requestAs(ann, 'POST /booking/add', draft)
  expect(data.state).toBe(mode === 'online' ? 'booked' : 'held')
  return data.id
}
/** A booking that began this many minutes ago. */
const beginConsultation = (id: number, minutes: number) => server().kit.sql`
  update booking set starts_at = now() - ${minutes} * interval '1 minute', ends_at = now() - ${minutes - 50} * interval '1 minute'
  where id = ${id}`
const completeConsultation = (id: number, outcome: string, caller: Caller = doctor) =>
  server().requestAs(caller, 'POST /booking/settle', { id, outcome })
const requireOwnBooking = async (key: 'GET /booking/mine' | 'GET /booking/clients', id: number, caller: Caller) => {
  const { content } = (await server().requestAs(caller, key, { size: '100' })).data
  return content.find((item) => item.id === id)
}

test('lets only the counsellor record a no-show, after the start', async () => {
  const id = await addConsultation('online')
  for (const outcome of ['noShow', 'done']) expect((await completeConsultation(id, outcome)).reason).toBe('wrongState')
  expect(await requireOwnBooking('GET /booking/clients', id, doctor)).toMatchObject({
    state: 'booked',
    canSettle: false,
  })
  await beginConsultation(id, 1)
  expect(await requireOwnBooking('GET /booking/clients', id, doctor)).toMatchObject({
    state: 'booked',
    canSettle: true,
  })
  for (const [caller, status] of [
    [other, 404],
    [ann, 403],
    [service, 403],
  ] as const)
    expect((await completeConsultation(id, 'noShow', caller)).status).toBe(status)
  expect((await completeConsultation(id, 'late')).msg).toBe('请选择结果')
  expect(await requireOwnBooking('GET /booking/mine', id, ann)).toMatchObject({ state: 'booked', hasBegun: true })
  expect((await completeConsultation(id, 'noShow')).msg).toBe('保存成功')

  const seen = { state: 'noShow', canChange: false, canRate: false, stars: null }
  expect(await requireOwnBooking('GET /booking/mine', id, ann)).toMatchObject(seen)
  expect(await requireOwnBooking('GET /booking/clients', id, doctor)).toMatchObject({ ...seen, canSettle: false })
  const listed = await server().requestAs(service, 'GET /admin/bookings', { state: 'noShow' })
  expect(listed.data).toMatchObject({ totalElements: 1, content: [{ id, state: 'noShow' }] })
  // a consultation that the client missed can neither be rated nor cancelled
  expect((await server().requestAs(ann, 'POST /booking/rate', { id, stars: 5 })).reason).toBe('wrongState')
  expect((await server().requestAs(ann, 'POST /booking/cancel', { id })).reason).toBe('wrongState')
  expect((await server().requestAs(service, 'POST /admin/booking/cancel', { id, reason: '没有来' })).reason).toBe(
    'wrongState',
  )
  expect((await server().requestAs(ann, 'POST /booking/complain', { id, text: '我在线上等了' })).status).toBe(200)
  // a wrong outcome can be corrected
  expect((await completeConsultation(id, 'done')).status).toBe(200)
  expect(await requireOwnBooking('GET /booking/mine', id, ann)).toMatchObject({ state: 'done', canRate: true })
})

test('refuses to move or cancel a consultation after its start, and settles it normally', async () => {
  const id = await addConsultation('online')
  await beginConsultation(id, 1)
  const { start } = (await server().request('GET /booking/slots', { counsellorId })).data.slots.at(-1)!
  expect((await server().requestAs(ann, 'POST /booking/cancel', { id })).reason).toBe('tooLate')
  expect((await server().requestAs(ann, 'POST /booking/change', { id, start })).reason).toBe('tooLate')
  expect((await server().requestAs(service, 'POST /admin/booking/cancel', { id, reason: '还没到' })).reason).toBe(
    'wrongState',
  )
  await beginConsultation(id, 40)
  expect((await completeConsultation(id, 'done')).status).toBe(200)
  expect(await requireOwnBooking('GET /booking/mine', id, ann)).toMatchObject({ state: 'done', canRate: true })
})

test('refuses an outcome for bookings that are cancelled or only held, and hides holds from counsellors', async () => {
  const [cancelled, held] = [await addConsultation('online'), await addConsultation('offline')]
  expect((await server().requestAs(ann, 'POST /booking/cancel', { id: cancelled })).status).toBe(200)
  for (const id of [cancelled, held]) await beginConsultation(id, 10)
  expect((await completeConsultation(cancelled, 'noShow')).reason).toBe('wrongState')
  expect((await completeConsultation(held, 'noShow')).status).toBe(404)
  expect(await requireOwnBooking('GET /booking/clients', held, doctor)).toBe(undefined)
  expect((await server().requestAs(doctor, 'GET /booking/notes', { id: held })).status).toBe(404)
  const note = { id: held, kind: 'referral', text: '转介' }
  expect((await server().requestAs(doctor, 'POST /booking/note', note)).status).toBe(404)
})

test('counts a consultation as held two days after its end, and lets the counsellor still correct it', async () => {
  const day = 1440
  const ids = [
    await addConsultation('online'),
    await addConsultation('online'),
    await addConsultation('online'),
  ] as const
  const [old, recent, missed] = ids
  await beginConsultation(old, 2 * day + 55)
  await beginConsultation(recent, 2 * day + 45)
  await beginConsultation(missed, 3 * day)
  expect((await completeConsultation(missed, 'noShow')).status).toBe(200)
  await markPastBookingsDone(server().kit.sql)
  const states = await Promise.all(
    ids.map(async (id) => (await requireOwnBooking('GET /booking/mine', id, ann))?.state),
  )
  expect(states).toEqual(['done', 'booked', 'noShow'])
  expect((await completeConsultation(old, 'noShow')).status).toBe(200)
  expect(await requireOwnBooking('GET /booking/mine', old, ann)).toMatchObject({ state: 'noShow', canRate: false })
})

test('seals a referral with the notes, readable by its author only', async () => {
  const { sql } = server().kit
  const id = await addConsultation('online')
  const words = '建议转往市第七人民医院精神科评估'
  const writeNote = (over: object, caller: Caller = doctor) =>
    server().requestAs(caller, 'POST /booking/note', { id, kind: 'referral', text: words, ...over })
  const readNotes = (caller: Caller) => server().requestAs(caller, 'GET /booking/notes', { id })
  for (const [caller, status] of [
    [other, 404],
    [ann, 403],
    [service, 403],
  ] as const) {
    expect((await writeNote({}, caller)).status).toBe(status)
    expect((await readNotes(caller)).status).toBe(status)
  }
  expect((await writeNote({ text: ' ' })).msg).toBe('请填写记录')
  expect((await writeNote({ kind: 'letter' })).msg).toBe('类型不正确')
  expect((await readNotes(doctor)).data).toEqual([])
  // before the consultation, the intake alone may justify a referral
  expect((await writeNote({})).data).toMatchObject({ kind: 'referral', text: words })
  await beginConsultation(id, 60)
  expect((await writeNote({ kind: 'note', text: '已说明转介的理由' })).status).toBe(200)
  expect((await completeConsultation(id, 'done')).status).toBe(200)
  const notes = [
    { kind: 'note', text: '已说明转介的理由' },
    { kind: 'referral', text: words, time: expect.stringMatching(/^\d{4}-/) as string },
  ]
  expect((await readNotes(doctor)).data).toMatchObject(notes)
  const rows = await sql<{ text_sealed: Buffer }[]>`select text_sealed from booking_note where booking_id = ${id}`
  for (const row of rows) expect(row.text_sealed.toString()).not.toMatch(/转介|第七/)
  for (const [path, caller] of [
    ['/booking/mine', ann],
    ['/message/getUnReadByUserId', ann],
    ['/admin/bookings', service],
    ['/booking/clients', other],
  ] as const)
    expect((await server().sendRaw('GET', path, {}, caller)).raw).not.toContain('第七')
})

test('seals the text of a rating, readable by both sides only', async () => {
  const { sql } = server().kit
  const id = await addConsultation('online')
  await beginConsultation(id, 60)
  await completeConsultation(id, 'done')
  const words = '谈到父亲时有些急'
  const rate = (over: object, caller: Caller = ann) =>
    server().requestAs(caller, 'POST /booking/rate', { id, stars: 4, text: words, ...over })
  for (const caller of [doctor, other, service]) expect((await rate({}, caller)).status).toBe(404)
  expect((await rate({ stars: 6 })).msg).toBe('请选择评分')
  expect((await rate({})).status).toBe(200)
  const written = { stars: 4, ratingText: words }
  expect(await requireOwnBooking('GET /booking/mine', id, ann)).toMatchObject(written)
  expect(await requireOwnBooking('GET /booking/clients', id, doctor)).toMatchObject(written)
  const [row] = await sql<{ text_sealed: Buffer }[]>`select text_sealed from booking_rating where booking_id = ${id}`
  expect(row!.text_sealed.toString()).not.toContain('父亲')
  const page = await server().request('GET /consultDoctor/getById', { id: counsellorId })
  const listed = await server().requestAs(service, 'GET /admin/bookings')
  expect(listed.data.content.find((item) => item.id === id)).toMatchObject({ stars: 4 })
  for (const reply of [page, listed, await server().requestAs(other, 'GET /booking/clients')])
    expect(reply.raw).not.toMatch(/父亲/)
  // moderation removes the text and keeps the stars
  expect((await rate({ stars: 3, text: '' })).status).toBe(200)
  for (const [path, caller] of [
    ['GET /booking/mine', ann],
    ['GET /booking/clients', doctor],
  ] as const)
    expect(await requireOwnBooking(path, id, caller)).toMatchObject({ stars: 3, ratingText: '' })
})
