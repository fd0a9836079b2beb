// Checks a registration's receipt and converts it to columns.
import { randomInt } from 'node:crypto'
import type { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import { failField } from '@xinqiao/contract/errors.ts'
import { type AttendType, invoiceMessages, meetingMessages, needsCommittee } from '@xinqiao/contract/meetings.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import type { KitInTransaction } from '../../../../kit/ctx.ts'
import type { Db } from '../../../../kit/db/db.ts'
import { parseTime } from '../../../../kit/time.ts'
import { readKnownPerson } from '../../../member-status/known-person.ts'
import { checkCommitteeMember } from '../../committees/committees.ts'
import { pickContact, sealContact } from '../../records/contacts.ts'
import type * as store from '../../records/store.ts'

/** A random id of ten to fifteen digits, so that it does not reveal the number of registrations. */
export const createRegistrationId = (): number => randomInt(10 ** 9, 2 ** 47)

type ReceiptContext = {
  /** Id of the registration to which the contact is bound. */
  id: number
  meeting: Pick<store.MeetingRow, 'starts_at' | 'ends_at'>
  attendType: AttendType
  accountId: number | null
}

/** Arrival and departure lie within this many days around the meeting; other days are typing errors. */
const maxStayDaysAround = 7
const maxStayMsAround = maxStayDaysAround * dayMs

/**
 * Checks that a requested invoice can be issued and sent.
 * @throws Failure invalid
 */
function checkInvoiceFields({ invoiceTitle, taxNumber, email }: RegistrationReceipt): void {
  if (taxNumber && !invoiceTitle) throw failField('invoiceTitle', invoiceMessages.title)
  if (invoiceTitle && !email) throw failField('email', invoiceMessages.email)
}

/**
 * Name and phone number are required for the badge, the certificate and every notice. Missing ones come from the
 * register of members and from the account's verified phone number.
 * @throws Failure invalid
 */
async function requireContactPerson(
  kit: KitInTransaction,
  db: Db,
  receipt: RegistrationReceipt,
  accountId: number | null,
) {
  const typedContact = { name: receipt.name?.trim() ?? '', phone: receipt.phone?.trim() ?? '' }
  if (typedContact.name !== '' && typedContact.phone !== '') return typedContact
  const person = accountId === null ? null : await readKnownPerson(kit, db, accountId)
  const name = typedContact.name || person?.name
  const phone = typedContact.phone || person?.phone
  if (!name) throw failField('name', meetingMessages.incomplete)
  if (!phone) throw failField('phone', meetingMessages.incomplete)
  return { name, phone }
}

/**
 * The columns of a receipt.
 * @throws Failure invalid
 */
export async function readReceipt(
  kit: KitInTransaction,
  db: Db,
  receipt: RegistrationReceipt,
  { id, meeting, attendType, accountId }: ReceiptContext,
) {
  const arrival = parseTime(receipt.arrivalTime)
  const leave = parseTime(receipt.leaveTime)
  if (leave <= arrival) throw failField('leaveTime', '离开时间应晚于到达时间')
  const [earliest, latest] = [
    meeting.starts_at.getTime() - maxStayMsAround,
    meeting.ends_at.getTime() + maxStayMsAround,
  ]
  if (arrival.getTime() < earliest || arrival > meeting.ends_at) {
    throw failField('arrivalTime', `到达时间应在会议开始前${maxStayDaysAround}天至会议结束之间`)
  }
  if (leave < meeting.starts_at || leave.getTime() > latest) {
    throw failField('leaveTime', `离开时间应在会议开始至结束后${maxStayDaysAround}天之间`)
  }
  checkInvoiceFields(receipt)
  const { name, phone } = await requireContactPerson(kit, db, receipt, accountId)
  const unitId = needsCommittee(attendType) ? await checkCommitteeMember(db, receipt.unitId, accountId) : null
  return {
    name,
    sex: receipt.sex ?? '',
    company: receipt.companyName,
    profess: receipt.profess ?? '',
    unit_id: unitId,
    ...sealContact(kit, id, pickContact({ ...receipt, phone })),
    arrival_at: arrival,
    leave_at: leave,
    rooms: receipt.dorm ?? 0,
    share_with: receipt.shareWith ?? '',
    is_listed: receipt.listed ?? false,
  }
}
