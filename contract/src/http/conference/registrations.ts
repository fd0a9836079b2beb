// Registrations for the secretariat: the list, and requests after the deadlines.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { registrationStates, requestKinds, requestStates } from '../../meetings.ts'
import { paymentReceiptStates } from '../../orders.ts'
import { ReceiptInput, RegistrationReceipt, ReceiptContact } from './receipt.ts'
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
} from '../endpoint.ts'
import { AttendTypeId, centsField, checkInStaff, organisers } from './staff.ts'

const StaffRegistration = z.object({
  id: z.number(),
  state: z.enum(keysOf(registrationStates)),
  activityAttendTypeId: z.number(),
  name: z.string(),
  sex: z.string(),
  companyName: z.string(),
  unitName: z.string(),
  /** Masked phone number; revealing it needs a reason. */
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
  /** True when the person received the registration by transfer and has not filled in the receipt yet. */
  needsReceipt: z.boolean(),
})
export type StaffRegistration = z.infer<typeof StaffRegistration>

const StaffRegistrationRequest = z.object({
  id: z.number(),
  registrationId: z.number(),
  kind: z.enum(keysOf(requestKinds)),
  state: z.enum(keysOf(requestStates)),
  name: z.string(),
  reason: z.string(),
  /** Requested changes, one per line. */
  wanted: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  answer: z.string(),
  time: Time,
  /** Time by which the secretariat must answer. */
  dueTime: Time,
  isOverdue: z.boolean(),
})
export type StaffRegistrationRequest = z.infer<typeof StaffRegistrationRequest>

export const StaffRegistrationDetail = StaffRegistration.extend({
  meetingId: z.number(),
  meetingTitle: z.string(),
  /** Name of the account; empty for a person entered without one. */
  username: z.string(),
  unitId: z.number().nullable(),
  profess: z.string(),
  /** Masked mail address. */
  email: z.string(),
  /** True when the receipt has an invoice title. */
  hasInvoice: z.boolean(),
  /** State of the latest invoice; null without one, or when another account paid and so owns it. */
  invoiceState: z.enum(keysOf(paymentReceiptStates)).nullable(),
  arrivalTime: Time,
  leaveTime: Time,
  listed: z.boolean(),
  /** Amount in cents that was paid or is due now. */
  feeCents: z.number(),
  refundCents: z.number(),
  refundedCents: z.number(),
  endReason: z.string(),
  /** Check-ins. One without a title is the check-in to the meeting. */
  checkIns: z.array(z.object({ title: z.string(), time: Time, entrance: z.string() })),
  requests: z.array(StaffRegistrationRequest),
  /** Number of the certificate of attendance. */
  certificate: z.string(),
  /** True when another account paid and receives the invoice. */
  isPaidByOther: z.boolean(),
  mayCorrect: z.boolean(),
})
export type StaffRegistrationDetail = z.infer<typeof StaffRegistrationDetail>

/** A corrected receipt. Contact fields that are omitted stay unchanged. */
const RegistrationReceiptCorrection = ReceiptInput.omit({ listed: true }).extend({
  address: optional(text(200, '通信地址不能超过200个字')),
  /** Removes title and tax number, and cancels the pending invoice. */
  noInvoice: optional(z.boolean('请选择是否需要发票')),
})
export type RegistrationReceiptCorrection = z.output<typeof RegistrationReceiptCorrection>

/** Message about a requested invoice; empty if there was none. */
const InvoiceOutcome = z.object({ invoice: z.string() })

const Reason = requiredText(200, '请填写理由', '理由不能超过200个字')
/** Filters of registrations, for the list and the export. */
export const RegistrationFilters = z.object({
  meetingId: Id,
  state: optional(z.enum(keysOf(registrationStates))),
  activityAttendTypeId: optional(AttendTypeId),
  key: optional(text(50, '搜索词不能超过50个字')),
  needsReceipt: optional(z.enum(['1'])),
})

export const staffRegistrations = {
  'GET /admin/registrations': endpoint({
    who: organisers,
    summary: '报名列表',
    input: RegistrationFilters.extend(paging(20)).transform(toLimits),
    output: pageSchemaOf(StaffRegistration),
  }),
  'POST /admin/registration/reveal': endpoint({
    who: organisers,
    summary: '查看联系方式，理由记入审计日志',
    audit: auditActionOn('registrationRevealed', 'registration'),
    input: z.object({ id: Id, reason: Reason }),
    output: ReceiptContact,
    errors: ['notFound'],
  }),
  'GET /admin/registration': endpoint({
    who: organisers,
    summary: '一份报名的全部内容，联系方式隐去',
    input: z.object({ id: Id }),
    output: StaffRegistrationDetail,
    errors: ['notFound'],
  }),
  'PUT /admin/registration/receipt': endpoint({
    who: organisers,
    summary: '代为更正回执：须有理由，记入审计日志并告知本人；留空的联系方式不变',
    audit: auditedByHandler,
    input: RegistrationReceiptCorrection.extend({ id: Id, reason: Reason }),
    output: InvoiceOutcome,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/registration/walkIn': endpoint({
    who: checkInStaff,
    summary: '现场报名：会务费已收现金，记账并签到；同一张表单重复提交只登记一次',
    audit: ({ paidCents }, { id }) =>
      // the handler writes the entry, because it names the cash that was received
      paidCents > 0 ? [] : { action: 'staffCall', subject: `registration ${id}` },
    input: RegistrationReceipt.pick({ companyName: true, sex: true, profess: true, unitId: true }).extend({
      meetingId: Id,
      activityAttendTypeId: AttendTypeId,
      name: requiredText(40, '请输入姓名', '姓名不能超过40个字'),
      phone: requiredText(11, '请输入手机号码').regex(/^1[3-9]\d{9}$/, '请输入正确的手机号码'),
      /** Amount received, which must equal the price. */
      paidCents: centsField('金额过大'),
      /** Idempotency key of the form: a repeated request does not create a second registration or payment. */
      key: z.uuid('请刷新页面后重新登记'),
      entrance: requiredText(30, '请输入签到处'),
    }),
    output: z.object({ id: z.number() }),
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/registration/cancel': endpoint({
    who: organisers,
    summary: '取消一份报名；已缴费的申请退款',
    audit: auditChangeOf('registration'),
    input: z.object({ id: Id, reason: Reason }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/registrationRequests': endpoint({
    polled: true,
    who: organisers,
    summary: '变更、转让与取消的申请',
    input: z
      .object({ ...paging(20), state: optional(z.enum([...keysOf(requestStates), 'overdue'])) })
      .transform(toLimits),
    output: pageSchemaOf(StaffRegistrationRequest),
  }),
  'POST /admin/registrationRequest/decide': endpoint({
    who: organisers,
    summary: '处理申请',
    audit: auditChangeOf('registrationRequest'),
    input: z.object({ id: Id, approve: z.boolean('请选择是否同意'), answer: text(300, '答复不能超过300个字') }),
    output: InvoiceOutcome,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
}
