// Appointments of the demo site: past ones, a future one, a complaint that waits for an answer, and one that was
// answered.
import {
  bufferMinutes,
  consultationMinutes,
  type BookingMode,
  type BookingState,
} from '@xinqiao/contract/counselling.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { reserveId, transaction } from '../../src/kit/db/db.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { upsertDutyPerson } from '../../src/im/crisis/duty/duty-store.ts'
import { bookingConsentText } from '../../src/portal/booking/rules/consent.ts'
import { sealIntake } from '../../src/portal/booking/records/intake.ts'
import { minuteOfSlot } from '../../src/portal/booking/slots/slots.ts'
import * as store from '../../src/portal/booking/records/store.ts'

type SeedBooking = {
  member: number
  doctor: number
  day: number
  hour: number
  mode: BookingMode
  state: Exclude<BookingState, 'held'>
  topic: string
  stars?: [number, string]
  note?: string
  complaint?: [text: string, answer: string | null]
}

const seeded: readonly SeedBooking[] = [
  {
    member: 4,
    doctor: 1,
    day: -21,
    hour: 10,
    mode: 'online',
    state: 'done',
    topic: '带团队以后总担心出错',
    stars: [5, '老师很耐心，帮我理清了先做什么'],
    note: '首次会谈，睡眠与工作压力有关，约定记录一周作息。',
  },
  {
    member: 4,
    doctor: 1,
    day: -7,
    hour: 10,
    mode: 'online',
    state: 'done',
    topic: '作息调整的情况',
    stars: [5, '作息好了不少'],
    note: '作息改善，讨论如何与上级沟通工作量。',
  },
  {
    member: 6,
    doctor: 3,
    day: -12,
    hour: 15,
    mode: 'online',
    state: 'done',
    topic: '孩子上初中后不愿说话',
    stars: [4, ''],
    complaint: ['咨询开始时网络断了两次，希望说明能否补时', '已与咨询师核实，因平台网络中断，补充一次30分钟在线咨询。'],
  },
  {
    member: 1,
    doctor: 5,
    day: -4,
    hour: 19,
    mode: 'online',
    state: 'done',
    topic: '和室友的相处',
    complaint: ['等了十分钟咨询师才进入，时间没有补上', null],
  },
  { member: 5, doctor: 2, day: -3, hour: 9, mode: 'online', state: 'noShow', topic: '转岗前的犹豫' },
  // the outcome of this consultation is not recorded yet
  { member: 3, doctor: 2, day: -1, hour: 19, mode: 'online', state: 'booked', topic: '考前总想回家' },
  { member: 2, doctor: 4, day: 6, hour: 14, mode: 'online', state: 'cancelled', topic: '夜里容易醒' },
  { member: 4, doctor: 1, day: 8, hour: 10, mode: 'online', state: 'booked', topic: '和家人商量换工作' },
]

export async function seedBookings(kit: Kit, today: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const [service] = await kit.sql<{ id: number }[]>`select id from account where username = 'service'`
  const serviceId = service!.id
  await transaction(kit.sql, (tx) => upsertDutyPerson(tx, serviceId, 'duty'))
  for (const seededBooking of seeded) {
    const startsAt = new Date(today + seededBooking.day * dayMs + seededBooking.hour * hourMs)
    const accountId = idOf.get(`member${seededBooking.member}`)!
    await transaction(kit.sql, async (tx) => {
      const counsellorId = (await store.selectCounsellorIdOf(tx, idOf.get(`doctor${seededBooking.doctor}`)!))!
      const intake = {
        topic: seededBooking.topic,
        history: '',
        minor: false,
        guardianName: '',
        guardianPhone: '',
        contactName: '',
        contactPhone: '',
      }
      const id = await reserveId(tx, 'booking')
      await store.insertBooking(tx, {
        id,
        counsellor_id: counsellorId,
        account_id: accountId,
        mode: seededBooking.mode,
        start_minute: minuteOfSlot(startsAt),
        minutes: consultationMinutes,
        buffer_minutes: bufferMinutes,
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + consultationMinutes * 60_000),
        state: 'booked',
        hold_until: null,
        price_cents: 0,
        consent_version: bookingConsentText.version,
        consent_hash: bookingConsentText.hash,
        intake_sealed: sealIntake(kit.secrets, id, intake),
        is_minor: false,
      })
      const cancellation = { cancelled_by: accountId, cancel_reason: '临时出差' }
      if (seededBooking.state !== 'booked')
        await store.updateBooking(tx, id, {
          state: seededBooking.state,
          ...(seededBooking.state === 'cancelled' && cancellation),
        })
      if (seededBooking.stars) {
        const [stars, text] = seededBooking.stars
        const sealed = text === '' ? null : kit.secrets.seal(text, sealBindings.bookingRating(id))
        await store.upsertRating(tx, id, stars, sealed)
      }
      const authorId = idOf.get(`doctor${seededBooking.doctor}`)!
      if (seededBooking.note) {
        const noteId = await reserveId(tx, 'booking_note')
        const sealed = kit.secrets.seal(seededBooking.note, sealBindings.bookingNote(noteId))
        const note = { id: noteId, booking_id: id, author_id: authorId, kind: 'note', text_sealed: sealed } as const
        await store.insertBookingNote(tx, note)
      }
      if (!seededBooking.complaint) return
      const [text, answer] = seededBooking.complaint
      const complaintId = await reserveId(tx, 'booking_complaint')
      const sealed = kit.secrets.seal(text, sealBindings.bookingComplaint(complaintId))
      await store.insertComplaint(tx, { id: complaintId, booking_id: id, text_sealed: sealed })
      const [open] = (await store.selectComplaints(tx, { limit: 1, offset: 0 })).rows
      if (answer !== null) await store.markComplaintHandled(tx, open!.id, answer, serviceId)
      // the complaint was written on the same evening, and answered the next day
      await tx`
        update booking_complaint set created_at = least(now(), ${startsAt} + interval '9 hours'),
          handled_at = case when state = 'handled' then least(now(), ${startsAt} + interval '1 day') end
        where booking_id = ${id}`
    })
  }
}
