// Meetings: those that are published, special committees, registration, and what people do with their place.
import { z } from 'zod'
import { Bytes, call, Done, filled, Id, keysOf, Nothing, optional, replyTypes, text, Time } from './row.ts'
import { GivenReceipt, ReceiptSuggestion, ShownReceipt } from './meeting-receipt.ts'
import { isCallable } from '../phone.ts'
import { meetingKinds, requestKinds, requestStates, registrationStates } from '../meetings.ts'

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
  /** Registration is open. */
  isOpen: z.boolean(),
  isOver: z.boolean(),
})
export type ListedMeeting = z.infer<typeof ListedMeeting>

const MeetingType = z.object({
  activityAttendTypeId: z.number(),
  /** What it costs now, in cents. */
  fee: z.number(),
  fullFee: z.number(),
  /** Until when `fee` is the lower one; null when it is not. */
  earlyUntil: Time.nullable(),
  /** Null: as many as come. */
  left: z.number().nullable(),
})
export type MeetingType = z.infer<typeof MeetingType>

const Session = z.object({
  id: z.number(),
  title: z.string(),
  speaker: z.string(),
  place: z.string(),
  startTime: Time,
  endTime: Time,
  /** What being there counts for; 0 for nothing. */
  credits: z.number(),
})
export type Session = z.infer<typeof Session>

const MeetingPage = z.object({
  meeting: Meeting,
  types: z.array(MeetingType),
  sessions: z.array(Session),
  isOpen: z.boolean(),
  changeDeadline: Time,
  fullRefundUntil: Time,
  halfRefundUntil: Time,
  /** How many have a place, and those of them who let their name be shown. */
  participants: z.number(),
})
export type MeetingPage = z.infer<typeof MeetingPage>

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
  /** In cents: what was paid, or is to be paid. */
  fee: z.number(),
  /** Until when the place is kept for the payment. */
  payUntil: Time.nullable(),
  /** One's place in the waiting list; null when not waiting. */
  waitingPlace: z.number().nullable(),
  /** Whether one changes and cancels oneself, or asks. */
  mayChange: z.boolean(),
  refundPercent: z.number(),
  /** What is to go back since the place was given up, and what has. */
  refundCents: z.number(),
  refundedCents: z.number(),
  checkedInTime: Time.nullable(),
  roomName: z.string(),
  /** What the code at the door says, to be typed where a camera fails; empty before the payment. */
  ticket: z.string(),
  receipt: ShownReceipt,
  /** Why something cannot be done any more; empty where it can. */
  obstacles: z.object({ change: z.string(), cancel: z.string(), transfer: z.string() }),
  /** Whether somebody whose place has ended may register anew. */
  mayRegister: z.boolean(),
  /** Took the place over, and has not filled in the receipt yet. */
  needsReceipt: z.boolean(),
  /** The money was another's: the invoice is made out to who paid. */
  isPaidByOther: z.boolean(),
  /** Why it ended, unless one ended it oneself. */
  endReason: z.string(),
  /** Who it was is forgotten: the time of keeping is over. */
  isPurged: z.boolean(),
  /** Of attendance. */
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

const OwnPlace = OwnRegistration.pick({
  id: true,
  state: true,
  activityAttendTypeId: true,
  meetingTitle: true,
  meetingStartTime: true,
  meetingEndTime: true,
  location: true,
}).extend({ isOver: z.boolean() })
export type OwnPlace = z.infer<typeof OwnPlace>

export const meetings = {
  'GET /meeting/getNewOne': call({
    who: 'anyone',
    summary: '默认会议：本人待缴费的会议，其次为下一届年会，再次为最近开始的会议',
    input: Nothing,
    output: Meeting.nullable(),
  }),
  'GET /meeting/list': call({
    who: 'anyone',
    summary: '已发布的全部会议，未结束的在前，按开始时间排列',
    input: Nothing,
    output: z.array(ListedMeeting),
  }),
  'GET /meeting/page': call({
    who: 'anyone',
    summary: '一次已发布的会议，连同参会身份、费用、名额与日程；不带 id 时为默认会议',
    input: z.object({ id: optional(Id) }),
    output: MeetingPage.nullable(),
    errors: ['notFound'],
  }),
  'GET /meeting/participants': call({
    who: 'user',
    summary: '同意公开姓名的参会者',
    input: z.object({ activityId: Id }),
    output: z.array(z.object({ name: z.string(), companyName: z.string() })),
    errors: ['notFound'],
  }),
  'GET /activityUnit/getAllUnit': call({
    who: 'anyone',
    summary: '专业委员会',
    input: Nothing,
    output: z.array(z.object({ id: z.number(), unitName: z.string(), name: z.string() })),
  }),
  'GET /activityUser/isExist': call({
    who: 'user',
    summary: '本人是否已报名',
    input: z.object({ activityId: Id }),
    output: z.object({ exist: z.boolean(), activityUser: ActivityUser.nullable() }),
  }),
  'GET /activityUser/identity': call({
    who: 'user',
    summary: '核验会员身份；不是会员时 code 为 500',
    input: Nothing,
    output: z.null(),
    errors: ['notAMember'],
  }),
  'GET /activityUser/suggestion': call({
    who: 'user',
    summary: '填写回执前已知的内容，以及是否可按会员报名',
    input: Nothing,
    output: ReceiptSuggestion,
  }),
  'POST /activityUser/addPerson': call({
    who: 'user',
    summary: '参会报名；名额已满时带 waiting 可登记候补',
    input: GivenReceipt.extend({ activityAttendTypeId: Id, activityId: Id, waiting: optional(z.coerce.boolean()) }),
    output: z.object({
      success: z.boolean(),
      exist: z.boolean(),
      activityUser: ActivityUser.nullable(),
      message: z.string(),
      /** The type is full, and the waiting list is open. */
      isFull: z.boolean(),
    }),
    errors: ['invalid', 'notFound', 'wrongState', 'notAMember', 'tooManyRequests'],
  }),
  'GET /activityUser/getById': call({
    who: 'user',
    summary: '本人的一份报名',
    input: z.object({ id: Id }),
    output: ActivityUser,
    errors: ['notFound'],
  }),
  'GET /activityUser/mine': call({
    who: 'user',
    summary: '本人的报名：回执、缴费、候补、申请',
    input: z.object({ activityId: optional(Id) }),
    output: OwnRegistration.nullable(),
  }),
  'GET /activityUser/list': call({
    who: 'user',
    summary: '本人的全部报名，新的在前',
    input: Nothing,
    output: z.array(OwnPlace),
  }),
  'GET /activityUser/place': call({
    who: 'user',
    summary: '本人的一份报名：回执、缴费、候补、申请，会议结束后仍可查看',
    input: z.object({ id: Id }),
    output: OwnRegistration,
    errors: ['notFound'],
  }),
  'PUT /activityUser/receipt': call({
    who: 'user',
    summary: '变更回执；变更截止后提交申请，由会务组处理',
    input: GivenReceipt.extend({ id: Id, reason: optional(text(300, '说明不能超过300个字')) }),
    output: z.object({
      isAsked: z.boolean(),
      /** What became of an invoice that had been asked for; empty when nothing did. */
      invoice: z.string(),
    }),
    errors: ['invalid', 'notFound', 'wrongState'],
  }),
  'POST /activityUser/listed': call({
    who: 'user',
    summary: '加入或退出参会者名单，随时可办，立即生效，记入授权台账',
    input: z.object({ id: Id, listed: z.boolean('请选择是否列入') }),
    output: Done,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /activityUser/cancel': call({
    who: 'user',
    summary: '取消参会；已缴费的按退费规则申请退款',
    input: z.object({ id: Id, reason: optional(text(300, '说明不能超过300个字')) }),
    output: z.object({ isAsked: z.boolean() }),
    errors: ['notFound', 'wrongState'],
  }),
  'POST /activityUser/transfer': call({
    who: 'user',
    summary: '把名额转让给另一位已注册的用户，由会务组核准',
    input: z.object({
      id: Id,
      username: filled(60, '请输入对方的账号'),
      name: filled(40, '请输入对方的姓名', '姓名不能超过40个字'),
      phone: filled(20, '请输入对方的手机号').refine(isCallable, '请输入正确的手机号'),
      reason: optional(text(300, '说明不能超过300个字')),
    }),
    output: Done,
    errors: ['notFound', 'wrongState', 'invalid', 'tooManyRequests'],
  }),
  'GET /activityUser/credits': call({
    who: 'user',
    summary: '本人的继续教育学分记录',
    input: Nothing,
    output: z.object({
      /** Without what has become void. */
      total: z.number(),
      entries: z.array(
        z.object({
          id: z.number(),
          meetingTitle: z.string(),
          title: z.string(),
          credits: z.number(),
          /** A day, `2026-11-21`. */
          earnedOn: z.string(),
          /** Of the certificate that says so. */
          number: z.string(),
          isVoid: z.boolean(),
        }),
      ),
    }),
  }),
  'GET /activityUser/ticket': call({
    who: 'user',
    summary: '签到二维码（PNG）',
    input: z.object({ id: Id }),
    output: Bytes,
    reply: replyTypes.png,
    errors: ['notFound', 'wrongState'],
  }),
}
