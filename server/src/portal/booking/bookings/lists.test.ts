// Tests the order of appointments in the lists of both sides.
import { expect, test } from 'vitest'
import { useBooking } from '../../../../test/steps/booking-steps.ts'

const bookings = useBooking()
const { server, doctor } = bookings

test('lists the nearest coming appointment first, then the past and cancelled ones, newest first', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  const hours = [48, -24, 1, 72, -72, 24]
  const ids: Record<string, number> = {}
  for (const [i, hour] of hours.entries()) {
    const { data } = await bookings.book(ann, await bookings.findLaterStart(i * 2), { mode: 'online' })
    await bookings.pay(data.id, ann.id)
    await sql`
      update booking set starts_at = now() + ${hour} * interval '1 hour', ends_at = now() + ${hour * 60 + 50} * interval '1 minute',
        start_minute = floor(extract(epoch from now()) / 60)::bigint + ${hour * 60} where id = ${data.id}`
    ids[hour] = data.id
  }
  await sql`update booking set state = 'cancelled' where id = ${ids[24]!}`
  // a consultation in progress counts as a coming one
  await sql`
    update booking set starts_at = now() - interval '55 minutes', ends_at = now() - interval '5 minutes' where id = ${ids[1]!}`
  const expected = [1, 48, 72, 24, -24, -72].map((hour) => ids[hour])
  for (const [caller, path] of [
    [ann, 'GET /booking/mine'],
    [doctor, 'GET /booking/clients'],
  ] as const) {
    const pages = await Promise.all(
      [1, 2].map(async (page) => (await server().requestAs(caller, path, { page, size: 4 })).data),
    )
    expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(expected)
    expect(pages[0]!.totalElements).toBe(hours.length)
    const over = pages.flatMap(({ content }) => content.filter(({ isOver }) => isOver).map(({ id }) => id))
    expect(over).toEqual([ids[-24], ids[-72]])
  }
})
