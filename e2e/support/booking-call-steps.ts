// Steps of consultations by call: a booking that begins now, and the two sides of its waiting room.
import { expect, type Page } from '@playwright/test'
import { withStoryDatabase } from './story-database.ts'
import { allowed, collectConnections } from './call-steps.ts'
import { desktop, phone } from './conversation-steps.ts'
import { postJson } from './counsellor-steps.ts'
import { createMember, enterAs } from './visitor.ts'

const sharedFolder = process.env.E2E_DATA ?? 'tmp/e2e-data'

type Consent = { version: string; hash: string }
type Slots = { slots: { start: number; mode: string }[] }
const getJson = async <T>(page: Page, path: string): Promise<T> =>
  ((await (await page.request.get(`/prod-api${path}`)).json()) as { data: T }).data

type Open = (options?: object) => Promise<Page>
type Begin = {
  counsellorId: number
  /** From now until the booking begins. */
  minutes: number
  /** The folder of the server's database. */
  folder?: string
  /** The guardian of a minor, or the contact of an adult. */
  intake?: object
}

const minor = { minor: true, guardianName: '林女士', guardianPhone: '13900001234', guardianAgreed: true }

/**
 * Books and pays an online consultation, and moves it to now.
 * @returns the id of the booking
 */
async function bookForNow(client: Page, { counsellorId, minutes, folder, intake }: Required<Begin>): Promise<number> {
  const { slots } = await getJson<Slots>(client, `/booking/slots?counsellorId=${counsellorId}`)
  const consent = await getJson<Consent>(client, '/booking/consent')
  const free = slots.filter(({ mode }) => mode !== 'offline')
  const { id } = await postJson<{ id: number }>(client, '/booking/add', {
    counsellorId,
    start: free.at(-1)!.start,
    mode: 'online',
    topic: '考前睡不好',
    ...intake,
    consentVersion: consent.version,
    consentHash: consent.hash,
  })
  const { orderNo } = await postJson<{ orderNo: string }>(client, '/order/pay', { kind: 'booking', reference: `${id}` })
  const paid = await client.request.post(`/dev/pay/${orderNo}`, { data: { result: 'success' } })
  expect(paid.status()).toBeLessThan(400)
  await expect(async () => {
    await moveBooking(id, minutes, folder)
  }).toPass()
  return id
}

/** Moves a paid booking, so that it begins this many minutes from now. */
export const moveBooking = (id: number, minutes: number, folder = sharedFolder): Promise<void> =>
  withStoryDatabase(
    async (sql) => {
      const rows = await sql`
      update booking set starts_at = now() + ${minutes} * interval '1 minute',
        ends_at = now() + ${minutes + 50} * interval '1 minute'
      where id = ${id} and state = 'booked' returning id`
      expect(rows).toHaveLength(1)
    },
    { DATA_DIR: folder },
  )

/** Lets the time of a call be over. */
export const expireCall = (channelId: string): Promise<void> =>
  withStoryDatabase(
    async (sql) => {
      await sql`
      update im_signal_channel set expire_time = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where id = ${Number(channelId)}`
    },
    { DATA_DIR: sharedFolder },
  )

/** The client of a consultation, who has not yet allowed camera and microphone, and its counsellor. */
export async function openSides(
  page: Page,
  open: Open,
  { counsellorId, minutes, folder = sharedFolder, intake = minor }: Begin,
) {
  const { username, password } = await createMember(page.request)
  const client = await open({ viewport: phone })
  await enterAs(client, username, password)
  const doctor = await open({ viewport: desktop, ...allowed })
  await enterAs(doctor, `doctor${counsellorId}`)
  await Promise.all([client, doctor].map(collectConnections))
  const id = await bookForNow(client, { counsellorId, minutes, folder, intake })
  return { client, doctor, id, room: `/im/call?booking=${id}` }
}
