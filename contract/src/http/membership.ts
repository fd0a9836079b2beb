// Membership: the application, its review and the fee.
import { z } from 'zod'
import { limits } from '../limits.ts'
import {
  applicationSentences,
  creditCodePattern,
  educations,
  genders,
  idCardPattern,
  mobilePattern,
  politicalStatuses,
  unitNatures,
} from '../membership.ts'

import { Bytes, call, filled, Id, Nothing, optional, replyTypes, text, Time } from './row.ts'

const OwnUser = z.object({ userId: optional(Id) })
const said = applicationSentences

const mobile = filled(11, said.mobilePhone, said.mobilePhoneWrong).regex(mobilePattern, said.mobilePhoneWrong)
const mail = filled(100, said.email).pipe(z.email(said.emailWrong))

/** Application of a person. Only the fields that portal.md 5 requires are required. */
export const IndividualForm = z.object({
  name: filled(40, said.name),
  gender: z.enum(genders, said.gender),
  idCard: filled(18, said.idCard, said.idCardWrong).regex(idCardPattern, said.idCardWrong),
  ethnicity: optional(text(20)),
  nativePlace: optional(text(60)),
  politicalStatus: optional(z.enum(politicalStatuses, '请选择政治面貌')),
  education: z.enum(educations, said.education),
  major: optional(text(60)),
  title: optional(text(60)),
  currentPosition: optional(text(60)),
  organization: filled(100, said.organization),
  officePhone: optional(text(30)),
  mobilePhone: mobile,
  address: optional(text(200)),
  email: mail,
  qqOrWechat: optional(text(60)),
  resumeUrl: optional(text(500)),
})
export type IndividualForm = z.output<typeof IndividualForm>

export const UnitForm = z.object({
  unitName: filled(100, said.unitName),
  creditCode: filled(18, said.creditCode, said.creditCodeWrong)
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(creditCodePattern, said.creditCodeWrong)),
  unitNature: z.enum(unitNatures, said.unitNature),
  address: optional(text(200)),
  staffCount: optional(z.coerce.number('请填写数字').int('请填写整数').min(1, '请填写数字').max(1_000_000, '人数过大')),
  business: optional(text(500)),
  representative: filled(40, said.representative),
  representativePost: optional(text(60)),
  mobilePhone: mobile,
  email: mail,
  resumeUrl: optional(text(500)),
})
export type UnitForm = z.output<typeof UnitForm>

/** Separate consent to sensitive data. Clients of portal.md do not send it; the applicant is asked later. */
const Consent = { consentVersion: optional(text(20)), consentHash: optional(text(64)), userId: optional(Id) }

/** An addition to the specification. The default is the first level, and a review by the secretariat. */
const Choices = { levelId: optional(Id), branchId: optional(Id) }

const Resume = z.object({ url: z.string(), name: z.string(), bytes: z.number() })
export type Resume = z.output<typeof Resume>

/** Accepted, with hints by field for the applicant. */
const Submitted = z.object({ doubts: z.record(z.string(), z.string()) })

export const membership = {
  'GET /memberApplication/getByUserId': call({
    who: 'user',
    own: ['userId'],
    summary: '本人提交过的入会申请；为空表示可以申请',
    input: OwnUser,
    output: z.object({ id: z.number(), status: z.string() }).nullable(),
  }),
  'POST /memberApplication/postResume': call({
    who: 'user',
    summary: '上传简历；msg 为文件地址，只有本人与审核人员能打开',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.resumeBytes },
    output: Resume,
    messageOf: ({ url }: Resume) => url,
    errors: ['fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge', 'tooManyRequests'],
  }),
  'POST /memberApplication/submit': call({
    who: 'user',
    own: ['userId'],
    summary: '提交入会申请',
    success: said.submitted,
    input: IndividualForm.extend({ ...Consent, ...Choices }),
    output: Submitted,
    errors: ['invalid', 'alreadyApplied', 'changedMeanwhile'],
  }),
  'POST /memberApplication/submitUnit': call({
    who: 'user',
    own: ['userId'],
    summary: '提交单位会员申请；申请人为会员代表',
    success: said.submitted,
    input: UnitForm.extend({ ...Consent, ...Choices }),
    output: Submitted,
    errors: ['invalid', 'alreadyApplied', 'changedMeanwhile'],
  }),
  'GET /memberApplication/getAuditStatus': call({
    who: 'user',
    own: ['userId'],
    summary: '审核已通过、可以缴费（入会或续费）',
    input: OwnUser,
    output: z.boolean(),
  }),
}

export const memberFee = {
  'GET /wxPay/memberPay': call({
    who: 'user',
    own: ['userId'],
    summary: '会费支付二维码',
    input: OwnUser,
    output: Bytes,
    reply: replyTypes.png,
  }),
  'GET /wxPay/memberIsPay': call({
    who: 'user',
    own: ['userId'],
    summary: '会费是否已支付：1 已支付，-1 失败，其他为等待中',
    input: OwnUser,
    output: z.number(),
  }),
  'GET /wxPay/memberMoney': call({
    who: 'user',
    summary: '会费金额，单位分',
    input: Nothing,
    output: z.object({ money: z.number() }),
  }),
}

const Registration = z.object({ activityUserId: Id })

export const meetingFee = {
  'GET /wxPay/pay': call({
    who: 'user',
    summary: '参会缴费二维码',
    input: Registration,
    output: Bytes,
    reply: replyTypes.png,
  }),
  'GET /wxPay/isPay': call({
    who: 'user',
    summary: '参会费是否已支付',
    input: Registration,
    output: z.object({ status: z.number(), orderCode: z.string().nullable(), payTime: Time.nullable() }),
  }),
  'GET /wxPay/money': call({
    who: 'user',
    summary: '参会费金额，单位分',
    input: Registration,
    output: z.object({ fee: z.number() }),
  }),
}
