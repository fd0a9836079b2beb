// Membership applications for the secretariat's review.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import {
  applicationStates,
  applicationSteps,
  applicationWarnings,
  applicationDecisions,
  memberKinds,
  reviewBodies,
  type ApplicationState,
  type ApplicationStep,
  type ApplicationWarning,
  type ApplicationDecision,
  type MemberKind,
  type ReviewBody,
} from '../../membership.ts'
import { IndividualForm, UnitForm } from './membership.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  SmallId,
  staffReason,
} from '../endpoint.ts'

const reviewers = ['administrator', 'service'] as const
const Kind = z.enum(keysOf<MemberKind>(memberKinds), '会员类别不正确')
const AppState = z.enum(keysOf<ApplicationState>(applicationStates), '状态不正确')
const Warning = z.enum(keysOf<ApplicationWarning>(applicationWarnings))
const ReviewBodyName = z.enum(keysOf<ReviewBody>(reviewBodies))
const reason = staffReason('请填写查看理由')
const key = optional(text(50, '搜索词不能超过50个字'))

/** Fields that can be returned for correction: those of the two forms. */
const formFields = new Set([...Object.keys(IndividualForm.shape), ...Object.keys(UnitForm.shape)])

export const StaffApplicationRow = z.object({
  id: z.number(),
  kind: Kind,
  state: AppState,
  stage: ReviewBodyName,
  /** The branch of the first review; empty for the secretariat. */
  branch: z.string(),
  name: z.string(),
  organization: z.string(),
  /** Masked phone number. */
  phone: z.string(),
  submitTime: Time.nullable(),
  /** Days since the submission. */
  waitingDays: z.number().nullable(),
  isLate: z.boolean(),
  warnings: z.array(Warning),
})
export type StaffApplicationRow = z.output<typeof StaffApplicationRow>

export const StaffApplication = StaffApplicationRow.extend({
  username: z.string(),
  levelTitle: z.string(),
  /** ID number, phone, mail and address are masked. */
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
  /** True when another branch may take over the review. */
  mayMove: z.boolean(),
})
export type StaffApplication = z.output<typeof StaffApplication>

/** Result for one application: the decision, or the reason why there is none. */
const DecisionOutcome = z.object({ id: z.number(), name: z.string(), sentence: z.string() })
export type DecisionOutcome = z.output<typeof DecisionOutcome>

const ListApplications = z
  .object({
    ...paging(20),
    state: optional(AppState),
    stage: optional(ReviewBodyName),
    branchId: optional(SmallId),
    kind: optional(Kind),
    key,
  })
  .transform(toLimits)

export const staffApplications = {
  'GET /admin/memberApplications': endpoint({
    polled: true,
    who: reviewers,
    summary: '入会申请列表，待审核的按等待时间在前',
    input: ListApplications,
    output: pageSchemaOf(StaffApplicationRow).extend({ waiting: z.number() }),
  }),
  'GET /admin/memberApplication': endpoint({
    who: reviewers,
    summary: '一份入会申请；证件号码与联系方式已脱敏',
    input: z.object({ id: Id }),
    output: StaffApplication,
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/reveal': endpoint({
    who: reviewers,
    summary: '查看申请中的完整证件号码与联系方式；理由记入审计日志',
    audit: auditActionOn('applicationRevealed', 'memberApplication'),
    input: z.object({ id: Id, reason }),
    output: z.record(z.string(), z.string()),
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/resume': endpoint({
    who: reviewers,
    summary: '取得简历的短时下载地址；理由记入审计日志',
    audit: auditActionOn('resumeOpened', 'memberApplication'),
    input: z.object({ id: Id, reason }),
    output: z.object({ url: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/note': endpoint({
    who: reviewers,
    summary: '审核备注，只有审核人员可见',
    audit: auditChangeOf('memberApplication'),
    input: z.object({ id: Id, text: requiredText(500, '请填写备注', '备注不能超过500个字') }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/decide': endpoint({
    who: reviewers,
    summary: '审核一份或一批申请；逐份报告结果',
    audit: auditedByHandler,
    input: z
      .object({
        items: z
          .array(z.object({ id: Id, version: Id }))
          .min(1, '请选择申请')
          .max(100, '一次最多处理100份'),
        decision: z.enum(keysOf<ApplicationDecision>(applicationDecisions), '请选择审核结果'),
        reason: text(500, '理由不能超过500个字'),
        fieldReasons: z
          .record(
            z.string().refine((name) => formFields.has(name), '没有这一项'),
            requiredText(200, '请填写原因', '不能超过200个字'),
          )
          .default({}),
      })
      .refine(
        (input) => input.decision === 'approve' || input.reason !== '' || Object.keys(input.fieldReasons).length > 0,
        {
          path: ['reason'],
          message: '请填写理由',
        },
      ),
    output: z.object({ decided: z.array(DecisionOutcome), failed: z.array(DecisionOutcome) }),
  }),
}
