// Registrations as the secretariat works on them: who comes, and what people ask for after the deadlines.
import { z } from 'zod'
import { registrationStates, requestKinds, requestStates } from '../meetings.ts'
import { receiptStates } from '../orders.ts'
import { GivenReceipt, Receipt, ReceiptContact } from './meeting-receipt.ts'
import { call, Done, filled, Id, keysOf, optional, pageOf, paging, text, Time } from './row.ts'
import { AttendTypeId, cents, doorkeepers, organisers } from './staff-meetings.ts'

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
  /** Took the place over, and has not filled in the receipt yet. */
  needsReceipt: z.boolean(),
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
  /** Until when it is to be answered. */
  dueTime: Time,
  isOverdue: z.boolean(),
})
export type StaffRequest = z.infer<typeof StaffRequest>

export const StaffRegistrationDetail = StaffRegistration.extend({
  meetingId: z.number(),
  meetingTitle: z.string(),
  /** Of the account; empty for who was entered without one. */
  username: z.string(),
  unitId: z.number().nullable(),
  profess: z.string(),
  /** Masked, like the telephone. */
  email: z.string(),
  /** Whether the receipt has a title for the invoice. */
  hasInvoice: z.boolean(),
  /** Of the one asked for last; null where none was, or another has paid, whose it is. */
  invoiceState: z.enum(keysOf(receiptStates)).nullable(),
  arrivalTime: Time,
  leaveTime: Time,
  listed: z.boolean(),
  /** What was paid, or is to be paid now. */
  feeCents: z.number(),
  refundCents: z.number(),
  refundedCents: z.number(),
  endReason: z.string(),
  /** Where they were let in; without a title it is the meeting. */
  doors: z.array(z.object({ title: z.string(), time: Time, door: z.string() })),
  requests: z.array(StaffRequest),
  /** The number of the certificate of attendance. */
  certificate: z.string(),
  /** The money was another's: the invoice is made out to who paid. */
  isPaidByOther: z.boolean(),
  mayCorrect: z.boolean(),
})
export type StaffRegistrationDetail = z.infer<typeof StaffRegistrationDetail>

/** A receipt set right; what of the contact is left out stays as it is. */
const Correction = GivenReceipt.omit({ listed: true }).extend({
  address: optional(text(200, '通信地址不能超过200个字')),
  /** Title and tax number go, and the invoice that waits for its number with them. */
  noInvoice: optional(z.boolean('请选择是否需要发票')),
})
export type Correction = z.output<typeof Correction>

/** What became of an invoice that had been asked for; empty when nothing did. */
const Followed = z.object({ invoice: z.string() })

const Reason = filled(200, '请填写理由', '理由不能超过200个字')
/** Which registrations: of the list, and of what is exported from it. */
export const RegistrationFilters = z.object({
  meetingId: Id,
  state: optional(z.enum(keysOf(registrationStates))),
  activityAttendTypeId: optional(AttendTypeId),
  key: optional(text(50, '搜索词不能超过50个字')),
  needsReceipt: optional(z.enum(['1'])),
})

export const staffRegistrations = {
  'GET /admin/registrations': call({
    who: organisers,
    summary: '报名列表',
    input: RegistrationFilters.extend(paging(20)),
    output: pageOf(StaffRegistration),
  }),
  'POST /admin/registration/reveal': call({
    who: organisers,
    summary: '查看联系方式，理由记入审计日志',
    input: z.object({ id: Id, reason: Reason }),
    output: ReceiptContact,
    errors: ['notFound'],
  }),
  'GET /admin/registration': call({
    who: organisers,
    summary: '一份报名的全部内容，联系方式隐去',
    input: z.object({ id: Id }),
    output: StaffRegistrationDetail,
    errors: ['notFound'],
  }),
  'PUT /admin/registration/receipt': call({
    who: organisers,
    summary: '代为更正回执：须有理由，记入审计日志并告知本人；留空的联系方式不变',
    input: Correction.extend({ id: Id, reason: Reason }),
    output: Followed,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/registration/walkIn': call({
    who: doorkeepers,
    summary: '现场报名：会务费已收现金，记账并签到；同一张表单重复提交只登记一次',
    input: Receipt.pick({ companyName: true, sex: true, profess: true, unitId: true }).extend({
      meetingId: Id,
      activityAttendTypeId: AttendTypeId,
      name: filled(40, '请输入姓名', '姓名不能超过40个字'),
      phone: filled(11, '请输入手机号码').regex(/^1[3-9]\d{9}$/, '请输入正确的手机号码'),
      /** What was taken, which must be what it costs now. */
      paidCents: cents('金额过大'),
      /** Of the form: sent again, it is the same registration and the same payment. */
      key: z.uuid('请刷新页面后重新登记'),
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
    input: z.object({ ...paging(20), state: optional(z.enum([...keysOf(requestStates), 'overdue'])) }),
    output: pageOf(StaffRequest),
  }),
  'POST /admin/registrationRequest/decide': call({
    who: organisers,
    summary: '处理申请',
    input: z.object({ id: Id, approve: z.boolean('请选择是否同意'), answer: text(300, '答复不能超过300个字') }),
    output: Followed,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
}
