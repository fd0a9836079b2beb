// Registration for a meeting: once per account, within the quota, member types for members only.
import { randomInt } from 'node:crypto'
import type { Receipt } from '@xinqiao/contract/http/meeting-receipt.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { invoiceWords, meetingWords, type AttendType } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { isConflict, transaction, type Db, type Tx } from '../../kit/db.ts'
import { hit } from '../../kit/throttle.ts'
import { parseTime } from '../../kit/time.ts'
import { readKnownPerson } from '../standing/known-person.ts'
import { isActiveMember } from '../standing/standing.ts'
import { checkCommittee } from './committees.ts'
import { contactOf, sealContact } from './contacts.ts'
import { feeAt, placesLeft } from './fees.ts'
import * as store from './store.ts'
import * as registrationStore from './registration-store.ts'
import { noteListing } from './listing.ts'
import { keepUntil } from './waiting.ts'

const invalid = (field: string, message: string) => fail('invalid', message, { fields: { [field]: message } })

/** A random id of ten to fifteen digits, which reveals no numbers of registrations. */
export const drawId = (): number => randomInt(10 ** 9, 2 ** 47)

/** @throws Failure notAMember, with the code 500 of portal.md 7 */
export async function checkIdentity({ kit, viewer }: Ctx): Promise<void> {
  if (!viewer || !(await isActiveMember(kit.sql, viewer.id))) throw fail('notAMember')
}

type Attending = {
  /** Id of the registration, to which the contact is bound. */
  id: number
  meeting: Pick<store.MeetingRow, 'starts_at' | 'ends_at'>
  attendType: AttendType
  accountId: number | null
}

/** Dates farther away are typing errors that would keep a bed empty. */
const stayDays = 7
const stayMs = stayDays * 86_400_000

/** Checks that a requested invoice can be issued and sent. @throws Failure invalid */
function checkInvoice({ invoiceTitle, taxNumber, email }: Receipt): void {
  if (taxNumber && !invoiceTitle) throw invalid('invoiceTitle', invoiceWords.title)
  if (invoiceTitle && !email) throw invalid('email', invoiceWords.email)
}

/**
 * Badge, certificate and every notice need a name and a phone number. What the receipt leaves out comes from the
 * register of members and from the account's verified phone.
 * @throws Failure invalid
 */
async function findContactPerson(kit: Kit, db: Db, receipt: Receipt, accountId: number | null) {
  const given = { name: receipt.name?.trim() ?? '', phone: receipt.phone?.trim() ?? '' }
  if (given.name !== '' && given.phone !== '') return given
  const known = accountId === null ? null : await readKnownPerson(kit, db, accountId)
  const name = given.name || known?.name
  const phone = given.phone || known?.phone
  if (!name) throw invalid('name', meetingWords.incomplete)
  if (!phone) throw invalid('phone', meetingWords.incomplete)
  return { name, phone }
}

/** The columns of a receipt. @throws Failure invalid */
export async function readReceipt(
  kit: Kit,
  db: Db,
  receipt: Receipt,
  { id, meeting, attendType, accountId }: Attending,
) {
  const arrival = parseTime(receipt.arrivalTime)
  const leave = parseTime(receipt.leaveTime)
  if (leave <= arrival) throw invalid('leaveTime', '离开时间应晚于到达时间')
  const [earliest, latest] = [meeting.starts_at.getTime() - stayMs, meeting.ends_at.getTime() + stayMs]
  if (arrival.getTime() < earliest || arrival > meeting.ends_at) {
    throw invalid('arrivalTime', `到达时间应在会议开始前${stayDays}天至会议结束之间`)
  }
  if (leave < meeting.starts_at || leave.getTime() > latest) {
    throw invalid('leaveTime', `离开时间应在会议开始至结束后${stayDays}天之间`)
  }
  checkInvoice(receipt)
  const { name, phone } = await findContactPerson(kit, db, receipt, accountId)
  const unitId = attendType === 3 ? await checkCommittee(db, receipt.unitId, accountId) : null
  return {
    name,
    sex: receipt.sex ?? '',
    company: receipt.companyName,
    profess: receipt.profess ?? '',
    unit_id: unitId,
    ...sealContact(kit, id, contactOf({ ...receipt, phone })),
    arrival_at: arrival,
    leave_at: leave,
    rooms: receipt.dorm ?? 0,
    share_with: receipt.shareWith ?? '',
    is_listed: receipt.listed ?? false,
  }
}

type Wish = Receipt & { activityId: number; activityAttendTypeId: number; waiting?: boolean | undefined }
export type Outcome = { row: store.RegistrationRow | null; exists: boolean; isFull: boolean }

/**
 * Locks the type, then reads the meeting, so that a meeting that is unpublished meanwhile takes no registration.
 * @throws Failure notFound, wrongState, invalid
 */
async function lockOpenType(tx: Tx, { activityId, activityAttendTypeId }: Wish) {
  const type = await store.lockType(tx, activityId, activityAttendTypeId)
  const meeting = await store.findMeeting(tx, activityId)
  if (!meeting || meeting.state === 'draft') throw fail('notFound', '会议尚未发布或已经收回，请查看其他会议')
  if (meeting.state === 'closed' || meeting.is_over) throw fail('wrongState', '会议已结束，不能再报名，请查看其他会议')
  if (!meeting.is_open) throw fail('wrongState', '报名已截止')
  if (!type?.enabled) throw invalid('activityAttendTypeId', '该参会身份暂未开放报名')
  return { meeting, type }
}

const hourSeconds = 3600
const maxPerHour = 60

export async function register(ctx: Ctx, wish: Wish): Promise<Outcome> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  if ((await hit(kit.sql, `register:${accountId}`, hourSeconds)) > maxPerHour) throw fail('tooManyRequests')
  const known = await registrationStore.findLive(kit.sql, wish.activityId, accountId)
  if (known) return { row: known, exists: true, isFull: false }
  if (wish.activityAttendTypeId === 1) await checkIdentity(ctx)
  try {
    return await transaction(kit.sql, async (tx) => {
      const { meeting, type } = await lockOpenType(tx, wish)
      const id = drawId()
      const receipt = await readReceipt(kit, tx, wish, { id, meeting, attendType: type.attend_type, accountId })
      const now = await store.readNow(tx)
      const left = placesLeft(type.quota, await store.countTaken(tx, meeting.id, type.attend_type))
      const isFull = left === 0
      if (isFull && !wish.waiting) return { row: null, exists: false, isFull }
      const isFree = feeAt(type, now) === 0
      const row = await registrationStore.insertRegistration(
        tx,
        {
          ...receipt,
          id,
          meeting_id: meeting.id,
          account_id: accountId,
          attend_type: type.attend_type,
          state: isFull ? 'waiting' : isFree ? 'paid' : 'pending',
          pay_until: isFull || isFree ? null : keepUntil(meeting, type, meeting.hold_hours, now),
          paid_cents: !isFull && isFree ? 0 : null,
          order_no: null,
          is_walk_in: false,
        },
        now,
      )
      await noteListing(tx, accountId)
      return { row, exists: false, isFull }
    })
  } catch (error) {
    // a parallel request of the same account was faster
    if (!isConflict(error, 'registration_live')) throw error
    return { row: await registrationStore.findLive(kit.sql, wish.activityId, accountId), exists: true, isFull: false }
  }
}

/** Sentence for the screen (design/ui.md). */
export function outcomeSentence({ row, exists, isFull }: Outcome): string {
  if (!row) return isFull ? meetingWords.full : meetingWords.failed
  if (row.state === 'waiting') return exists ? '您已在候补名单中，有名额时将通知您' : '已登记候补，有名额时将通知您'
  if (exists) return row.state === 'paid' ? meetingWords.alreadyPaid : meetingWords.notPaidYet
  return row.state === 'paid' ? '报名成功' : meetingWords.goToPay
}
