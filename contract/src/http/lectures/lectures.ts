// Live lectures (直播讲座): the public pages, and what visitors and moderators do beside the chatroom.
import { z } from 'zod'
import { Accid } from '../../im/accounts/auth.ts'
import { IdClient } from '../../im/messages/messages.ts'
import { keysOf } from '../../keys.ts'
import {
  lectureAudiences,
  lectureLimits,
  lecturePhases,
  lectureQuestionStates,
  type LectureAudience,
  type LecturePhase,
  type LectureQuestionState,
} from '../../lectures.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  Id,
  optional,
  pageSchemaOf,
  paging,
  replyTypes,
  requiredText,
  text,
  Time,
  toLimits,
} from '../endpoint.ts'

const LectureCard = z.object({
  id: z.number(),
  title: z.string(),
  speaker: z.string(),
  summary: z.string(),
  startTime: Time,
  endTime: Time,
  phase: z.enum(keysOf<LecturePhase>(lecturePhases)),
  audience: z.enum(keysOf<LectureAudience>(lectureAudiences)),
  credits: z.number(),
  hasReplay: z.boolean(),
  /** False for a lecture in text only. */
  hasStream: z.boolean(),
})
export type LectureCard = z.output<typeof LectureCard>

/** Presence of the caller, who watches with an account. */
const OwnAttendance = z.object({
  minutes: z.number(),
  isCredited: z.boolean(),
  hasHandRaised: z.boolean(),
  /** A moderator has asked the caller, whose hand is raised, to write in the chat. */
  isCalled: z.boolean(),
  wantsReminder: z.boolean(),
})
export type OwnAttendance = z.output<typeof OwnAttendance>

const Lecture = LectureCard.extend({
  introduction: z.string(),
  neededMinutes: z.number(),
  cancelReason: z.string(),
  /** The step that the caller must take before watching; null when the caller may watch. */
  missing: z.enum(['signIn', 'membership']).nullable(),
  /** Address of the live stream, until the room closes. Empty before the start, without one, and without the right. */
  streamUrl: z.string(),
  /** Address of the replay: a playlist, or a recording of this site. */
  replayUrl: z.string(),
  /** Id of the chatroom; null while it is closed, and while the caller may not watch. */
  chatroomId: z.string().nullable(),
  announcement: z.string(),
  slowSeconds: z.number(),
  /** True for the speaker and the moderators. */
  isModerator: z.boolean(),
  /** The caller's attendance; null for a visitor. */
  own: OwnAttendance.nullable(),
  /** Present time of the server, so that a wrong clock of the device does no harm. */
  now: Time,
})
export type Lecture = z.output<typeof Lecture>

const LectureQuestion = z.object({
  id: z.number(),
  name: z.string(),
  text: z.string(),
  state: z.enum(keysOf<LectureQuestionState>(lectureQuestionStates)),
  /** Written answer of a moderator; empty without one. Only moderators see it while the state is not `answered`. */
  answer: z.string(),
  /** The text raised a crisis alert, so the question cannot be published. Only moderators and the writer see it. */
  hasDanger: z.boolean(),
  createTime: Time,
  isOwn: z.boolean(),
})
export type LectureQuestion = z.output<typeof LectureQuestion>

const RaisedHand = z.object({ account: z.string(), name: z.string(), since: Time, isCalled: z.boolean() })
export type RaisedHand = z.output<typeof RaisedHand>
/** `until`: the end in milliseconds. */
const RoomMute = z.object({ account: z.string(), name: z.string(), until: z.number() })
export type RoomMute = z.output<typeof RoomMute>

const ReplayMessage = z.object({
  /** Seconds from the beginning of the replay. */
  offset: z.number(),
  name: z.string(),
  text: z.string(),
  isModerator: z.boolean(),
})
export type ReplayMessage = z.output<typeof ReplayMessage>

const moderatorErrors = ['notFound', 'notModerator', 'wrongState', 'tooManyRequests'] as const
const seconds = (max: number) =>
  z.coerce.number('秒数不正确').int('秒数不正确').min(0, '秒数不正确').max(max, `不能超过${max}秒`)

const QuestionState = z.enum(keysOf<LectureQuestionState>(lectureQuestionStates), '状态不正确')

export const lectures = {
  'GET /lecture/list': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '直播讲座：没有结束的按开始时间，past为true时是已结束的，最近的在前',
    input: z
      .object({ ...paging(10), past: z.enum(['true', 'false'], 'past只能是true或false').default('false') })
      .transform(toLimits),
    output: pageSchemaOf(LectureCard),
  }),
  'GET /lecture/getById': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '一场讲座，含本人的参加情况',
    input: z.object({ id: Id }),
    output: Lecture,
    errors: ['notFound'],
  }),
  'GET /lecture/ics': endpoint({
    who: 'anyone',
    summary: '讲座的日历文件',
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.calendar,
    download: '心桥讲座.ics',
    errors: ['notFound'],
  }),
  'POST /lecture/remind': endpoint({
    who: 'user',
    summary: '开讲前提醒我，或不再提醒',
    input: z.object({ id: Id, wantsReminder: z.boolean('请选择是否提醒') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'GET /lecture/questions': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '讲座的提问：已回答的与本人的；主持人看到全部',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(LectureQuestion) }),
    errors: ['notFound'],
  }),
  'POST /lecture/ask': endpoint({
    who: 'user',
    summary: '向讲者提问',
    success: '提问已提交，主持人会看到',
    texts: ['text'],
    isInLecture: true,
    input: z.object({
      id: Id,
      text: requiredText(lectureLimits.questionLength, '请输入问题', `问题不能超过${lectureLimits.questionLength}个字`),
    }),
    output: EmptyReply,
    errors: ['notFound', 'forbidden', 'wrongState', 'invalid', 'tooManyRequests'],
  }),
  'POST /lecture/settleQuestion': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '主持人：把提问标为已回答、搁置或重新等待；id 是提问的编号',
    input: z.object({
      id: Id,
      state: QuestionState,
      /** The state that the page shows. A question that another moderator has settled meanwhile is not changed. */
      from: optional(QuestionState),
    }),
    output: EmptyReply,
    errors: [...moderatorErrors, 'changedMeanwhile'],
  }),
  'POST /lecture/answer': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '主持人：写下对一个提问的回答，提问随之成为已回答；questionId 是提问的编号',
    success: '回答已发布',
    texts: ['text'],
    isInLecture: true,
    input: z.object({
      id: Id,
      questionId: Id,
      text: requiredText(lectureLimits.answerLength, '请输入回答', `回答不能超过${lectureLimits.answerLength}个字`),
      /** The answer that the page shows, empty without one. A newer one of another moderator is not replaced. */
      before: text(lectureLimits.answerLength, '原来的回答不正确').default(''),
      /** The state that the page shows. A question that another moderator has settled meanwhile is not answered. */
      from: optional(QuestionState),
    }),
    output: EmptyReply,
    errors: [...moderatorErrors, 'changedMeanwhile', 'invalid'],
  }),
  'POST /lecture/name': endpoint({
    quick: true,
    who: 'user',
    summary: '选择本人在这场讲座里的名字，第一次发言或提问之前可以改',
    texts: ['name'],
    isInLecture: true,
    input: z.object({
      id: Id,
      name: requiredText(lectureLimits.nameLength, '请输入名字', `名字不能超过${lectureLimits.nameLength}个字`),
    }),
    output: z.object({ name: z.string() }),
    errors: ['notFound', 'forbidden', 'wrongState', 'invalid', 'tooManyRequests'],
  }),
  'POST /lecture/hand': endpoint({
    quick: true,
    who: 'user',
    summary: '举手或放下',
    input: z.object({ id: Id, isRaised: z.boolean('请选择举手或放下') }),
    output: EmptyReply,
    errors: ['notFound', 'forbidden', 'wrongState', 'tooManyRequests'],
  }),
  'GET /lecture/hands': endpoint({
    quick: true,
    who: 'user',
    summary: '主持人：举着手的人，先举手的在前；正在被临时禁言的人',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(RaisedHand), mutes: z.array(RoomMute) }),
    errors: moderatorErrors,
  }),
  'GET /lecture/dangers': endpoint({
    quick: true,
    who: 'user',
    summary: '主持人：最近的聊天里听起来有危险的消息，按 idClient',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(z.string()) }),
    errors: moderatorErrors,
  }),
  'POST /lecture/callHand': endpoint({
    who: 'user',
    summary: '主持人：请一位举手的参加者在聊天里发言，对方的页面上会有提示',
    input: z.object({ id: Id, account: Accid }),
    output: EmptyReply,
    errors: moderatorErrors,
  }),
  'POST /lecture/lowerHand': endpoint({
    who: 'user',
    summary: '主持人：放下一位参加者的手',
    input: z.object({ id: Id, account: Accid }),
    output: EmptyReply,
    errors: moderatorErrors,
  }),
  'POST /lecture/slow': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '主持人：两次发言之间至少隔几秒，0为不限',
    success: '已设置',
    input: z.object({ id: Id, seconds: seconds(lectureLimits.maxSlowSeconds) }),
    output: EmptyReply,
    errors: moderatorErrors,
  }),
  'POST /lecture/removeMessage': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '主持人：移除聊天室里的一条消息；account 是发送人的聊天账号',
    success: '已移除',
    input: z.object({ id: Id, account: Accid, idClient: IdClient }),
    output: EmptyReply,
    errors: moderatorErrors,
  }),
  'GET /lecture/replay': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '回放的一段里的聊天；from与to是从回放开头算起的秒数',
    input: z
      .object({ id: Id, from: seconds(1_000_000), to: seconds(1_000_000) })
      .refine(({ from, to }) => to > from && to - from <= lectureLimits.replayWindowSeconds, {
        path: ['to'],
        message: `一次最多读${lectureLimits.replayWindowSeconds}秒`,
      }),
    output: z.object({ content: z.array(ReplayMessage) }),
    errors: ['notFound', 'forbidden'],
  }),
  'POST /lecture/beat': endpoint({
    quick: true,
    polled: true,
    who: 'user',
    summary: '页面正在播放；服务器据此计算观看时间，满时长后记学分一次',
    input: z.object({ id: Id }),
    output: OwnAttendance.pick({ minutes: true, isCredited: true }).extend({
      /** True while another lecture plays for this account: then neither counts. */
      isElsewhere: z.boolean(),
    }),
    errors: ['notFound', 'forbidden', 'wrongState', 'tooManyRequests'],
  }),
}
