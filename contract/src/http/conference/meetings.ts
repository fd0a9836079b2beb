// Meetings: published ones, special committees, registration, and changes of a registration.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'
import { ReceiptInput, RegistrationReceiptSuggestion, OwnRegistrationReceipt } from './receipt.ts'
import { ProgrammeSession } from './days.ts'
import { isDialablePhone } from '../../phone.ts'
import { meetingKinds, requestKinds, requestStates, registrationStates } from '../../meetings.ts'

const Meeting = z.object({
  id: z.number(),
  kind: z.enum(keysOf(meetingKinds)),
  title: z.string(),
  content: z.string(),
  location: z.string(),
  registrationDeadline: Time,
  meetingStartTime: Time,
  meetingEndTime: Time,
})
export type Meeting = z.infer<typeof Meeting>

const ListedMeeting = Meeting.omit({ content: true }).extend({
  /** True while registration is open. */
  isOpen: z.boolean(),
  isOver: z.boolean(),
})
export type ListedMeeting = z.infer<typeof ListedMeeting>

const AttendTypeOffer = z.object({
  activityAttendTypeId: z.number(),
  /** The price that a registration of today pays, in cents. */
  fee: z.number(),
  fullFee: z.number(),
  /** Time at which the early price ends; null at the regular price. */
  earlyUntil: Time.nullable(),
  /** Number of free places; null for no limit. */
  left: z.number().nullable(),
})
export type AttendTypeOffer = z.infer<typeof AttendTypeOffer>

const MeetingDetail = z.object({
  meeting: Meeting,
  types: z.array(AttendTypeOffer),
  sessions: z.array(ProgrammeSession),
  isOpen: z.boolean(),
  changeDeadline: Time,
  fullRefundUntil: Time,
  halfRefundUntil: Time,
  /** Number of participants; only those who agreed are named in the list. */
  participants: z.number(),
})
export type MeetingDetail = z.infer<typeof MeetingDetail>

const ActivityUser = z.object({
  id: z.number(),
  status: z.number(),
  activityAttendTypeId: z.number(),
  activityId: z.number(),
})
export type ActivityUser = z.infer<typeof ActivityUser>

const OwnRegistration = z.object({
  id: z.number(),
  state: z.enum(keysOf(registrationStates)),
  status: z.number(),
  activityId: z.number(),
  activityAttendTypeId: z.number(),
  meetingTitle: z.string(),
  meetingStartTime: Time,
  meetingEndTime: Time,
  location: z.string(),
  /** Amount in cents that was paid or is due. */
  fee: z.number(),
  /** Time until which the place is held for the payment. */
  payUntil: Time.nullable(),
  /** Position in the waiting list; null if not waiting. */
  waitingPlace: z.number().nullable(),
  /** True while the attendee may change and cancel directly; after that, a request is needed. */
  mayChange: z.boolean(),
  refundPercent: z.number(),
  /** Cents to refund after the cancellation, and cents already refunded. */
  refundCents: z.number(),
  refundedCents: z.number(),
  checkedInTime: Time.nullable(),
  roomName: z.string(),
  /** Text of the ticket's code, to be typed when a camera fails; empty before the payment. */
  ticket: z.string(),
  receipt: OwnRegistrationReceipt,
  /** Reason why an action is no longer possible; empty while it is. */
  obstacles: z.object({ change: z.string(), cancel: z.string(), transfer: z.string() }),
  /** True when the person may register again after the end of this registration. */
  mayRegister: z.boolean(),
  /** True when the person received the registration by transfer and has not filled in the receipt yet. */
  needsReceipt: z.boolean(),
  /** True when another account paid and receives the invoice. */
  isPaidByOther: z.boolean(),
  /** Reason for the end; empty if the attendee cancelled. */
  endReason: z.string(),
  /** True when personal data were deleted at the end of their retention. */
  isPurged: z.boolean(),
  /** Number of the certificate of attendance. */
  certificate: z.object({ id: z.number(), number: z.string() }).nullable(),
  requests: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(keysOf(requestKinds)),
      state: z.enum(keysOf(requestStates)),
      text: z.string(),
      answer: z.string(),
      time: Time,
    }),
  ),
})
export type OwnRegistration = z.infer<typeof OwnRegistration>

const RegistrationSummary = OwnRegistration.pick({
  id: true,
  state: true,
  activityAttendTypeId: true,
  meetingTitle: true,
  meetingStartTime: true,
  meetingEndTime: true,
  location: true,
}).extend({ isOver: z.boolean() })
export type RegistrationSummary = z.infer<typeof RegistrationSummary>

export const meetings = {
  'GET /meeting/getNewOne': endpoint({
    who: 'anyone',
    summary: '默认会议：本人待缴费的会议，其次为下一届年会，再次为最近开始的会议',
    input: EmptyInput,
    output: Meeting.nullable(),
  }),
  'GET /meeting/list': endpoint({
    who: 'anyone',
    summary: '已发布的全部会议，未结束的在前，按开始时间排列',
    input: EmptyInput,
    output: z.array(ListedMeeting),
  }),
  'GET /meeting/page': endpoint({
    who: 'anyone',
    summary: '一次已发布的会议，连同参会身份、费用、名额与日程；不带 id 时为默认会议',
    input: z.object({ id: optional(Id) }),
    output: MeetingDetail.nullable(),
    errors: ['notFound'],
  }),
  'GET /meeting/participants': endpoint({
    who: 'user',
    summary: '同意公开姓名的参会者',
    input: z.object({ activityId: Id }),
    output: z.array(z.object({ name: z.string(), companyName: z.string() })),
    errors: ['notFound'],
  }),
  'GET /activityUnit/getAllUnit': endpoint({
    who: 'anyone',
    summary: '专业委员会',
    input: EmptyInput,
    output: z.array(z.object({ id: z.number(), unitName: z.string(), name: z.string() })),
  }),
  'GET /activityUser/isExist': endpoint({
    who: 'user',
    summary: '本人是否已报名',
    input: z.object({ activityId: Id }),
    output: z.object({ exist: z.boolean(), activityUser: ActivityUser.nullable() }),
  }),
  'GET /activityUser/identity': endpoint({
    who: 'user',
    summary: '核验会员身份；不是会员时 code 为 500',
    input: EmptyInput,
    output: z.null(),
    errors: ['notAMember'],
  }),
  'GET /activityUser/suggestion': endpoint({
    who: 'user',
    summary: '填写回执前已知的内容，以及是否可按会员报名',
    input: EmptyInput,
    output: RegistrationReceiptSuggestion,
  }),
  'POST /activityUser/addPerson': endpoint({
    who: 'user',
    summary: '参会报名；名额已满时带 waiting 可登记候补',
    texts: ['companyName', 'address', 'name', 'profess', 'diet', 'shareWith'],
    input: ReceiptInput.extend({ activityAttendTypeId: Id, activityId: Id, waiting: optional(z.coerce.boolean()) }),
    output: z.object({
      success: z.boolean(),
      exist: z.boolean(),
      activityUser: ActivityUser.nullable(),
      message: z.string(),
      /** True when the type is full and the waiting list is open. */
      isFull: z.boolean(),
    }),
    errors: ['invalid', 'notFound', 'wrongState', 'notAMember', 'tooManyRequests'],
  }),
  'GET /activityUser/getById': endpoint({
    who: 'user',
    summary: '本人的一份报名',
    input: z.object({ id: Id }),
    output: ActivityUser,
    errors: ['notFound'],
  }),
  'GET /activityUser/mine': endpoint({
    who: 'user',
    summary: '本人的报名：回执、缴费、候补、申请',
    input: z.object({ activityId: optional(Id) }),
    output: OwnRegistration.nullable(),
  }),
  'GET /activityUser/list': endpoint({
    who: 'user',
    summary: '本人的全部报名，新的在前',
    input: EmptyInput,
    output: z.array(RegistrationSummary),
  }),
  'GET /activityUser/place': endpoint({
    who: 'user',
    summary: '本人的一份报名：回执、缴费、候补、申请，会议结束后仍可查看',
    input: z.object({ id: Id }),
    output: OwnRegistration,
    errors: ['notFound'],
  }),
  'PUT /activityUser/receipt': endpoint({
    who: 'user',
    summary: '变更回执；变更截止后提交申请，由会务组处理',
    texts: ['companyName', 'address', 'name', 'profess', 'diet', 'shareWith', 'reason'],
    input: ReceiptInput.extend({ id: Id, reason: optional(text(300, '说明不能超过300个字')) }),
    // `invoice` is a message about a requested one, empty if there was none
    output: z.object({ isRequested: z.boolean(), invoice: z.string() }),
    errors: ['invalid', 'notFound', 'wrongState'],
  }),
  'POST /activityUser/listed': endpoint({
    who: 'user',
    summary: '加入或退出参会者名单，随时可办，立即生效，记入授权台账',
    input: z.object({ id: Id, listed: z.boolean('请选择是否列入') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /activityUser/cancel': endpoint({
    who: 'user',
    summary: '取消参会；已缴费的按退费规则申请退款',
    texts: ['reason'],
    input: z.object({ id: Id, reason: optional(text(300, '说明不能超过300个字')) }),
    output: z.object({ isRequested: z.boolean() }),
    errors: ['notFound', 'wrongState'],
  }),
  'POST /activityUser/transfer': endpoint({
    who: 'user',
    summary: '把名额转让给另一位已注册的用户，由会务组核准',
    texts: ['name', 'reason'],
    input: z.object({
      id: Id,
      username: requiredText(60, '请输入对方的账号'),
      name: requiredText(40, '请输入对方的姓名', '姓名不能超过40个字'),
      phone: requiredText(20, '请输入对方的手机号').refine(isDialablePhone, '请输入正确的手机号'),
      reason: optional(text(300, '说明不能超过300个字')),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid', 'tooManyRequests'],
  }),
  'GET /activityUser/credits': endpoint({
    who: 'user',
    summary: '本人的继续教育学分记录',
    input: EmptyInput,
    output: z.object({
      /** Sum of the credits, without those of void certificates. */
      total: z.number(),
      entries: z.array(
        z.object({
          id: z.number(),
          meetingTitle: z.string(),
          title: z.string(),
          credits: z.number(),
          /** Day of the attendance, such as `2026-11-21`. */
          earnedOn: z.string(),
          /** Number of the certificate; empty for a lecture, which has an id instead. */
          number: z.string(),
          lectureId: z.number().nullable(),
          isVoid: z.boolean(),
        }),
      ),
    }),
  }),
  'GET /activityUser/ticket': endpoint({
    who: 'user',
    summary: '签到二维码（PNG）',
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.png,
    errors: ['notFound', 'wrongState'],
  }),
}
