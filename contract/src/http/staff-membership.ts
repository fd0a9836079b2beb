// Membership as the secretariat works with it: applications, members, levels and fees, settings.
import { z } from 'zod'
import {
  applicationStates,
  applicationSteps,
  applicationWarnings,
  decisions,
  memberKinds,
  memberStates,
  reviewStages,
  type ApplicationState,
  type ApplicationStep,
  type ApplicationWarning,
  type Decision,
  type MemberKind,
  type MemberState,
  type ReviewStage,
} from '../membership.ts'
import { limits } from '../limits.ts'
import { MemberLevel } from './own-membership.ts'
import {
  Bytes,
  call,
  Day,
  Done,
  filled,
  Id,
  keysOf,
  Nothing,
  optional,
  pageOf,
  paging,
  replyTypes,
  text,
  Time,
} from './row.ts'

const reviewers = ['administrator', 'service'] as const
const secretariat = ['administrator'] as const
const books = ['administrator', 'finance'] as const

const Kind = z.enum(keysOf<MemberKind>(memberKinds), '会员类别不正确')
const AppState = z.enum(keysOf<ApplicationState>(applicationStates), '状态不正确')
const MemState = z.enum(keysOf<MemberState>(memberStates), '状态不正确')
const Warning = z.enum(keysOf<ApplicationWarning>(applicationWarnings))
const Stage = z.enum(keysOf<ReviewStage>(reviewStages))
const reason = filled(200, '请填写查看理由', '理由不能超过200个字').min(5, '理由至少5个字')
const key = optional(text(50, '搜索词不能超过50个字'))

// ---- settings

const days = (fallback: number, most: number) =>
  z.coerce.number('请填写天数').int('请填写整数').min(0, '不能小于0').max(most, '天数过大').default(fallback)
export const MembershipSettings = z.object({
  /** A branch looks at applications before the secretariat does. */
  twoStages: z.boolean().default(false),
  /** Research T12: a wrong check character warns the reviewer, or refuses. */
  refuseWrongNumber: z.boolean().default(false),
  acceptOldNumber: z.boolean().default(true),
  graceDays: days(90, 364),
  /** Days before the end of a term; below zero, after it. */
  reminderDays: z.array(z.number().int().min(-364).max(90)).max(10, '最多10次提醒').default([60, 30, 7, -1, -30, -80]),
  /** Days in which an application should be decided. */
  reviewDays: days(15, 90),
})
export type MembershipSettings = z.output<typeof MembershipSettings>

// ---- applications

export const StaffApplicationRow = z.object({
  id: z.number(),
  kind: Kind,
  state: AppState,
  stage: Stage,
  name: z.string(),
  organization: z.string(),
  /** Masked. */
  phone: z.string(),
  submitTime: Time.nullable(),
  /** Days it has waited, while it waits. */
  waitingDays: z.number().nullable(),
  isLate: z.boolean(),
  warnings: z.array(Warning),
})
export type StaffApplicationRow = z.output<typeof StaffApplicationRow>

export const StaffApplication = StaffApplicationRow.extend({
  username: z.string(),
  levelTitle: z.string(),
  /** ID number, phone, mail and address masked. */
  form: z.record(z.string(), z.string()),
  resume: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  reason: z.string(),
  fieldReasons: z.record(z.string(), z.string()),
  version: z.number(),
  steps: z.array(
    z.object({
      step: z.enum(keysOf<ApplicationStep>(applicationSteps)),
      time: Time,
      actor: z.string(),
      reason: z.string(),
    }),
  ),
  notes: z.array(z.object({ id: z.number(), author: z.string(), time: Time, text: z.string() })),
  /** Earlier applications of the same person. */
  earlier: z.array(z.object({ id: z.number(), state: AppState, submitTime: Time.nullable() })),
  mayDecide: z.boolean(),
})
export type StaffApplication = z.output<typeof StaffApplication>

const ListApplications = z.object({
  ...paging(20),
  state: optional(AppState),
  kind: optional(Kind),
  key,
})

export const staffApplications = {
  'GET /admin/memberApplications': call({
    who: reviewers,
    summary: '入会申请列表，待审核的按等待时间在前',
    input: ListApplications,
    output: pageOf(StaffApplicationRow).extend({ waiting: z.number() }),
  }),
  'GET /admin/memberApplication': call({
    who: reviewers,
    summary: '一份入会申请；证件号码与联系方式已脱敏',
    input: z.object({ id: Id }),
    output: StaffApplication,
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/reveal': call({
    who: reviewers,
    summary: '查看申请中的完整证件号码与联系方式；理由记入审计日志',
    input: z.object({ id: Id, reason }),
    output: z.record(z.string(), z.string()),
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/resume': call({
    who: reviewers,
    summary: '取得简历的短时下载地址；理由记入审计日志',
    input: z.object({ id: Id, reason }),
    output: z.object({ url: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/note': call({
    who: reviewers,
    summary: '审核备注，只有审核人员可见',
    input: z.object({ id: Id, text: filled(500, '请填写备注', '备注不能超过500个字') }),
    output: Done,
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/decide': call({
    who: reviewers,
    summary: '审核一份或一批申请；逐份报告结果',
    input: z
      .object({
        items: z
          .array(z.object({ id: Id, version: Id }))
          .min(1, '请选择申请')
          .max(100, '一次最多处理100份'),
        decision: z.enum(keysOf<Decision>(decisions), '请选择审核结果'),
        reason: text(500, '理由不能超过500个字'),
        fieldReasons: z
          .record(z.string().max(40), text(200, '不能超过200个字'))
          .refine((fields) => Object.keys(fields).length <= 30, '内容过多')
          .default({}),
      })
      .refine(
        (input) => input.decision === 'approve' || input.reason !== '' || Object.keys(input.fieldReasons).length > 0,
        {
          path: ['reason'],
          message: '请填写理由',
        },
      ),
    output: z.object({ done: z.number(), failed: z.array(z.object({ id: z.number(), sentence: z.string() })) }),
  }),
}

// ---- members

export const StaffMemberRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: Kind,
  name: z.string(),
  organization: z.string(),
  levelTitle: z.string(),
  /** Masked. */
  phone: z.string(),
  state: MemState,
  joinedOn: z.string(),
  termUntil: z.string(),
  /** False for an imported member who has not signed in. */
  hasAccount: z.boolean(),
})
export type StaffMemberRow = z.output<typeof StaffMemberRow>

export const StaffMember = StaffMemberRow.extend({
  username: z.string(),
  gender: z.string(),
  /** Masked. */
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
  reminders: z.array(z.object({ id: z.number(), days: z.number(), termUntil: z.string(), time: Time })),
})
export type StaffMember = z.output<typeof StaffMember>

const ListMembers = z.object({
  ...paging(20),
  state: optional(MemState),
  kind: optional(Kind),
  levelId: optional(Id),
  /** Terms that end within so many days from today. */
  endingWithin: optional(z.coerce.number().int().min(0).max(365)),
  key,
})

export const ImportReport = z.object({
  rows: z.number(),
  /** Zero unless every row was good. */
  imported: z.number(),
  bad: z.array(z.object({ line: z.number(), problems: z.record(z.string(), z.string()) })),
})
export type ImportReport = z.output<typeof ImportReport>

export const staffMembers = {
  'GET /admin/members': call({
    who: [...reviewers, 'finance'],
    summary: '会员列表，联系方式已脱敏',
    input: ListMembers,
    output: pageOf(StaffMemberRow),
  }),
  'GET /admin/member': call({
    who: [...reviewers, 'finance'],
    summary: '一位会员的资料、会期与席位',
    input: z.object({ id: Id }),
    output: StaffMember,
    errors: ['notFound'],
  }),
  'PUT /admin/member': call({
    who: secretariat,
    summary: '更正会员姓名与单位；证书随之更新',
    input: z.object({
      id: Id,
      version: Id,
      name: filled(100, '请输入姓名'),
      organization: text(100),
      reason: filled(200, '请填写更正理由', '理由不能超过200个字'),
    }),
    output: StaffMember,
    errors: ['notFound', 'changedMeanwhile'],
  }),
  'POST /admin/member/reveal': call({
    who: reviewers,
    summary: '查看会员的完整证件号码与联系方式；理由记入审计日志',
    input: z.object({ id: Id, reason }),
    output: z.object({ idNumber: z.string(), phone: z.string(), email: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/member/end': call({
    who: secretariat,
    summary: '终止会籍，理由记入审计日志；证书随之撤销',
    input: z.object({ id: Id, reason: filled(200, '请填写终止理由', '理由不能超过200个字') }),
    output: Done,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/members/export': call({
    who: secretariat,
    summary: '导出会员名单（Excel），证件号码与联系方式已脱敏；导出记入审计日志',
    input: ListMembers.omit({ page: true, size: true }),
    output: Bytes,
    reply: replyTypes.sheet,
    download: '会员名单.xlsx',
  }),
  'GET /admin/members/template': call({
    who: secretariat,
    summary: '会员导入模板（Excel）',
    input: Nothing,
    output: Bytes,
    reply: replyTypes.sheet,
    download: '会员导入模板.xlsx',
  }),
  'POST /admin/members/import': call({
    who: secretariat,
    summary: '导入会员（Excel）；有一行不对就全部不导入，并逐行报告',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.sheetBytes },
    output: ImportReport,
    errors: ['fileMissing', 'notASheet', 'tooLarge'],
  }),
}

// ---- levels, fees, settings

export const StaffLevel = MemberLevel.extend({
  enabled: z.boolean(),
  position: z.number(),
  members: z.number(),
  fees: z.array(
    z.object({
      id: z.number(),
      cents: z.number(),
      termMonths: z.number(),
      effectiveFrom: z.string(),
      decision: z.string(),
      decidedOn: z.string(),
      file: z.object({ url: z.string(), name: z.string() }).nullable(),
    }),
  ),
})
export type StaffLevel = z.output<typeof StaffLevel>

const LevelDraft = z.object({
  kind: Kind,
  title: filled(20, '请输入类别名称', '类别名称不能超过20个字'),
  description: text(200, '说明不能超过200个字'),
  seats: z.coerce.number('请填写席位数').int('请填写整数').min(1, '至少1个席位').max(500, '最多500个席位'),
  enabled: z.boolean(),
  position: z.coerce.number('请填写排序').int('请填写整数').min(0, '不能小于0').max(999, '不能大于999'),
})

export const staffLevels = {
  'GET /admin/memberLevels': call({
    who: books,
    summary: '会员类别与历次会费标准',
    input: Nothing,
    output: z.array(StaffLevel),
  }),
  'POST /admin/memberLevel': call({
    who: secretariat,
    summary: '新增会员类别',
    input: LevelDraft,
    output: Done,
    errors: ['invalid'],
  }),
  'PUT /admin/memberLevel': call({
    who: secretariat,
    summary: '修改会员类别的名称、说明、席位与排序',
    input: LevelDraft.omit({ kind: true }).extend({ id: Id }),
    output: Done,
    errors: ['notFound', 'invalid'],
  }),
  'POST /admin/memberFee': call({
    who: secretariat,
    summary: '登记新的会费标准：不改旧标准，从生效日起执行，须有会员代表大会决议',
    input: z.object({
      levelId: Id,
      cents: z.number('请输入金额').int('金额精确到分').min(0, '金额不能小于0').max(100_000_00, '金额过大'),
      termMonths: z.number('请填写会期').int('请填写整数').min(1, '至少1个月').max(120, '最多120个月'),
      effectiveFrom: Day,
      decision: filled(200, '请填写决议名称或文号', '不能超过200个字'),
      decidedOn: Day,
      fileKey: optional(text(64)),
    }),
    output: Done,
    errors: ['notFound', 'invalid'],
  }),
  'POST /admin/memberFee/file': call({
    who: secretariat,
    summary: '上传会费标准的决议文件',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.resumeBytes },
    output: z.object({ key: z.string(), name: z.string() }),
    errors: ['fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge'],
  }),
  'GET /admin/membership/settings': call({
    who: secretariat,
    summary: '入会审核与会籍的设置',
    input: Nothing,
    output: MembershipSettings,
  }),
  'PUT /admin/membership/settings': call({
    who: secretariat,
    summary: '修改入会审核与会籍的设置',
    success: '修改成功',
    input: MembershipSettings,
    output: MembershipSettings,
  }),
  'GET /admin/membership/reminders': call({
    who: books,
    summary: '续费提醒：已发出的，以及未来30天将发出的人数',
    input: z.object({ ...paging(20) }),
    output: pageOf(
      z.object({
        id: z.number(),
        memberId: z.number(),
        number: z.string(),
        name: z.string(),
        termUntil: z.string(),
        days: z.number(),
        time: Time,
        state: MemState,
      }),
    ).extend({ ending: z.number(), inGrace: z.number(), lapsed: z.number() }),
  }),
}
