// Membership: the application, its review and the fee.
import { z } from 'zod'
import { limits } from '../../limits.ts'
import {
  applicationMessages,
  creditCodePattern,
  educations,
  memberGenders,
  idCardPattern,
  mobilePattern,
  politicalStatuses,
  unitNatures,
} from '../../membership.ts'

import {
  BytesReply,
  endpoint,
  requiredText,
  Id,
  EmptyInput,
  optional,
  replyTypes,
  text,
  Time,
  SmallId,
} from '../endpoint.ts'

const OwnUser = z.object({ userId: optional(Id) })
const messages = applicationMessages

const mobilePhone = requiredText(11, messages.mobilePhone, messages.mobilePhoneWrong).regex(
  mobilePattern,
  messages.mobilePhoneWrong,
)
const emailAddress = requiredText(100, messages.email).pipe(z.email(messages.emailWrong))

/** Application of a person. It requires only the fields that portal.md 5 requires. */
export const IndividualForm = z.object({
  name: requiredText(40, messages.name),
  gender: z.enum(memberGenders, messages.gender),
  idCard: requiredText(18, messages.idCard, messages.idCardWrong).regex(idCardPattern, messages.idCardWrong),
  ethnicity: optional(text(20)),
  nativePlace: optional(text(60)),
  politicalStatus: optional(z.enum(politicalStatuses, '请选择政治面貌')),
  education: z.enum(educations, messages.education),
  major: optional(text(60)),
  title: optional(text(60)),
  currentPosition: optional(text(60)),
  organization: requiredText(100, messages.organization),
  officePhone: optional(text(30)),
  mobilePhone,
  address: optional(text(200)),
  email: emailAddress,
  qqOrWechat: optional(text(60)),
  resumeUrl: optional(text(500)),
})
export type IndividualForm = z.output<typeof IndividualForm>

export const UnitForm = z.object({
  unitName: requiredText(100, messages.unitName),
  creditCode: requiredText(18, messages.creditCode, messages.creditCodeWrong)
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(creditCodePattern, messages.creditCodeWrong)),
  unitNature: z.enum(unitNatures, messages.unitNature),
  address: optional(text(200)),
  staffCount: optional(z.coerce.number('请填写数字').int('请填写整数').min(1, '请填写数字').max(1_000_000, '人数过大')),
  business: optional(text(500)),
  representative: requiredText(40, messages.representative),
  representativePost: optional(text(60)),
  mobilePhone,
  email: emailAddress,
  resumeUrl: optional(text(500)),
})
export type UnitForm = z.output<typeof UnitForm>

/** Separate consent to sensitive data. Clients of portal.md do not send it, so the applicant is asked later. */
const Consent = { consentVersion: optional(text(20)), consentHash: optional(text(64)), userId: optional(Id) }

/** Added to the specification. Default: the first level, and a review by the secretariat. */
const ApplicationChoices = { levelId: optional(SmallId), branchId: optional(SmallId) }

const Resume = z.object({ url: z.string(), name: z.string(), bytes: z.number() })
export type Resume = z.output<typeof Resume>

/** The application was accepted, with hints by field for the applicant. */
const Submitted = z.object({ doubts: z.record(z.string(), z.string()) })

export const membership = {
  'GET /memberApplication/getByUserId': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '本人提交过的入会申请；为空表示可以申请',
    input: OwnUser,
    output: z.object({ id: z.number(), status: z.string() }).nullable(),
  }),
  'POST /memberApplication/postResume': endpoint({
    who: 'user',
    summary: '上传简历；msg 为文件地址，只有本人与审核人员能打开',
    input: EmptyInput,
    texts: ['file'],
    upload: { field: 'file', maxBytes: limits.maxResumeBytes },
    output: Resume,
    messageOf: ({ url }: Resume) => url,
    errors: ['fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge', 'tooManyRequests'],
  }),
  'POST /memberApplication/submit': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '提交入会申请',
    success: messages.submitted,
    texts: ['name', 'ethnicity', 'nativePlace', 'major', 'title', 'currentPosition', 'organization', 'address'],
    input: IndividualForm.extend({ ...Consent, ...ApplicationChoices }),
    output: Submitted,
    errors: ['invalid', 'alreadyApplied', 'changedMeanwhile'],
  }),
  'POST /memberApplication/submitUnit': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '提交单位会员申请；申请人为会员代表',
    success: messages.submitted,
    texts: ['unitName', 'address', 'business', 'representative', 'representativePost'],
    input: UnitForm.extend({ ...Consent, ...ApplicationChoices }),
    output: Submitted,
    errors: ['invalid', 'alreadyApplied', 'changedMeanwhile'],
  }),
  'GET /memberApplication/getAuditStatus': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '审核已通过、可以缴费（入会或续费）',
    input: OwnUser,
    output: z.boolean(),
  }),
}

export const memberFee = {
  'GET /wxPay/memberPay': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '会费支付二维码',
    input: OwnUser,
    output: BytesReply,
    reply: replyTypes.png,
  }),
  'GET /wxPay/memberIsPay': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '会费是否已支付：1 已支付，-1 失败，其他为等待中',
    input: OwnUser,
    output: z.number(),
  }),
  'GET /wxPay/memberMoney': endpoint({
    who: 'user',
    summary: '会费金额，单位分',
    input: EmptyInput,
    output: z.object({ money: z.number() }),
  }),
}

const Registration = z.object({ activityUserId: Id })

export const meetingFee = {
  'GET /wxPay/pay': endpoint({
    who: 'user',
    summary: '参会缴费二维码',
    input: Registration,
    output: BytesReply,
    reply: replyTypes.png,
  }),
  'GET /wxPay/isPay': endpoint({
    who: 'user',
    summary: '参会费是否已支付',
    input: Registration,
    output: z.object({ status: z.number(), orderCode: z.string().nullable(), payTime: Time.nullable() }),
  }),
  'GET /wxPay/money': endpoint({
    who: 'user',
    summary: '参会费金额，单位分',
    input: Registration,
    output: z.object({ fee: z.number() }),
  }),
}
