// A separate server for story files that publish, move and end meetings.
import type { Page } from '@playwright/test'
import { withStoryDatabase } from '../support/story-database.ts'
import { goToCashier, locatePaidHeading, payAs } from './conference-steps.ts'
import { stopOwnServer, type OwnServer, createFolder, startOwnServer } from '../support/own-server.ts'
import { chinaTimeIn, signInAsSecretariat } from '../support/staff-api.ts'
import { expect, test } from '../support/visitor.ts'

type Secretariat = Awaited<ReturnType<typeof signInAsSecretariat>>
type MeetingDraft = Record<string, unknown> & { id: number; version: number; types: object[] }
type OpenPage = (options: { baseURL: string; reducedMotion?: 'reduce' }) => Promise<Page>

/** Call it at the start of a story file. */
export function useMeetingServer() {
  let server: OwnServer
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    test.setTimeout(360_000)
    server = await startOwnServer(createFolder())
  })
  test.afterAll(() => stopOwnServer(server))
  const openVisitor = (open: OpenPage) => open({ baseURL: server.origin, reducedMotion: 'reduce' })
  return {
    /** Opens a user's browser at this server. */
    openVisitor,
    /** Replaces the consent of this registration's owner by one to an older text, from before meetings had groups. */
    makeListConsentOld: (id: number): Promise<void> =>
      withStoryDatabase(
        async (sql) => {
          const consents = await sql`
            update consent set version = '2026-11', text_hash = 'old'
            where purpose = 'participants' and withdrawn_at is null
              and account_id = (select account_id from registration where id = ${id}) returning id`
          expect(consents).toHaveLength(1)
        },
        { DATA_DIR: server.folder },
      ),
    /** Calls the API as the secretariat, for preparation only. */
    staff: async (open: OpenPage): Promise<Secretariat> => signInAsSecretariat((await openVisitor(open)).request),
  }
}

const getMeeting = (ask: Secretariat, id: number) => ask<MeetingDraft>('GET', `/admin/meeting?id=${id}`)

/** Reduces a meeting to the fields of a draft. */
function toMeetingDraft({ isPurged: _purged, state: _state, paid: _paid, ...meeting }: MeetingDraft): MeetingDraft {
  const types = (meeting.types as Record<string, unknown>[]).map(
    ({ taken: _taken, paid: _has, waiting: _waits, feeCents: _fee, ...type }) => type,
  )
  return { ...meeting, types }
}

export async function changeMeeting(ask: Secretariat, id: number, change: object): Promise<void> {
  await ask('PUT', '/admin/meeting', { ...toMeetingDraft(await getMeeting(ask, id)), ...change })
}

/** Publishes a training class with the days and fees of the meeting `id`. */
export async function publishTraining(ask: Secretariat, id: number, title: string): Promise<number> {
  const { id: _id, version: _version, ...draft } = toMeetingDraft(await getMeeting(ask, id))
  const made = await ask<MeetingDraft>('POST', '/admin/meeting', { ...draft, kind: 'event', title })
  await ask('POST', '/admin/meeting/state', { id: made.id, version: made.version, state: 'open' })
  return made.id
}

export async function closeMeeting(ask: Secretariat, id: number): Promise<void> {
  const { version } = await getMeeting(ask, id)
  await ask('POST', '/admin/meeting/state', { id, version, state: 'closed' })
}

/** Moves the meeting's days to now, so that check-in is open. */
export const beginMeeting = (ask: Secretariat, id: number) =>
  changeMeeting(ask, id, {
    meetingStartTime: chinaTimeIn(-0.01),
    meetingEndTime: chinaTimeIn(1),
    registrationDeadline: chinaTimeIn(-0.02),
    fullRefundUntil: chinaTimeIn(-3),
    halfRefundUntil: chinaTimeIn(-2),
    changeDeadline: chinaTimeIn(-1),
  })

/**
 * Creates an account with a paid registration in this page.
 * @returns the registration id
 */
export async function createPaidRegistration(page: Page): Promise<number> {
  await goToCashier(page, page.request)
  const id = Number(new URL(page.url()).searchParams.get('activityUserId'))
  await payAs(page, 'success')
  await expect(locatePaidHeading(page)).toBeVisible({ timeout: 12_000 })
  return id
}

export type RegistrationFields = {
  id: number
  activityId: number
  ticket: string
  receipt: Record<string, unknown>
  certificate: { number: string } | null
}
export async function getRegistration(page: Page, id: number): Promise<RegistrationFields> {
  const reply = await page.request.get(`/prod-api/activityUser/place?id=${id}`)
  return ((await reply.json()) as { data: RegistrationFields }).data
}
