// Wire format of meetings and registrations.
import type { ProgrammeSession } from '@xinqiao/contract/http/conference/days.ts'
import type {
  ActivityUser,
  ListedMeeting,
  Meeting,
  AttendTypeOffer,
  OwnRegistration,
} from '@xinqiao/contract/http/conference/meetings.ts'
import { creditsOfTenths, wireStatus } from '@xinqiao/contract/meetings.ts'
import { formatTime } from '../../../kit/time.ts'
import type { ReceiptContactValues } from '../records/contacts.ts'
import { feeAt, countPlacesLeft } from '../rules/fees.ts'
import type { ActionObstacles } from '../rules/obstacles.ts'
import type {
  ListedMeetingRow,
  MeetingRow,
  RegistrationRow,
  RegistrationRequestRow,
  ProgrammeSessionRow,
  AttendTypeRow,
} from '../records/store.ts'

export const formatTimeOrNull = (at: Date | null): string | null => (at ? formatTime(at) : null)

export const presentListedMeeting = (row: ListedMeetingRow): ListedMeeting => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  location: row.location,
  registrationDeadline: formatTime(row.registration_deadline),
  meetingStartTime: formatTime(row.starts_at),
  meetingEndTime: formatTime(row.ends_at),
  isOpen: row.is_open,
  isOver: row.is_over,
})

export function presentMeeting(row: MeetingRow): Meeting {
  const { isOpen: _isOpen, isOver: _isOver, ...meeting } = presentListedMeeting(row)
  return { ...meeting, content: row.content }
}

export const presentAttendType = (type: AttendTypeRow, taken: number, now: Date): AttendTypeOffer => {
  const fee = feeAt(type, now)
  return {
    activityAttendTypeId: type.attend_type,
    fee,
    fullFee: type.price_cents,
    earlyUntil: fee < type.price_cents ? formatTimeOrNull(type.early_until) : null,
    left: countPlacesLeft(type.quota, taken),
  }
}

export const presentProgrammeSession = (row: ProgrammeSessionRow): ProgrammeSession => ({
  id: row.id,
  title: row.title,
  speaker: row.speaker,
  place: row.place,
  startTime: formatTime(row.starts_at),
  endTime: formatTime(row.ends_at),
  credits: creditsOfTenths(row.credit_tenths),
})

export const presentActivityUser = (row: RegistrationRow): ActivityUser => ({
  id: row.id,
  status: wireStatus[row.state],
  activityAttendTypeId: row.attend_type,
  activityId: row.meeting_id,
})

type OwnRegistrationParts = {
  row: RegistrationRow
  meeting: MeetingRow
  contact: ReceiptContactValues
  fee: number
  waitingPlace: number | null
  mayChange: boolean
  refundPercent: number
  refundedCents: number
  checkedInAt: Date | null
  unitName: string
  roomName: string
  ticket: string
  requests: readonly RegistrationRequestRow[]
  obstacles: ActionObstacles
  mayRegister: boolean
  certificate: { id: number; number: string } | null
  isPaidByOther: boolean
}

export const presentOwnRegistration = (parts: OwnRegistrationParts): OwnRegistration => {
  const { row, meeting, contact, checkedInAt, unitName, requests, ...rest } = parts
  return {
    ...rest,
    ...presentActivityUser(row),
    state: row.state,
    meetingTitle: meeting.title,
    meetingStartTime: formatTime(meeting.starts_at),
    meetingEndTime: formatTime(meeting.ends_at),
    location: meeting.location,
    payUntil: formatTimeOrNull(row.pay_until),
    checkedInTime: formatTimeOrNull(checkedInAt),
    refundCents: row.refund_cents,
    needsReceipt: row.needs_receipt,
    endReason: row.ended_by === row.account_id ? '' : row.end_reason,
    isPurged: meeting.purged_at !== null,
    receipt: {
      ...contact,
      companyName: row.company,
      unitId: row.unit_id,
      unitName,
      arrivalTime: formatTime(row.arrival_at),
      leaveTime: formatTime(row.leave_at),
      dorm: row.rooms,
      name: row.name,
      sex: row.sex,
      profess: row.profess,
      shareWith: row.share_with,
      listed: row.is_listed,
    },
    requests: requests.map((request) => ({
      id: request.id,
      kind: request.kind,
      state: request.state,
      text: request.reason,
      answer: request.answer,
      time: formatTime(request.created_at),
    })),
  }
}
