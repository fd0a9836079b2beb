// The receipt of a registration (portal.md 3): input and stored form.
import { z } from 'zod'
import { requiredText, Id, Instant, optional, text, Time } from '../endpoint.ts'
import { isDialablePhone } from '../../phone.ts'
import { invoiceMessages, meetingMessages } from '../../meetings.ts'
import { taxNoPattern } from '../../orders.ts'

const incomplete = meetingMessages.incomplete
/** Time from a date picker; an empty one counts as incomplete (portal.md 5). */
const PickerTime = z.string(incomplete).trim().min(1, incomplete).pipe(Instant)

/** The receipt: first the fields of portal.md 3, then additional ones, which are optional. */
export const RegistrationReceipt = z.object({
  companyName: requiredText(100, incomplete, '单位名称不能超过100个字'),
  unitId: optional(Id),
  address: requiredText(200, incomplete, '通信地址不能超过200个字'),
  email: optional(text(100, '邮箱不能超过100个字').pipe(z.email('请输入正确的邮箱地址'))),
  postCode: optional(text(10, '邮编不能超过10个字')),
  arrivalTime: PickerTime,
  leaveTime: PickerTime,
  dorm: optional(z.coerce.number('请输入房间数').int('请输入整数').min(0, '房间数不正确').max(20, '最多20间')),
  name: optional(text(40, '姓名不能超过40个字')),
  sex: optional(text(10, '性别不能超过10个字')),
  profess: optional(text(60, '职务或职称不能超过60个字')),
  phone: optional(text(20, '手机号不能超过20个字')),
  diet: optional(text(100, '饮食需求不能超过100个字')),
  shareWith: optional(text(60, '合住意愿不能超过60个字')),
  invoiceTitle: optional(text(100, '发票抬头不能超过100个字')),
  taxNumber: optional(text(20, '税号不能超过20个字').regex(/^[0-9A-Za-z]{0,20}$/, '税号只能包含数字和字母')),
  listed: optional(z.coerce.boolean()),
})
export type RegistrationReceipt = z.output<typeof RegistrationReceipt>

/** The receipt as input; stored receipts are not validated again. */
export const ReceiptInput = RegistrationReceipt.extend({
  sex: optional(z.enum(['男', '女'], '请选择性别')),
  phone: optional(text(20, '手机号不能超过20个字').refine(isDialablePhone, '请输入正确的手机号')),
  taxNumber: optional(
    text(20, '税号不能超过20个字')
      .toUpperCase()
      .refine((taxNumber) => taxNumber === '' || taxNoPattern.test(taxNumber), invoiceMessages.taxNumber),
  ),
})

/** Contact data of a participant, and data for an invoice. Empty strings for unknown values. */
export const ReceiptContact = z.object({
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  postCode: z.string(),
  diet: z.string(),
  invoiceTitle: z.string(),
  taxNumber: z.string(),
})

const ReceiptPerson = ReceiptContact.extend({
  name: z.string(),
  sex: z.string(),
  companyName: z.string(),
  profess: z.string(),
})

/** The stored receipt for its attendee. */
export const OwnRegistrationReceipt = ReceiptPerson.extend({
  unitId: z.number().nullable(),
  unitName: z.string(),
  arrivalTime: Time,
  leaveTime: Time,
  dorm: z.number(),
  shareWith: z.string(),
  listed: z.boolean(),
})

export const RegistrationReceiptSuggestion = z.object({
  /** True when the server confirms that the caller may register as a member. */
  isMember: z.boolean(),
  receipt: ReceiptPerson,
})
export type RegistrationReceiptSuggestion = z.infer<typeof RegistrationReceiptSuggestion>
