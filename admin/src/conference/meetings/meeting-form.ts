// Conversion between the form (pickers, yuan) and the contract (text, cents).
import dayjs, { type Dayjs } from 'dayjs'
import type { MeetingDraft, StaffMeeting } from '@xinqiao/contract/http/conference/staff.ts'
import { attendTypeList } from '@xinqiao/contract/meetings.ts'

export const pickerFormat = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)

type AttendTypeFields = {
  enabled: boolean
  price: number | null
  earlyPrice: number | null
  earlyUntil: Dayjs | null
  quota: number | null
}
const moments = [
  'registrationDeadline',
  'meetingStartTime',
  'meetingEndTime',
  'changeDeadline',
  'fullRefundUntil',
  'halfRefundUntil',
] as const
type MomentField = (typeof moments)[number]
export type MeetingFields = Pick<
  MeetingDraft,
  'kind' | 'title' | 'content' | 'location' | 'holdHours' | 'offerHours' | 'creditHours' | 'retentionDays'
> &
  Record<MomentField, Dayjs> & { types: AttendTypeFields[] }

const toYuan = (cents: number | null) => (cents === null ? null : cents / 100)
const toCents = (yuan: number | null | undefined) =>
  yuan === null || yuan === undefined ? null : Math.round(yuan * 100)

export const newMeetingFields: Partial<MeetingFields> = {
  kind: 'event',
  title: '',
  content: '',
  location: '',
  holdHours: 72,
  offerHours: 24,
  creditHours: 0,
  retentionDays: 180,
  types: attendTypeList.map(() => ({ enabled: true, price: null, earlyPrice: null, earlyUntil: null, quota: null })),
}

export function toMeetingFields(meeting: StaffMeeting): MeetingFields {
  const { kind, title, content, location, holdHours, offerHours, creditHours, retentionDays } = meeting
  const at = Object.fromEntries(moments.map((name) => [name, dayjs(meeting[name])])) as Record<MomentField, Dayjs>
  const types = attendTypeList.map((id) => {
    const type = meeting.types.find((item) => item.activityAttendTypeId === id)
    return {
      enabled: type?.enabled ?? false,
      price: toYuan(type?.priceCents ?? null),
      earlyPrice: toYuan(type?.earlyPriceCents ?? null),
      earlyUntil: type?.earlyUntil ? dayjs(type.earlyUntil) : null,
      quota: type?.quota ?? null,
    }
  })
  return { kind, title, content, location, holdHours, offerHours, creditHours, retentionDays, ...at, types }
}

export function toMeetingDraft({ types, ...fields }: MeetingFields): MeetingDraft {
  const at = Object.fromEntries(moments.map((name) => [name, fields[name].format(pickerFormat)])) as Record<
    MomentField,
    string
  >
  return {
    ...fields,
    ...at,
    types: attendTypeList.flatMap((id, index) => {
      const type = types[index]
      // a type without a price is not offered
      if (!type || type.price === null || type.price === undefined) return []
      return [
        {
          activityAttendTypeId: id,
          priceCents: toCents(type.price) ?? 0,
          earlyPriceCents: toCents(type.earlyPrice),
          earlyUntil: type.earlyUntil ? type.earlyUntil.format(pickerFormat) : null,
          quota: type.quota ?? null,
          enabled: type.enabled,
        },
      ]
    }),
  }
}
