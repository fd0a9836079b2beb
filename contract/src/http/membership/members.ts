// Members, for the secretariat.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { limits } from '../../limits.ts'
import {
  applicationMessages as said,
  memberKinds,
  memberStates,
  mobilePattern,
  type MemberKind,
  type MemberState,
} from '../../membership.ts'
import { ReminderReach } from './levels.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  ImportReport,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
  SmallId,
  staffReason,
} from '../endpoint.ts'

const reviewers = ['administrator', 'service'] as const
const secretariat = ['administrator'] as const
const Kind = z.enum(keysOf<MemberKind>(memberKinds), '会员类别不正确')
const MemState = z.enum(keysOf<MemberState>(memberStates), '状态不正确')
const reason = staffReason('请填写查看理由')
const key = optional(text(50, '搜索词不能超过50个字'))

export const MemberRowForStaff = z.object({
  id: z.number(),
  number: z.string(),
  kind: Kind,
  name: z.string(),
  organization: z.string(),
  levelTitle: z.string(),
  /** Masked phone number. */
  phone: z.string(),
  state: MemState,
  joinedOn: z.string(),
  termUntil: z.string(),
  /** False for an imported member who has never signed in. */
  hasAccount: z.boolean(),
})
export type MemberRowForStaff = z.output<typeof MemberRowForStaff>

export const MemberForStaff = MemberRowForStaff.extend({
  levelId: z.number(),
  /** The level that the member requests for the renewal. */
  levelChange: z.object({ title: z.string(), time: Time }).nullable(),
  username: z.string(),
  gender: z.string(),
  /** Masked ID number. */
  idNumber: z.string(),
  email: z.string(),
  termFrom: z.string(),
  leftOn: z.string().nullable(),
  leftReason: z.string(),
  inDirectory: z.boolean(),
  introduction: z.string(),
  applicationId: z.number().nullable(),
  certificateNumber: z.string(),
  version: z.number(),
  terms: z.array(
    z.object({
      id: z.number(),
      from: z.string(),
      until: z.string(),
      cents: z.number(),
      orderNo: z.string(),
      isCancelled: z.boolean(),
    }),
  ),
  people: z.array(z.object({ id: z.number(), name: z.string(), phone: z.string(), isTaken: z.boolean() })),
  /** Number of people in the seats of a unit, and its maximum; null unless the number is higher. */
  excess: z.object({ used: z.number(), seats: z.number() }).nullable(),
  reminders: z.array(
    z.object({ id: z.number(), days: z.number(), termUntil: z.string(), time: Time, ...ReminderReach }),
  ),
})
export type MemberForStaff = z.output<typeof MemberForStaff>

/** Filters of the member list, for the screen and the export. */
export const MemberFilters = z.object({
  state: optional(MemState),
  kind: optional(Kind),
  levelId: optional(SmallId),
  /** Limits the list to terms that end within this number of days. */
  endingWithin: optional(z.coerce.number().int().min(0).max(365)),
  /** Limits the list to members who requested another level. */
  levelChange: optional(z.literal('yes', '筛选不正确')),
  key,
})

const StaffUnit = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  representative: z.string(),
  /** Masked phone number of the representative. */
  phone: z.string(),
  levelTitle: z.string(),
  seats: z.number(),
  /** Number of used seats and of open invitations. */
  taken: z.number(),
  offered: z.number(),
  state: MemState,
  termUntil: z.string(),
})
export type StaffUnit = z.output<typeof StaffUnit>

export const staffMembers = {
  'GET /admin/members': endpoint({
    who: [...reviewers, 'finance'],
    summary: '会员列表，联系方式已脱敏',
    input: MemberFilters.extend(paging(20)).transform(toLimits),
    output: pageSchemaOf(MemberRowForStaff),
  }),
  'GET /admin/units': endpoint({
    who: [...reviewers, 'finance'],
    summary: '单位会员列表：会员代表与席位使用情况',
    input: z.object({ ...paging(20), state: optional(MemState) }).transform(toLimits),
    output: pageSchemaOf(StaffUnit),
  }),
  'GET /admin/member': endpoint({
    who: [...reviewers, 'finance'],
    summary: '一位会员的资料、会期与席位',
    input: z.object({ id: Id }),
    output: MemberForStaff,
    errors: ['notFound'],
  }),
  'PUT /admin/member': endpoint({
    who: secretariat,
    summary: '更正会员资料；证书随之更新，会员会收到通知，审计日志只记改了哪几项',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      version: Id,
      name: requiredText(100, '请输入姓名'),
      organization: text(100),
      // optional, because a masked value cannot be sent back: absent means unchanged
      idNumber: optional(text(18, '证件号码不正确')),
      phone: optional(text(11, said.mobilePhoneWrong).regex(mobilePattern, said.mobilePhoneWrong)),
      email: optional(text(100).pipe(z.email(said.emailWrong))),
      levelId: optional(SmallId),
      reason: requiredText(200, '请填写更正理由', '理由不能超过200个字'),
    }),
    output: MemberForStaff,
    errors: ['notFound', 'wrongState', 'changedMeanwhile', 'invalid'],
  }),
  'POST /admin/member/reveal': endpoint({
    who: reviewers,
    summary: '查看会员的完整证件号码与联系方式；理由记入审计日志',
    audit: auditActionOn('memberRevealed', 'member'),
    input: z.object({ id: Id, reason }),
    output: z.object({ idNumber: z.string(), phone: z.string(), email: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/member/end': endpoint({
    who: secretariat,
    summary: '终止会籍，理由记入审计日志；证书随之撤销',
    audit: auditActionOn('memberEnded', 'member'),
    input: z.object({ id: Id, reason: requiredText(200, '请填写终止理由', '理由不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/member/level': endpoint({
    who: secretariat,
    summary: '答复变更会员类别的申请；同意的即时生效，下次续费按新类别',
    audit: auditedByHandler,
    input: z
      .object({ id: Id, approved: z.boolean(), reason: text(200, '理由不能超过200个字') })
      .refine((answer) => answer.approved || answer.reason !== '', { path: ['reason'], message: '请填写理由' }),
    output: MemberForStaff,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/member/representative': endpoint({
    who: secretariat,
    summary: '更换单位会员的会员代表，由一位席位使用人接任；双方收到通知，理由记入审计日志',
    audit: auditActionOn('representativeChanged', 'member'),
    input: z.object({
      id: Id,
      seatId: Id,
      /** True when the former representative keeps the seat. */
      keepsSeat: z.boolean(),
      reason: requiredText(200, '请填写更换理由', '理由不能超过200个字'),
    }),
    output: MemberForStaff,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/members/template': endpoint({
    who: secretariat,
    summary: '会员导入模板（Excel）',
    input: EmptyInput,
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '会员导入模板.xlsx',
  }),
  'POST /admin/members/import': endpoint({
    who: secretariat,
    summary: '导入会员（Excel）；有一行不对就全部不导入，并逐行报告',
    audit: auditedByHandler,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxSheetBytes },
    output: ImportReport,
    errors: ['fileMissing', 'notASheet', 'tooLarge'],
  }),
}
