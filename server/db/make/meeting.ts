// Meetings for the demo site and for tests.
import { randomUUID } from 'node:crypto'
import type { MeetingKind, MeetingState } from '@xinqiao/contract/meetings.ts'
import type { Db } from '../../src/kit/db.ts'
import { formatTime } from '../../src/kit/time.ts'

const dayMs = 86_400_000

type MeetingToMake = {
  title: string
  /** By default an annual conference when the title says so. */
  kind?: MeetingKind
  /** To its beginning. */
  daysFromNow?: number
  state?: MeetingState
  /** To the end of registration. */
  registrationDays?: number
  /** Of each type; null is without end. */
  quota?: number | null
}

/** When somebody arrives at such a meeting and leaves, as a receipt says it. */
export const makeStay = (daysFromNow = 33) => {
  const at = (days: number) => formatTime(new Date(Date.now() + days * dayMs))
  return { arrivalTime: at(daysFromNow - 0.5), leaveTime: at(daysFromNow + 2) }
}

/** Who comes to the door without a registration, as the form of the door says it. */
export const makeWalkIn = (meetingId: number) => ({
  meetingId,
  activityAttendTypeId: 2,
  name: '来者',
  companyName: '路过单位',
  phone: '13912340000',
  paidCents: 80_000,
  key: randomUUID(),
  door: '报到处',
})

/** An open meeting of three days with all four types, 800 yuan for non-members. */
export async function makeMeeting(db: Db, meeting: MeetingToMake): Promise<{ id: number }> {
  const {
    title,
    kind = title.includes('年会') ? 'annual' : 'event',
    daysFromNow = 33,
    registrationDays = daysFromNow - 8,
    state = 'open',
    quota = null,
  } = meeting
  const at = (days: number) => new Date(Date.now() + (daysFromNow + days) * dayMs)
  const [row] = await db<{ id: number }[]>`
    insert into meeting ${db({
      kind,
      title,
      content: '<p>会议说明</p>',
      location: '省城会议中心',
      registration_deadline: new Date(Date.now() + registrationDays * dayMs),
      starts_at: at(0),
      ends_at: at(2),
      change_deadline: at(-10),
      full_refund_until: at(-15),
      half_refund_until: at(-5),
      state,
      published_at: state === 'draft' ? null : new Date(Date.now() + daysFromNow * 1000),
    })} returning id`
  const prices = [60_000, 80_000, 70_000, 40_000]
  await db`insert into meeting_type ${db(
    prices.map((price, i) => ({ meeting_id: row!.id, attend_type: i + 1, price_cents: price, quota })),
  )}`
  return row!
}
