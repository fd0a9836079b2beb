// Appointments: free slots, booking, changes, cancellation, and the counsellors' side.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { bookingModes, bookingStates, consultationMinutes } from '../../counselling.ts'
import { BookingCall } from './waiting-rooms.ts'
import { CrisisLevelReply } from '../crisis/alerts.ts'
import {
  endpoint,
  EmptyReply,
  BytesReply,
  requiredText,
  Id,
  EmptyInput,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'

const Minute = z.coerce.number('时间不正确').int('时间不正确').min(0, '时间不正确').max(100_000_000, '时间不正确')
const Mode = z.enum(keysOf(bookingModes), '请选择咨询方式')
const SlotMode = z.enum(['online', 'offline', 'both'], '咨询方式不正确')

/** A bookable time; `start` is in minutes since 1970. */
const Slot = z.object({ start: z.number(), mode: SlotMode })
export type Slot = z.output<typeof Slot>

export const Booking = z.object({
  id: z.number(),
  counsellorId: z.number(),
  counsellorName: z.string(),
  counsellorUserId: z.number(),
  mode: Mode,
  start: z.number(),
  startTime: Time,
  endTime: Time,
  state: z.enum(keysOf(bookingStates)),
  holdUntil: Time.nullable(),
  priceCents: z.number(),
  /** True when an order pays for it; the order has the payment status. */
  isPaid: z.boolean(),
  hasBegun: z.boolean(),
  /** True once no call of the consultation is possible any more. */
  isOver: z.boolean(),
  /** The chat account of the other side of an online consultation; otherwise empty. */
  accid: z.string(),
  /** True when the start is more than 24 hours ahead, and the limit of changes is not reached. */
  canChange: z.boolean(),
  canRate: z.boolean(),
  stars: z.number().nullable(),
  cancelReason: z.string(),
})
export type Booking = z.output<typeof Booking>

const Intake = {
  topic: requiredText(300, '请填写主要困扰', '主要困扰不能超过300个字'),
  history: text(300, '既往情况不能超过300个字').default(''),
  minor: z.boolean('请确认是否未满18周岁').default(false),
  guardianName: text(20, '监护人姓名不能超过20个字').default(''),
  guardianPhone: text(20, '监护人电话不能超过20个字').default(''),
  guardianAgreed: z.boolean().default(false),
  /** The person whom the counsellor may call in an emergency; optional, for adults. */
  contactName: text(20, '紧急联系人姓名不能超过20个字').default(''),
  contactPhone: text(20, '紧急联系人电话不能超过20个字').default(''),
}
const OwnBooking = Booking.extend({
  /** The comment of the rating, for its author and the counsellor. */
  ratingText: z.string(),
})
export type OwnBooking = z.output<typeof OwnBooking>

const CounsellorBooking = OwnBooking.extend({
  /** The client's chat alias. Counsellors see the name only if the client tells it. */
  clientName: z.string(),
  /** True once the consultation has begun, so that its outcome can be recorded. */
  canSettle: z.boolean(),
  calls: z.array(BookingCall),
  intake: z.object({
    topic: z.string(),
    history: z.string(),
    minor: z.boolean(),
    /**
     * True when `POST /booking/contact` can open a contact: the guardian of a minor, or the person whom an adult named.
     */
    hasContact: z.boolean(),
  }),
})
export type CounsellorBooking = z.output<typeof CounsellorBooking>

const Span = {
  from: z.coerce.number().int().min(0, '时间不正确').max(1440, '时间不正确'),
  to: z.coerce.number().int().min(0, '时间不正确').max(1440, '时间不正确'),
  mode: SlotMode,
}
const Rule = z.object({ weekday: z.coerce.number().int().min(1, '星期不正确').max(7, '星期不正确'), ...Span })
const Exception = z.object({ day: z.iso.date('日期不正确'), open: z.boolean(), ...Span })
/** The stored schedule. It may break rules that were added after it was saved. */
const Schedule = z.object({ rules: z.array(Rule), exceptions: z.array(Exception) })
export type Schedule = z.output<typeof Schedule>

type MinuteSpan = { from: number; to: number }
const endBeforeStartIssue = { path: ['to'], message: '结束时间应晚于开始时间' }
const isEndAfterStart = ({ from, to }: MinuteSpan) => from < to
const isLongEnough = ({ from, to }: MinuteSpan) => to - from >= consultationMinutes
const tooShortIssue = { path: ['to'], message: `每个时段至少${consultationMinutes}分钟，否则排不下一次咨询` }
const overlapMessage = '同一天的时段不能重叠'
/** True when no two entries of the same day overlap. */
const hasNoOverlap = <T extends MinuteSpan>(list: readonly T[], dayOf: (span: T) => unknown) =>
  list.every((a, i) => list.slice(i + 1).every((b) => dayOf(a) !== dayOf(b) || a.to <= b.from || b.to <= a.from))
const areClosedDaysExclusive = (list: readonly z.output<typeof Exception>[]) =>
  list.every((exception) => exception.open || list.filter(({ day }) => day === exception.day).length === 1)
const NewSchedule = z.object({
  rules: z
    .array(Rule.refine(isEndAfterStart, endBeforeStartIssue).refine(isLongEnough, tooShortIssue))
    .max(50, '时段过多')
    .refine((list) => hasNoOverlap(list, ({ weekday }) => weekday), overlapMessage),
  exceptions: z
    .array(
      Exception.refine(isEndAfterStart, endBeforeStartIssue).refine(
        (exception) => !exception.open || isLongEnough(exception),
        tooShortIssue,
      ),
    )
    .max(200, '例外过多')
    .refine((list) => {
      const open = list.filter((exception) => exception.open)
      return hasNoOverlap(open, ({ day }) => day)
    }, overlapMessage)
    .refine(areClosedDaysExclusive, '停诊的日期只能设置一次，且不能再设开放时间'),
})

const BookingNote = z.object({ id: z.number(), kind: z.enum(['note', 'referral']), text: z.string(), time: Time })
export type BookingNote = z.output<typeof BookingNote>
const counsellor = ['counsellor'] as const

export const bookings = {
  'GET /booking/slots': endpoint({
    who: 'anyone',
    summary: '一位咨询师可预约的时间，最多28天',
    input: z.object({ counsellorId: Id }),
    output: z.object({ minutes: z.number(), slots: z.array(Slot) }),
    errors: ['notFound'],
  }),
  'GET /booking/consent': endpoint({
    who: 'user',
    summary: '预约咨询知情同意书，以及在线咨询对本人是否免费',
    input: EmptyInput,
    output: z.object({
      version: z.string(),
      hash: z.string(),
      title: z.string(),
      sections: z.array(z.object({ heading: z.string(), text: z.string() })),
      isMember: z.boolean(),
    }),
  }),
  'POST /booking/add': endpoint({
    who: 'user',
    summary: '预约：需要付费的时段保留15分钟，其余立即确认',
    texts: ['topic', 'history'],
    readsTexts: true,
    input: z
      .object({
        counsellorId: Id,
        start: Minute,
        mode: Mode,
        ...Intake,
        consentVersion: requiredText(40, '请先阅读并同意知情同意书'),
        consentHash: requiredText(64, '请先阅读并同意知情同意书'),
      })
      .refine(
        (input) => !input.minor || (input.guardianName !== '' && input.guardianPhone !== '' && input.guardianAgreed),
        {
          path: ['guardianAgreed'],
          message: '未满18周岁需填写监护人并取得其同意',
        },
      )
      .refine((input) => (input.contactName === '') === (input.contactPhone === ''), {
        path: ['contactPhone'],
        message: '紧急联系人请同时填写姓名和电话',
      }),
    output: CrisisLevelReply.extend({ id: z.number(), state: z.enum(keysOf(bookingStates)), priceCents: z.number() }),
    errors: [
      'notFound',
      'changedMeanwhile',
      'slotTaken',
      'slotGone',
      'noSuchSlot',
      'slotPast',
      'ownOverlap',
      'tooManyHolds',
      'tooManyRequests',
    ],
  }),
  'GET /booking/mine': endpoint({
    who: 'user',
    summary: '我的预约，最近要进行的在前，之后是过去的',
    input: z.object(paging(10)).transform(toLimits),
    output: pageSchemaOf(OwnBooking),
  }),
  'POST /booking/cancel': endpoint({
    who: 'user',
    summary: '取消预约；提前24小时以上的自动退款，之后不能取消',
    success: '取消成功',
    texts: ['reason'],
    readsTexts: true,
    input: z.object({ id: Id, reason: text(200, '原因不能超过200个字').default('') }),
    output: Booking.extend(CrisisLevelReply.shape),
    errors: ['notFound', 'wrongState', 'tooLate'],
  }),
  'POST /booking/change': endpoint({
    who: 'user',
    summary: '改期；提前24小时以上',
    success: '修改成功',
    input: z.object({ id: Id, start: Minute }),
    output: Booking,
    errors: ['notFound', 'wrongState', 'tooLate', 'slotTaken', 'slotGone', 'noSuchSlot', 'slotPast', 'ownOverlap'],
  }),
  'POST /booking/rate': endpoint({
    who: 'user',
    summary: '评价一次已完成的咨询；文字加密保存，只有本人与咨询师能看',
    success: '评价成功',
    texts: ['text'],
    readsTexts: true,
    input: z.object({
      id: Id,
      stars: z.coerce.number('请选择评分').int('请选择评分').min(1, '请选择评分').max(5, '请选择评分'),
      text: text(200, '评价不能超过200个字').default(''),
    }),
    output: CrisisLevelReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /booking/complain': endpoint({
    who: 'user',
    summary: '对一次咨询投诉，由秘书处处理',
    success: '投诉已提交，我们会尽快联系您',
    texts: ['text'],
    readsTexts: true,
    input: z.object({ id: Id, text: requiredText(500, '请填写投诉内容', '投诉内容不能超过500个字') }),
    output: CrisisLevelReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /booking/ics': endpoint({
    who: 'user',
    summary: '预约的日历文件；不写咨询内容',
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.calendar,
    download: '心桥预约.ics',
    errors: ['notFound'],
  }),
  'GET /booking/schedule': endpoint({ who: counsellor, summary: '我的排班', input: EmptyInput, output: Schedule }),
  'PUT /booking/schedule': endpoint({
    who: counsellor,
    summary: '保存排班；已有的预约不受影响',
    success: '保存成功',
    input: NewSchedule,
    output: Schedule,
    errors: ['notFound'],
  }),
  'GET /booking/clients': endpoint({
    who: counsellor,
    summary: '来访者对我的预约，最近要进行的在前，之后是过去的',
    input: z.object(paging(10)).transform(toLimits),
    output: pageSchemaOf(CounsellorBooking),
  }),
  'POST /booking/settle': endpoint({
    who: counsellor,
    summary: '开始之后记录：已完成或未到；迟到也算开始',
    success: '保存成功',
    input: z.object({ id: Id, outcome: z.enum(['done', 'noShow'], '请选择结果') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /booking/notes': endpoint({
    who: counsellor,
    summary: '一次咨询的记录与转介，只有咨询师本人能看',
    input: z.object({ id: Id }),
    output: z.array(BookingNote),
    errors: ['notFound'],
  }),
  'POST /booking/note': endpoint({
    who: counsellor,
    summary: '写一条记录或转介，加密保存',
    success: '保存成功',
    input: z.object({
      id: Id,
      kind: z.enum(['note', 'referral'], '类型不正确'),
      text: requiredText(5000, '请填写记录', '记录不能超过5000个字'),
    }),
    output: BookingNote,
    errors: ['notFound'],
  }),
}
