// Tests the waiting room of a consultation: who enters it and when, the call that begins there, and its record.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, leaveAll, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { useBooking } from '../../../test/steps/booking-steps.ts'
import type { Caller } from '../../../test/test-server.ts'

const bookings = useBooking()
const { server, doctor } = bookings
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

/** Inserts a booking of an online consultation that begins after this many minutes. */
async function bookIn(minutes: number, client: Caller, index: number, intake: object = {}): Promise<number> {
  const input = { mode: 'online', ...intake }
  const { data } = await bookings.book(client, await bookings.findLaterStart(index), input)
  await bookings.pay(data.id, client.id)
  await server().kit.sql`
    update booking set starts_at = now() + ${minutes} * interval '1 minute',
      ends_at = now() + ${minutes + 50} * interval '1 minute' where id = ${data.id}`
  return data.id
}
const enter = (person: Pick<Caller, 'token'>, id: number, isReady = true) =>
  server().requestAs(person, 'POST /booking/waiting', { id, isReady })

test('opens ten minutes before, for the two sides only, and shows who is there', async () => {
  const [ann, eve] = [await server().enter('user'), await server().enter('user')]
  const other = await server().enter('counsellor')
  const id = await bookIn(20, ann, 0)
  expect((await enter(ann, id)).data).toMatchObject({ state: 'early', isCounsellor: false, isPeerHere: false })
  await server().kit.sql`update booking set starts_at = now() + interval '9 minutes' where id = ${id}`
  expect((await enter(ann, id)).data.state).toBe('open')
  expect((await enter(doctor, id)).data).toMatchObject({ state: 'open', isCounsellor: true, isPeerHere: true })
  expect((await enter(ann, id)).data).toMatchObject({ isPeerHere: true, hasContact: false })
  await server().kit.sql`update booking_presence set client_seen_at = now() - interval '1 minute'`
  expect((await enter(doctor, id)).data.isPeerHere).toBe(false)
  // reading the state of the room records no presence, and a client may have to allow the microphone first
  expect((await server().requestAs(ann, 'POST /booking/waiting', { id })).data.isPeerHere).toBe(true)
  expect((await enter(doctor, id)).data.isPeerHere).toBe(false)
  await enter(ann, id, false)
  expect((await enter(doctor, id)).data).toMatchObject({ isPeerHere: true, isPeerReady: false })
  await enter(ann, id)
  expect((await enter(doctor, id)).data).toMatchObject({ isPeerHere: true, isPeerReady: true })
  for (const person of [eve, other]) expect((await enter(person, id)).status).toBe(404)
  await server().kit.sql`update booking set ends_at = now() - interval '16 minutes' where id = ${id}`
  expect((await enter(ann, id)).data.state).toBe('over')
  // both sides, and no others, learn that a settled consultation is over
  for (const state of ['done', 'noShow']) {
    await server().kit.sql`update booking set state = ${state} where id = ${id}`
    for (const person of [ann, doctor])
      expect((await enter(person, id)).data).toMatchObject({ state: 'over', hasContact: false })
    expect((await enter(eve, id)).status).toBe(404)
  }
})

test('offers the guardian of a minor or the contact of an adult, to the counsellor only', async () => {
  const contact = { contactName: '赵先生', contactPhone: '13900005678' }
  const guardian = { minor: true, guardianName: '林女士', guardianPhone: '13900001234', guardianAgreed: true }
  const cases = [
    [{}, null, false],
    [contact, '赵先生 13900005678', false],
    [{ ...contact, ...guardian }, '林女士 13900001234', true],
  ] as const
  for (const [i, [intake, shown, isContactGuardian]] of cases.entries()) {
    const ann = await server().enter('user')
    const id = await bookIn(5, ann, 10 + i, intake)
    expect((await enter(ann, id)).data).toMatchObject({ hasContact: false, isContactGuardian: false })
    expect((await enter(doctor, id)).data).toMatchObject({ hasContact: shown !== null, isContactGuardian })
    const look = await server().requestAs(doctor, 'POST /booking/contact', { id })
    if (shown === null) expect(look.status).toBe(404)
    else expect(look.data).toEqual({ contact: shown, isGuardian: isContactGuardian })
    await server().kit.sql`
      update booking set starts_at = starts_at + interval '1 month', ends_at = ends_at + interval '1 month'
      where id = ${id}`
  }
})

test('names the contact of a current or coming booking before its hour, to its counsellor only', async () => {
  const { sql, chat } = server().kit
  const [ann, other] = [await server().enter('user'), await server().enter('counsellor')]
  const { accid } = await chat.openAccount(sql, ann.id)
  const find = async (person: Pick<Caller, 'token'>) =>
    (await server().requestAs(person, 'GET /call/contact', { accid })).data
  expect(await find(doctor)).toBeNull()
  await bookIn(4_000, ann, 20)
  expect(await find(doctor)).toBeNull()
  const contact = { contactName: '赵先生', contactPhone: '13900005678' }
  const id = await bookIn(8_000, ann, 21, contact)
  expect(await find(doctor)).toEqual({ bookingId: id, isGuardian: false })
  expect(await find(other)).toBeNull()
  expect((await server().requestAs(ann, 'GET /call/contact', { accid })).status).toBe(403)
  const open = { id, reason: '通话中断，联系不上' }
  expect((await server().requestAs(doctor, 'POST /booking/contact', open)).data.contact).toBe('赵先生 13900005678')
  await sql`update booking set ends_at = now() - interval '1 minute', starts_at = now() - interval '1 hour' where id = ${id}`
  expect(await find(doctor)).toBeNull()
})

test('lets the counsellor call a booked client who has never written, until the end and its grace', async () => {
  const { sql } = server().kit
  const openDevice = async (caller: Caller) => {
    const chat = await server().requestAs(caller, 'GET /neteaseUser/getUser')
    const { accid, token } = chat.data
    const person = await createPerson(server(), url)
    const device = person.device({ deviceId: 'first-device', account: accid, token: () => token })
    await untilReady(device)
    return { accid, device }
  }
  const ann = await server().enter('user')
  const [counsellor, client] = [await openDevice(doctor), await openDevice(ann)]
  const ring = (requestId: string) =>
    counsellor.device.request('signalling.create', { type: 2, join: {}, invite: { account: client.accid, requestId } })
  await expect(ring('r0')).rejects.toMatchObject({ code: 414 })
  const id = await bookIn(5, ann, 2)
  const { channel } = await ring('r1')
  const { channelId } = channel
  const endTime = (await sql<{ ends_at: Date }[]>`select ends_at from booking where id = ${id}`)[0]!.ends_at.getTime()
  const { channel: info } = await counsellor.device.request('signalling.delay', { channelId })
  expect(Math.abs(info.channelExpireTime - endTime - 15 * 60_000)).toBeLessThan(1000)
  await client.device.request('signalling.accept', {
    channelId,
    account: counsellor.accid,
    requestId: 'r1',
    autoJoin: true,
  })
  const figures = { route: 'relay', samples: 4, poorSamples: 1, rttMs: 60, lossPermille: 2, isLost: false } as const
  expect((await server().requestAs(ann, 'POST /call/report', { channelId, ...figures })).status).toBe(200)
  await sql`update im_call set connect_time = connect_time - 60000`
  for (const side of [ann, doctor])
    expect((await server().requestAs(side, 'POST /call/booking', { channelId })).data).toMatchObject({ bookingId: id })
  const eve = await server().enter('counsellor')
  expect((await server().requestAs(eve, 'POST /call/booking', { channelId })).status).toBe(404)
  await counsellor.device.request('signalling.close', { channelId })
  await until(() => client.device.received.length > 0, 'the message of the call')
  const call = { outcome: 'completed', seconds: 60, route: 'relay', rttMs: 60, poorPercent: 25 }
  const listed = await server().requestAs(doctor, 'GET /booking/clients')
  expect(listed.data.content.find((item) => item.id === id)!.calls).toMatchObject([call])
  const service = await server().enter('service')
  const all = await server().requestAs(service, 'GET /admin/bookings')
  expect(all.data.content.find((item) => item.id === id)!.calls).toMatchObject([call])
})
