// The caller's membership: draft, status, card, seats of a unit, the directory.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import {
  applicationStates,
  applicationSteps,
  memberKinds,
  memberStates,
  type ApplicationState,
  type ApplicationStep,
  type MemberKind,
  type MemberState,
} from '../../membership.ts'
import { ReadText } from '../consents.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  SmallId,
} from '../endpoint.ts'

/** A day, such as `2026-11-21`. */
const Day = z.string()
const Kind = z.enum(keysOf<MemberKind>(memberKinds), '请选择会员类别')

export const MemberLevelFee = z.object({
  cents: z.number(),
  termMonths: z.number(),
  effectiveFrom: Day,
  decision: z.string(),
  decidedOn: Day,
  /** Address of the resolution as a public file. */
  file: z.object({ url: z.string(), name: z.string() }).nullable(),
})
export type MemberLevelFee = z.output<typeof MemberLevelFee>

/** Fee of a level now, and its next fee with the first day and its resolution. */
export const MemberLevel = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  description: z.string(),
  seats: z.number(),
  fee: MemberLevelFee.nullable(),
  coming: MemberLevelFee.nullable(),
})
export type MemberLevel = z.output<typeof MemberLevel>

const FormValues = z.record(z.string(), z.string())

export const OwnApplication = z.object({
  id: z.number(),
  kind: Kind,
  levelId: z.number().nullable(),
  branchId: z.number().nullable(),
  state: z.enum(keysOf<ApplicationState>(applicationStates)),
  /** The form as typed, without empty fields. */
  form: FormValues,
  resume: z.object({ url: z.string(), name: z.string() }).nullable(),
  submitTime: Time.nullable(),
  reason: z.string(),
  fieldReasons: z.record(z.string(), z.string()),
  needsConsent: z.boolean(),
  /** Hints by field for the applicant. */
  doubts: z.record(z.string(), z.string()),
  steps: z.array(z.object({ step: z.enum(keysOf<ApplicationStep>(applicationSteps)), time: Time, reason: z.string() })),
})
export type OwnApplication = z.output<typeof OwnApplication>

export const Seat = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked phone number of the invited person. */
  phone: z.string(),
  isTaken: z.boolean(),
})
export const OwnMember = z.object({
  id: z.number(),
  number: z.string(),
  kind: Kind,
  levelId: z.number(),
  levelTitle: z.string(),
  /** The requested level, until the secretariat has decided. */
  requestedLevelId: z.number().nullable(),
  name: z.string(),
  organization: z.string(),
  state: z.enum(keysOf<MemberState>(memberStates)),
  joinedOn: Day,
  termFrom: Day,
  termUntil: Day,
  /** Last day of the grace period after the end of the term. */
  graceUntil: Day,
  certificateId: z.number().nullable(),
  certificateNumber: z.string(),
  inDirectory: z.boolean(),
  introduction: z.string(),
  seats: z.number(),
  people: z.array(Seat),
  terms: z.array(z.object({ id: z.number(), from: Day, until: Day, cents: z.number(), isCancelled: z.boolean() })),
})
export type OwnMember = z.output<typeof OwnMember>

export const OwnDue = z.object({
  purpose: z.enum(['join', 'renew']),
  levelTitle: z.string(),
  cents: z.number(),
  termMonths: z.number(),
  from: Day,
  until: Day,
})
export type OwnDue = z.output<typeof OwnDue>

export const OwnMembership = z.object({
  application: OwnApplication.nullable(),
  member: OwnMember.nullable(),
  due: OwnDue.nullable(),
  /** True: invalid numbers are refused. False: they only cause a warning. */
  refusesWrongNumber: z.boolean(),
  /** Branches that an applicant may choose for the first review; empty if only the secretariat reviews. */
  branches: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Seats in units: the invitations, and the seat that the caller has. */
  seats: z.array(z.object({ id: z.number(), unitName: z.string(), isTaken: z.boolean() })),
})
export type OwnMembership = z.output<typeof OwnMembership>

export const DirectoryEntry = z.object({
  id: z.number(),
  kind: Kind,
  name: z.string(),
  levelTitle: z.string(),
  organization: z.string(),
  joinedYear: z.number(),
  introduction: z.string(),
})
export type DirectoryEntry = z.output<typeof DirectoryEntry>

const MemberFigures = z.object({ individuals: z.number(), units: z.number() })
export type MemberFigures = z.output<typeof MemberFigures>

export const ownMembership = {
  'GET /membership/levels': endpoint({
    who: 'anyone',
    summary: '会员类别与现行会费标准',
    input: EmptyInput,
    output: z.array(MemberLevel),
  }),
  'GET /membership/figures': endpoint({
    who: 'anyone',
    summary: '会籍有效的个人会员和单位会员数',
    input: EmptyInput,
    output: MemberFigures,
  }),
  'GET /membership/directory': endpoint({
    who: 'anyone',
    summary: '会员名录：只有自愿公开的会员',
    input: z
      .object({ ...paging(20, 50), kind: optional(Kind), key: optional(text(40, '搜索词不能超过40个字')) })
      .transform(toLimits),
    output: pageSchemaOf(DirectoryEntry),
  }),
  'GET /membership/mine': endpoint({
    who: 'user',
    summary: '我的会籍：申请、会员资料、应缴会费、席位',
    input: EmptyInput,
    output: OwnMembership,
  }),
  'POST /memberApplication/saveDraft': endpoint({
    who: 'user',
    summary: '暂存申请草稿；提交后不能再存',
    texts: ['form.*'],
    input: z.object({
      kind: Kind,
      form: z.record(z.string().max(40), text(500)).refine((form) => Object.keys(form).length <= 30, '内容过多'),
    }),
    output: EmptyReply,
    errors: ['alreadyApplied'],
  }),
  'POST /memberApplication/withdraw': endpoint({
    who: 'user',
    summary: '撤回尚未缴费的申请',
    success: '申请已撤回',
    input: EmptyInput,
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /memberApplication/consent': endpoint({
    who: 'user',
    summary: '为已提交的申请补充单独同意',
    input: ReadText,
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile'],
  }),
  'POST /membership/directory': endpoint({
    who: 'user',
    summary: '加入会员名录并写简介；加入须单独同意',
    success: '修改成功',
    texts: ['introduction'],
    input: ReadText.extend({ introduction: text(200, '简介不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile'],
  }),
  'POST /membership/level': endpoint({
    who: 'user',
    summary: '可以续缴会费时，申请以另一类别续费；不填类别为收回申请',
    input: z.object({ levelId: optional(SmallId) }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /membership/leave': endpoint({
    who: 'user',
    summary: '申请退会；已缴会费不退',
    success: '您已退会',
    texts: ['reason'],
    input: z.object({ reason: requiredText(200, '请填写退会原因', '退会原因不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /membership/seat/ask': endpoint({
    who: 'user',
    summary: '单位会员邀请本单位人员使用席位',
    success: '邀请已发出，请提醒对方登录后在“我的会籍”中接受',
    texts: ['name'],
    input: z.object({
      name: requiredText(40, '请输入姓名'),
      phone: requiredText(11, '请输入手机号码', '请输入正确的手机号码').regex(/^1[3-9]\d{9}$/, '请输入正确的手机号码'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'noSeatLeft', 'seatTaken'],
  }),
  'POST /membership/seat/remove': endpoint({
    who: 'user',
    summary: '单位会员收回席位',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /membership/seat/answer': endpoint({
    who: 'user',
    summary: '接受或谢绝席位，或退出已有的席位',
    input: z.object({ id: Id, accept: z.boolean() }),
    output: EmptyReply,
    errors: ['notFound', 'seatTaken'],
  }),
  'POST /membership/seat/represent': endpoint({
    who: 'user',
    summary: '单位会员把会员代表交接给一位席位使用人；原代表改用其席位',
    success: '会员代表已交接',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
