// The conference as the secretariat runs it: meetings, prices and places, registrations, rooms, programme, the door.
import { z } from 'zod'
import {
  Bytes,
  call,
  Done,
  filled,
  Id,
  Instant,
  keysOf,
  Nothing,
  optional,
  pageOf,
  paging,
  replyTypes,
  text,
  Time,
} from './row.ts'
import { Receipt } from './meetings.ts'
import { meetingStates, registrationStates, requestKinds, requestStates } from '../meetings.ts'
import { limits } from '../limits.ts'

const organisers = ['administrator', 'editor'] as const
/** Whoever stands at a door. */
const doorkeepers = ['administrator', 'editor', 'service'] as const

const AttendTypeId = z.coerce
  .number('请选择参会身份')
  .int('请选择参会身份')
  .min(1, '请选择参会身份')
  .max(4, '请选择参会身份')
const cents = (most: string) => z.number('请输入金额').int('金额精确到分').min(0, '金额不能为负').max(100_000_00, most)
const whole = (empty: string, least: number, most: number) =>
  z.number(empty).int('请输入整数').min(least, `不能小于${least}`).max(most, `不能大于${most}`)

const TypeDraft = z
  .object({
    activityAttendTypeId: AttendTypeId,
    priceCents: cents('金额过大'),
    earlyPriceCents: cents('金额过大').nullable(),
    earlyUntil: Instant.nullable(),
    quota: whole('请输入名额', 0, 100_000).nullable(),
    enabled: z.boolean('请选择是否开放'),
  })
  .refine((type) => (type.earlyPriceCents === null) === (type.earlyUntil === null), {
    path: ['earlyUntil'],
    message: '早鸟价与截止时间要同时填写',
  })
  .refine((type) => type.earlyPriceCents === null || type.earlyPriceCents <= type.priceCents, {
    path: ['earlyPriceCents'],
    message: '早鸟价不能高于原价',
  })
export type TypeDraft = z.output<typeof TypeDraft>

const MeetingDraft = z.object({
  title: filled(100, '请输入会议名称', '会议名称不能超过100个字'),
  content: z.string('请输入会议说明').max(limits.articleBytes, '会议说明过长'),
  location: filled(200, '请输入地点', '地点不能超过200个字'),
  registrationDeadline: Instant,
  meetingStartTime: Instant,
  meetingEndTime: Instant,
  changeDeadline: Instant,
  fullRefundUntil: Instant,
  halfRefundUntil: Instant,
  holdHours: whole('请输入保留时间', 1, 720),
  offerHours: whole('请输入候补时间', 1, 240),
  creditHours: whole('请输入学时', 0, 200),
  retentionDays: whole('请输入保存天数', 30, 1095),
  types: z.array(TypeDraft).max(4, '最多四种参会身份'),
})
export type MeetingDraft = z.output<typeof MeetingDraft>

const TypeState = z.object({
  activityAttendTypeId: z.number(),
  priceCents: z.number(),
  earlyPriceCents: z.number().nullable(),
  earlyUntil: Time.nullable(),
  quota: z.number().nullable(),
  enabled: z.boolean(),
  taken: z.number(),
  paid: z.number(),
  waiting: z.number(),
})
const StaffMeetingRow = z.object({
  id: z.number(),
  title: z.string(),
  location: z.string(),
  state: z.enum(keysOf(meetingStates)),
  meetingStartTime: Time,
  meetingEndTime: Time,
  registrationDeadline: Time,
  paid: z.number(),
  version: z.number(),
})
export type StaffMeetingRow = z.infer<typeof StaffMeetingRow>
export const StaffMeeting = StaffMeetingRow.extend({
  content: z.string(),
  changeDeadline: Time,
  fullRefundUntil: Time,
  halfRefundUntil: Time,
  holdHours: z.number(),
  offerHours: z.number(),
  creditHours: z.number(),
  retentionDays: z.number(),
  isPurged: z.boolean(),
  types: z.array(TypeState),
})
export type StaffMeeting = z.infer<typeof StaffMeeting>

const StaffRegistration = z.object({
  id: z.number(),
  state: z.enum(keysOf(registrationStates)),
  activityAttendTypeId: z.number(),
  name: z.string(),
  sex: z.string(),
  companyName: z.string(),
  unitName: z.string(),
  /** Masked; the whole number is shown with a reason. */
  phone: z.string(),
  dorm: z.number(),
  shareWith: z.string(),
  roomName: z.string(),
  paidCents: z.number().nullable(),
  orderNo: z.string(),
  payUntil: Time.nullable(),
  createTime: Time,
  checkedInTime: Time.nullable(),
  isWalkIn: z.boolean(),
})
export type StaffRegistration = z.infer<typeof StaffRegistration>

const StaffRequest = z.object({
  id: z.number(),
  registrationId: z.number(),
  kind: z.enum(keysOf(requestKinds)),
  state: z.enum(keysOf(requestStates)),
  name: z.string(),
  reason: z.string(),
  /** What would be changed, line by line. */
  wanted: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  answer: z.string(),
  time: Time,
})
export type StaffRequest = z.infer<typeof StaffRequest>

const Room = z.object({ id: z.number(), name: z.string(), beds: z.number() })
const Guest = z.object({
  id: z.number(),
  name: z.string(),
  sex: z.string(),
  companyName: z.string(),
  shareWith: z.string(),
  arrivalTime: Time,
  leaveTime: Time,
  roomId: z.number().nullable(),
})
export type RoomGuest = z.infer<typeof Guest>
const RoomPlan = z.object({ rooms: z.array(Room), guests: z.array(Guest) })
export type RoomPlan = z.infer<typeof RoomPlan>

const SessionDraft = z
  .object({
    title: filled(100, '请输入议题', '议题不能超过100个字'),
    speaker: text(100, '报告人不能超过100个字'),
    place: text(100, '会场不能超过100个字'),
    startTime: Instant,
    endTime: Instant,
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
  /** SHA-256 of the ticket's text, so that a lost door tablet holds no tickets. */
  digest: z.string(),
  name: z.string(),
  companyName: z.string(),
  activityAttendTypeId: z.number(),
  checkedInTime: Time.nullable(),
})
export type Ticket = z.infer<typeof Ticket>
const DoorCount = z.object({ expected: z.number(), arrived: z.number() })

const Committee = z.object({ id: z.number(), name: z.string(), position: z.number(), enabled: z.boolean() })
const CommitteeDraft = z.object({
  name: filled(60, '请输入名称', '名称不能超过60个字'),
  position: whole('请输入次序', 0, 10_000),
  enabled: z.boolean('请选择是否启用'),
})
export type Committee = z.infer<typeof Committee>

const Reason = filled(200, '请填写理由', '理由不能超过200个字')
const RegistrationQuery = {
  meetingId: Id,
  state: optional(z.enum(keysOf(registrationStates))),
  activityAttendTypeId: optional(AttendTypeId),
  key: optional(text(50, '搜索词不能超过50个字')),
}

export const staffMeetings = {
  'GET /admin/meetings': call({
    who: doorkeepers,
    summary: '会议列表',
    input: z.object(paging(20)),
    output: pageOf(StaffMeetingRow),
  }),
  'GET /admin/meeting': call({
    who: doorkeepers,
    summary: '一次会议',
    input: z.object({ id: Id }),
    output: StaffMeeting,
    errors: ['notFound'],
  }),
  'POST /admin/meeting': call({
    who: organisers,
    summary: '新建会议',
    input: MeetingDraft,
    output: StaffMeeting,
    bodyBytes: limits.articleBytes,
    errors: ['invalid'],
  }),
  'PUT /admin/meeting': call({
    who: organisers,
    summary: '保存会议；版本不符时拒绝',
    input: MeetingDraft.extend({ id: Id, version: Id }),
    output: StaffMeeting,
    bodyBytes: limits.articleBytes,
    errors: ['invalid', 'notFound', 'changedMeanwhile'],
  }),
  'POST /admin/meeting/state': call({
    who: organisers,
    summary: '发布、结束或收回会议',
    input: z.object({ id: Id, version: Id, state: z.enum(keysOf(meetingStates)) }),
    output: StaffMeeting,
    errors: ['notFound', 'changedMeanwhile', 'wrongState', 'invalid'],
  }),
  'GET /admin/committees': call({
    who: organisers,
    summary: '专业委员会，连同停用的',
    input: Nothing,
    output: z.array(Committee),
  }),
  'POST /admin/committee': call({
    who: organisers,
    summary: '新建专业委员会',
    input: CommitteeDraft,
    output: Done,
    errors: ['invalid'],
  }),
  'PUT /admin/committee': call({
    who: organisers,
    summary: '修改专业委员会',
    input: CommitteeDraft.extend({ id: Id }),
    output: Done,
    errors: ['invalid', 'notFound'],
  }),
  'GET /admin/registrations': call({
    who: organisers,
    summary: '报名列表',
    input: z.object({ ...paging(20), ...RegistrationQuery }),
    output: pageOf(StaffRegistration),
  }),
  'GET /admin/registrations/sheet': call({
    who: organisers,
    summary: '导出报名（Excel），含联系方式，理由记入审计日志',
    input: z.object({ ...RegistrationQuery, reason: Reason }),
    output: Bytes,
    reply: replyTypes.sheet,
    download: '参会报名.xlsx',
    effect: true,
    errors: ['notFound'],
  }),
  'POST /admin/registration/reveal': call({
    who: organisers,
    summary: '查看联系方式，理由记入审计日志',
    input: z.object({ id: Id, reason: Reason }),
    output: z.object({
      phone: z.string(),
      email: z.string(),
      address: z.string(),
      postCode: z.string(),
      diet: z.string(),
      invoiceTitle: z.string(),
      taxNumber: z.string(),
    }),
    errors: ['notFound'],
  }),
  'POST /admin/registration/walkIn': call({
    who: doorkeepers,
    summary: '现场报名：已在现场收费，直接签到',
    input: Receipt.pick({ companyName: true, sex: true, profess: true }).extend({
      meetingId: Id,
      activityAttendTypeId: AttendTypeId,
      name: filled(40, '请输入姓名', '姓名不能超过40个字'),
      phone: filled(11, '请输入手机号码').regex(/^1[3-9]\d{9}$/, '请输入正确的手机号码'),
      paidCents: cents('金额过大'),
      door: filled(30, '请输入签到处'),
    }),
    output: z.object({ id: z.number() }),
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/registration/cancel': call({
    who: organisers,
    summary: '取消一份报名；已缴费的申请退款',
    input: z.object({ id: Id, reason: Reason }),
    output: Done,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/registrationRequests': call({
    who: organisers,
    summary: '变更、转让与取消的申请',
    input: z.object({ ...paging(20), state: optional(z.enum(keysOf(requestStates))) }),
    output: pageOf(StaffRequest),
  }),
  'POST /admin/registrationRequest/decide': call({
    who: organisers,
    summary: '处理申请',
    input: z.object({ id: Id, approve: z.boolean('请选择是否同意'), answer: text(300, '答复不能超过300个字') }),
    output: Done,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'GET /admin/meeting/rooms': call({
    who: organisers,
    summary: '房间与住客',
    input: z.object({ id: Id }),
    output: RoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/room': call({
    who: organisers,
    summary: '添加房间，可一次多间',
    input: z.object({
      id: Id,
      names: z
        .array(filled(20, '请输入房号', '房号不能超过20个字'))
        .min(1, '请输入房号')
        .max(300, '一次最多300间'),
      beds: whole('请输入床位数', 1, 20),
    }),
    output: RoomPlan,
    errors: ['notFound', 'invalid'],
  }),
  'DELETE /admin/meeting/room': call({
    who: organisers,
    summary: '删除房间',
    input: z.object({ id: Id, roomId: Id }),
    output: RoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/rooms/allot': call({
    who: organisers,
    summary: '按性别、日期与合住意愿分配尚未安排的住客',
    input: z.object({ id: Id }),
    output: RoomPlan,
    errors: ['notFound'],
  }),
  'POST /admin/meeting/rooms/place': call({
    who: organisers,
    summary: '安排或取消一位住客的房间',
    input: z.object({ id: Id, registrationId: Id, roomId: Id.nullable() }),
    output: RoomPlan,
    errors: ['notFound', 'wrongState'],
  }),
  'PUT /admin/meeting/sessions': call({
    who: organisers,
    summary: '保存会议日程',
    input: z.object({ id: Id, sessions: z.array(SessionDraft).max(300, '最多300个议题') }),
    output: Done,
    errors: ['notFound', 'invalid'],
  }),
  'GET /admin/meeting/sessions': call({
    who: doorkeepers,
    summary: '会议日程',
    input: z.object({ id: Id }),
    output: z.array(
      z.object({ title: z.string(), speaker: z.string(), place: z.string(), startTime: Time, endTime: Time }),
    ),
    errors: ['notFound'],
  }),
  'GET /admin/meeting/door': call({
    who: doorkeepers,
    summary: '签到名单，供断网时使用',
    input: z.object({ id: Id }),
    output: DoorCount.extend({ tickets: z.array(Ticket) }),
    errors: ['notFound'],
  }),
  'POST /admin/meeting/checkIn': call({
    who: doorkeepers,
    summary: '上报签到，可一次多条、可重复上报',
    input: z.object({
      id: Id,
      door: filled(30, '请输入签到处'),
      scans: z.array(z.object({ ticket: text(200), at: Instant })).max(500, '一次最多500条'),
    }),
    output: DoorCount.extend({
      results: z.array(
        z.object({
          ticket: z.string(),
          result: z.enum(['arrived', 'already', 'unpaid', 'unknown']),
          id: z.number().nullable(),
          name: z.string(),
          /** When, and where, the one counted check-in was. */
          at: Time.nullable(),
          door: z.string(),
        }),
      ),
    }),
    errors: ['notFound'],
  }),
  'GET /admin/meeting/badges': call({
    who: organisers,
    summary: '胸卡（PDF）',
    input: z.object({ id: Id }),
    output: Bytes,
    reply: replyTypes.pdf,
    download: '胸卡.pdf',
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/meeting/certificates': call({
    who: organisers,
    summary: '给已签到的参会者颁发参会证明',
    input: z.object({ id: Id }),
    output: z.object({ issued: z.number() }),
    errors: ['notFound', 'wrongState'],
  }),
}
