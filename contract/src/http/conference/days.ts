// Days of a meeting: rooms, programme, check-in, badges, and certificates for attendees.
import { auditChangeOf } from '../../audit.ts'
import { z } from 'zod'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  Instant,
  optional,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'
import { checkInStaff, organisers, wholeNumberField } from './staff.ts'

/** An entry of the programme. */
export const ProgrammeSession = z.object({
  id: z.number(),
  title: z.string(),
  speaker: z.string(),
  place: z.string(),
  startTime: Time,
  endTime: Time,
  /** Credits for attendance; 0 for none. */
  credits: z.number(),
})
export type ProgrammeSession = z.infer<typeof ProgrammeSession>

const Room = z.object({
  id: z.number(),
  name: z.string(),
  beds: z.number(),
  /** The registration to which this additional room belongs. */
  reservedFor: z.number().nullable(),
})
const HotelGuest = z.object({
  id: z.number(),
  name: z.string(),
  sex: z.string(),
  companyName: z.string(),
  shareWith: z.string(),
  arrivalTime: Time,
  leaveTime: Time,
  /** Number of requested beds. */
  dorm: z.number(),
  roomId: z.number().nullable(),
})
export type HotelGuest = z.infer<typeof HotelGuest>
const HotelRoomPlan = z.object({
  rooms: z.array(Room),
  guests: z.array(HotelGuest),
  /** Time since which guests can see their rooms. */
  notifiedTime: Time.nullable(),
})
export type HotelRoomPlan = z.infer<typeof HotelRoomPlan>

const credits = z
  .number('请填写学分')
  .min(0, '学分不能为负')
  .max(100, '学分不能超过100')
  .multipleOf(0.5, '学分以0.5为单位')

const ProgrammeSessionDraft = z
  .object({
    /** Id of an existing entry; absent for a new one. */
    id: optional(Id),
    title: requiredText(100, '请输入议题', '议题不能超过100个字'),
    speaker: text(100, '报告人不能超过100个字'),
    place: text(100, '会场不能超过100个字'),
    startTime: Instant,
    endTime: Instant,
    /** Credits for attendance. */
    credits,
  })
  .refine(
    (session) => Date.parse(session.startTime.replace(' ', 'T')) < Date.parse(session.endTime.replace(' ', 'T')),
    {
      path: ['endTime'],
      message: '结束时间应晚于开始时间',
    },
  )

const Ticket = z.object({
  id: z.number(),
  /** SHA-256 of the ticket's text, so that a lost check-in device contains no tickets. */
  digest: z.string(),
  name: z.string(),
  companyName: z.string(),
  activityAttendTypeId: z.number(),
  checkedInTime: Time.nullable(),
  /** The sessions that the person attended. */
  sessionIds: z.array(z.number()),
})
export type Ticket = z.infer<typeof Ticket>
const CheckInProgrammeSession = z.object({ id: z.number(), title: z.string(), startTime: Time, credits: z.number() })
export type CheckInProgrammeSession = z.infer<typeof CheckInProgrammeSession>
const CheckInCount = z.object({ expected: z.number(), arrived: z.number() })

export const meetingDays = {
  'GET /admin/meeting/rooms': endpoint({
    who: organisers,
    summary: '房间与住客',
    input: z.object({ id: Id }),
    output: HotelRoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/room': endpoint({
    who: organisers,
    summary: '添加房间，可一次多间',
    audit: auditChangeOf('meeting'),
    input: z.object({
      id: Id,
      names: z
        .array(requiredText(20, '请输入房号', '房号不能超过20个字'))
        .min(1, '请输入房号')
        .max(300, '一次最多300间'),
      beds: wholeNumberField('请输入床位数', 1, 20),
    }),
    output: HotelRoomPlan,
    errors: ['notFound', 'invalid'],
  }),
  'DELETE /admin/meeting/room': endpoint({
    who: organisers,
    summary: '删除房间',
    audit: ({ id, roomId }) => ({ action: 'staffCall', subject: `meeting ${id} room ${roomId}` }),
    input: z.object({ id: Id, roomId: Id }),
    output: HotelRoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/rooms/allocate': endpoint({
    who: organisers,
    summary: '按性别、日期与合住意愿分配尚未安排的住客',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id }),
    output: HotelRoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/rooms/place': endpoint({
    who: organisers,
    summary: '安排或取消一位住客的房间',
    audit: ({ id, registrationId }) => ({
      action: 'staffCall',
      subject: `meeting ${id} registration ${registrationId}`,
    }),
    input: z.object({ id: Id, registrationId: Id, roomId: Id.nullable() }),
    output: HotelRoomPlan,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/meeting/rooms/reserve': endpoint({
    who: organisers,
    summary: '为需要多间的住客留一间空房，或取消',
    audit: ({ id, roomId }) => ({ action: 'staffCall', subject: `meeting ${id} room ${roomId}` }),
    input: z.object({ id: Id, roomId: Id, registrationId: Id.nullable() }),
    output: HotelRoomPlan,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/meeting/rooms/notify': endpoint({
    who: organisers,
    summary: '房间安排定稿并通知住客，之后的变动自动告知',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id }),
    output: z.object({ notified: z.number() }),
    errors: ['notFound', 'wrongState'],
  }),
  'PUT /admin/meeting/sessions': endpoint({
    who: organisers,
    summary: '保存会议日程；已有人签到的议题不能删除',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id, sessions: z.array(ProgrammeSessionDraft).max(300, '最多300个议题') }),
    output: EmptyReply,
    errors: ['notFound', 'invalid', 'wrongState'],
  }),
  'GET /admin/meeting/sessions': endpoint({
    who: checkInStaff,
    summary: '会议日程',
    input: z.object({ id: Id }),
    output: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        speaker: z.string(),
        place: z.string(),
        startTime: Time,
        endTime: Time,
        credits: z.number(),
        attended: z.number(),
      }),
    ),
    errors: ['notFound'],
  }),
  'GET /admin/meeting/door': endpoint({
    who: checkInStaff,
    summary: '签到名单，供断网时使用',
    input: z.object({ id: Id }),
    output: CheckInCount.extend({
      /** Days of check-in, and the server's time. */
      from: Time,
      until: Time,
      now: Time,
      tickets: z.array(Ticket),
      sessions: z.array(CheckInProgrammeSession),
    }),
    errors: ['notFound'],
  }),
  'POST /admin/meeting/checkIn': endpoint({
    who: checkInStaff,
    summary: '上报签到，可一次多条、可重复上报；会议前一天起至会议结束当天有效',
    // not audited: each check-in stores who reported it, where and when
    audit: null,
    input: z.object({
      id: Id,
      entrance: requiredText(30, '请输入签到处'),
      scans: z.array(z.object({ ticket: text(200), at: Instant, sessionId: optional(Id) })).max(500, '一次最多500条'),
    }),
    output: CheckInCount.extend({
      results: z.array(
        z.object({
          ticket: z.string(),
          result: z.enum(['arrived', 'already', 'unpaid', 'unknown', 'early', 'over']),
          id: z.number().nullable(),
          name: z.string(),
          /** Time and place of the one check-in that counts. */
          at: Time.nullable(),
          entrance: z.string(),
        }),
      ),
    }),
    errors: ['notFound'],
  }),
  'GET /admin/meeting/badges': endpoint({
    who: organisers,
    summary: '胸卡（PDF）',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.pdf,
    download: '胸卡.pdf',
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/meeting/certificates': endpoint({
    who: organisers,
    summary: '给已签到的参会者颁发参会证明',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id }),
    output: z.object({ issued: z.number() }),
    errors: ['notFound', 'wrongState'],
  }),
}
