// The conference for the secretariat: meetings, prices and places, special committees.
import { keysOf } from '../../keys.ts'
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  Instant,
  EmptyInput,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
} from '../endpoint.ts'
import { meetingKinds, meetingStates } from '../../meetings.ts'
import { limits } from '../../limits.ts'

export const organisers = ['administrator', 'editor'] as const
/** Roles that may check attendees in. */
export const checkInStaff = ['administrator', 'editor', 'service'] as const

export const AttendTypeId = z.coerce
  .number('请选择参会身份')
  .int('请选择参会身份')
  .min(1, '请选择参会身份')
  .max(4, '请选择参会身份')
export const centsField = (maxYuanText: string) =>
  z.number('请输入金额').int('金额精确到分').min(0, '金额不能为负').max(100_000_00, maxYuanText)
export const wholeNumberField = (empty: string, min: number, max: number) =>
  z.number(empty).int('请输入整数').min(min, `不能小于${min}`).max(max, `不能大于${max}`)

const AttendTypeDraft = z
  .object({
    activityAttendTypeId: AttendTypeId,
    priceCents: centsField('金额过大'),
    earlyPriceCents: centsField('金额过大').nullable(),
    earlyUntil: Instant.nullable(),
    quota: wholeNumberField('请输入名额', 0, 100_000).nullable(),
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
export type AttendTypeDraft = z.output<typeof AttendTypeDraft>

const MeetingDraft = z.object({
  kind: z.enum(keysOf(meetingKinds), '请选择会议类型'),
  title: requiredText(100, '请输入会议名称', '会议名称不能超过100个字'),
  content: z.string('请输入会议说明').max(limits.maxArticleBytes, '会议说明过长'),
  location: requiredText(200, '请输入地点', '地点不能超过200个字'),
  registrationDeadline: Instant,
  meetingStartTime: Instant,
  meetingEndTime: Instant,
  changeDeadline: Instant,
  fullRefundUntil: Instant,
  halfRefundUntil: Instant,
  holdHours: wholeNumberField('请输入保留时间', 1, 720),
  offerHours: wholeNumberField('请输入候补时间', 1, 240),
  creditHours: wholeNumberField('请输入学分', 0, 200),
  retentionDays: wholeNumberField('请输入保存天数', 30, 1095),
  types: z.array(AttendTypeDraft).max(4, '最多四种参会身份'),
})
export type MeetingDraft = z.output<typeof MeetingDraft>

const TypeState = z.object({
  activityAttendTypeId: z.number(),
  priceCents: z.number(),
  earlyPriceCents: z.number().nullable(),
  earlyUntil: Time.nullable(),
  /** The price that a registration of today pays. */
  feeCents: z.number(),
  quota: z.number().nullable(),
  enabled: z.boolean(),
  taken: z.number(),
  paid: z.number(),
  waiting: z.number(),
})
const StaffMeetingRow = z.object({
  id: z.number(),
  kind: z.enum(keysOf(meetingKinds)),
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

const Committee = z.object({
  id: z.number(),
  name: z.string(),
  position: z.number(),
  enabled: z.boolean(),
  /** Number of named members. Without any, membership of the committee is not checked. */
  members: z.number(),
})
const CommitteeNames = z.array(text(60)).max(5000, '委员不能超过5000人')
const CommitteeDraft = z.object({
  name: requiredText(60, '请输入名称', '名称不能超过60个字'),
  position: wholeNumberField('请输入次序', 0, 10_000),
  enabled: z.boolean('请选择是否启用'),
})
export type Committee = z.infer<typeof Committee>

export const staffMeetings = {
  'GET /admin/meetings': endpoint({
    who: checkInStaff,
    summary: '会议列表',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(StaffMeetingRow),
  }),
  'GET /admin/meeting': endpoint({
    who: checkInStaff,
    summary: '一次会议',
    input: z.object({ id: Id }),
    output: StaffMeeting,
    errors: ['notFound'],
  }),
  'POST /admin/meeting': endpoint({
    who: organisers,
    summary: '新建会议',
    audit: auditCreationOf('meeting'),
    input: MeetingDraft,
    output: StaffMeeting,
    bodyBytes: limits.maxArticleBytes,
    errors: ['invalid'],
  }),
  'PUT /admin/meeting': endpoint({
    who: organisers,
    summary: '保存会议；版本不符时拒绝',
    audit: auditChangeOf('meeting'),
    input: MeetingDraft.extend({ id: Id, version: Id }),
    output: StaffMeeting,
    bodyBytes: limits.maxArticleBytes,
    errors: ['invalid', 'notFound', 'changedMeanwhile'],
  }),
  'POST /admin/meeting/state': endpoint({
    who: organisers,
    summary: '发布、结束或收回会议',
    audit: auditChangeOf('meeting'),
    input: z.object({ id: Id, version: Id, state: z.enum(keysOf(meetingStates)) }),
    output: StaffMeeting,
    errors: ['notFound', 'changedMeanwhile', 'wrongState', 'invalid'],
  }),
  'GET /admin/committees': endpoint({
    who: organisers,
    summary: '专业委员会，连同停用的',
    input: EmptyInput,
    output: z.array(Committee),
  }),
  'POST /admin/committee': endpoint({
    who: organisers,
    summary: '新建专业委员会',
    audit: auditCreationOf('committee'),
    input: CommitteeDraft,
    output: z.object({ id: z.number() }),
    errors: ['invalid'],
  }),
  'PUT /admin/committee': endpoint({
    who: organisers,
    summary: '修改专业委员会',
    audit: auditChangeOf('committee'),
    input: CommitteeDraft.extend({ id: Id }),
    output: EmptyReply,
    errors: ['invalid', 'notFound'],
  }),
  'GET /admin/committee/members': endpoint({
    who: organisers,
    summary: '专业委员会的委员名单',
    input: z.object({ id: Id }),
    output: z.array(z.object({ username: z.string(), nickname: z.string() })),
    errors: ['notFound'],
  }),
  'PUT /admin/committee/members': endpoint({
    who: organisers,
    summary: '保存委员名单：按账号列出，有找不到的账号时不保存，并逐个报告；名单为空时不核验',
    audit: auditChangeOf('committee'),
    /** `readUsernames`: the list that the page showed. A list that has changed since then is not overwritten. */
    input: z.object({ id: Id, usernames: CommitteeNames, readUsernames: CommitteeNames.optional() }),
    output: EmptyReply,
    errors: ['notFound', 'invalid', 'changedMeanwhile'],
  }),
}
