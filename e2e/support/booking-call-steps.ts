// Steps of consultations by call: a booking that begins now, and the two sides of its waiting room.
import { expect, type Page } from '@playwright/test'
import { withDatabase } from '../../tools/database.ts'
import { postJson } from './counsellor-steps.ts'

const database = { DATA_DIR: process.env.E2E_DATA ?? 'tmp/e2e-data' }

type Consent = { version: string; hash: string }
type Slots = { slots: { start: number; mode: string }[] }
const getJson = async <T>(page: Page, path: string): Promise<T> =>
  ((await (await page.request.get(`/prod-api${path}`)).json()) as { data: T }).data

/**
 * Books and pays an online consultation of a minor, and moves it to now.
 * @param minutes from now until the begin
 * @returns the id of the booking
 */
export async function bookForNow(client: Page, counsellorId: number, minutes: number): Promise<number> {
  const { slots } = await getJson<Slots>(client, `/booking/slots?counsellorId=${counsellorId}`)
  const consent = await getJson<Consent>(client, '/booking/consent')
  const free = slots.filter(({ mode }) => mode !== 'offline')
  const { id } = await postJson<{ id: number }>(client, '/booking/add', {
    ...{ counsellorId, start: free.at(-1)!.start, mode: 'online', topic: '考前睡不好' },
    ...{ minor: true, guardianName: '林女士', guardianPhone: '13900001234', guardianAgreed: true },
    ...{ consentVersion: consent.version, consentHash: consent.hash },
  })
  const { orderNo } = await postJson<{ orderNo: string }>(client, '/order/pay', { kind: 'booking', reference: `${id}` })
  const paid = await client.request.post(`/dev/pay/${orderNo}`, { data: { result: 'success' } })
  expect(paid.status()).toBeLessThan(400)
  await expect(async () => {
    await moveBooking(id, minutes)
  }).toPass()
  return id
}

/** Moves a paid booking, so that it begins this many minutes from now. */
export const moveBooking = (id: number, minutes: number): Promise<void> =>
  withDatabase(async (sql) => {
    const rows = await sql`
      update booking set starts_at = now() + ${minutes} * interval '1 minute',
        ends_at = now() + ${minutes + 50} * interval '1 minute'
      where id = ${id} and state = 'booked' returning id`
    expect(rows).toHaveLength(1)
  }, database)

/** Lets the time of a call be over. */
export const expireCall = (channelId: string): Promise<void> =>
  withDatabase(async (sql) => {
    await sql`
      update im_signal_channel set expire_time = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where id = ${Number(channelId)}`
  }, database)
