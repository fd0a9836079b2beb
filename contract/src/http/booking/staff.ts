// Appointments and complaints for the secretariat, without any content of a consultation.
import { keysOf } from '../../keys.ts'
import { auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { bookingStates } from '../../counselling.ts'
import { Booking } from './bookings.ts'
import { BookingCall } from './waiting-rooms.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  Time,
  staffReason,
} from '../endpoint.ts'

const staff = ['administrator', 'service'] as const

/** Masked name, sufficient to distinguish rows. */
const StaffBooking = Booking.extend({ clientName: z.string(), calls: z.array(BookingCall) })
export type StaffBooking = z.output<typeof StaffBooking>

const BookingComplaint = z.object({
  id: z.number(),
  bookingId: z.number(),
  counsellorName: z.string(),
  /** Name of the client, of which only the surname is readable. */
  clientName: z.string(),
  /** Start of the consultation. */
  startTime: Time,
  text: z.string(),
  state: z.enum(['open', 'handled']),
  answer: z.string(),
  createTime: Time,
})
export type BookingComplaint = z.output<typeof BookingComplaint>

export const staffBookings = {
  'GET /admin/bookings': endpoint({
    who: staff,
    summary: '全部预约；不含咨询内容',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf(bookingStates), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(StaffBooking),
  }),
  'POST /admin/booking/reveal': endpoint({
    who: staff,
    summary: '查看来访者的姓名与手机号；须写明理由，记入审计日志',
    audit: auditActionOn('bookingClientRevealed', 'booking'),
    input: z.object({
      id: Id,
      reason: staffReason('请填写查看理由'),
    }),
    output: z.object({ name: z.string(), phone: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/booking/cancel': endpoint({
    who: staff,
    summary: '代为取消尚未开始的预约；费用退回，双方收到通知',
    audit: auditActionOn('bookingCalledOff', 'booking'),
    success: '取消成功',
    input: z.object({ id: Id, reason: requiredText(200, '请填写取消原因', '原因不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/complaints': endpoint({
    who: staff,
    summary: '咨询投诉，待处理的在前',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(BookingComplaint),
  }),
  'POST /admin/complaint/handle': endpoint({
    who: staff,
    summary: '处理投诉并答复',
    audit: ({ id }) => ({ action: 'complaintHandled', subject: `complaint ${id}` }),
    success: '处理成功',
    input: z.object({ id: Id, answer: requiredText(500, '请填写处理结果', '处理结果不能超过500个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
