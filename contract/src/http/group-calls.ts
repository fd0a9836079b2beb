// Calls of counsellor-led groups with up to ten people. Pages negotiate with the media server through these calls.
import { z } from 'zod'
import { callRoutes } from '../calls.ts'
import { groupCallEndings, groupCallLimits } from '../group-calls.ts'
import { keysOf } from '../keys.ts'
import { IceConfiguration } from './calls.ts'
import { EmptyReply, endpoint, Id } from './endpoint.ts'

const callers = ['counsellor', 'user'] as const
const counsellor = ['counsellor'] as const

const Participants = z.array(Id, '参加者不正确').max(groupCallLimits.people, '参加者过多')
const Sdp = z.string('连接描述不正确').max(groupCallLimits.sdpLength, '连接描述过长')
const flag = z.boolean('请求不正确')
const count = (max: number) => z.number('数字不正确').int('数字不正确').min(0, '数字不正确').max(max, '数字过大')
const CallRef = { id: Id }
/** `participant`: the number that this load of the page received when it joined. */
const SeatRef = { id: Id, participant: Id }
/** `person`: the number of a person in this call, whatever loads of the page follow. */
const PersonRef = { id: Id, person: Id }

const RunningCall = z.object({
  id: z.number(),
  startedBy: z.string(),
  beginTime: z.number(),
  people: z.number(),
  /** True when the leader removed this account from the call. */
  isRemoved: z.boolean(),
})
const GroupCallOverview = z.object({
  /** False for groups that cannot have calls, and without a media server. */
  isOffered: z.boolean(),
  canLead: z.boolean(),
  title: z.string(),
  policy: IceConfiguration.shape.policy,
  /** The group whose new consent text this member must agree to before entering a call; null for others. */
  consentGroupId: z.number().nullable(),
  call: RunningCall.nullable(),
})
export type GroupCallOverview = z.output<typeof GroupCallOverview>

const MediaAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proxied') }),
  z.object({ kind: z.literal('livekit'), url: z.string(), token: z.string() }),
])
const GroupCallJoinReply = IceConfiguration.extend({ participant: z.number(), access: MediaAccess })
export type GroupCallJoinReply = z.output<typeof GroupCallJoinReply>

const GroupMediaRequest = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('publish'), sdp: Sdp, isRestart: flag }),
    z.object({ kind: z.literal('subscribe'), add: Participants, drop: Participants, isFirst: flag }),
    z.object({ kind: z.literal('answer'), sdp: Sdp }),
    z.object({ kind: z.literal('restart') }),
  ],
  '请求不正确',
)
export type GroupMediaRequest = z.output<typeof GroupMediaRequest>
const GroupMediaReply = z.object({
  sdp: z.string().nullable(),
  /** For each media line (`mid`) of an offer, the participant whose sound or picture it carries. */
  streams: z.array(z.object({ mid: z.string(), participant: z.number(), kind: z.enum(['audio', 'video']) })),
})
export type GroupMediaReply = z.output<typeof GroupMediaReply>

const GroupCallPerson = z.object({
  participant: z.number(),
  person: z.number(),
  /** The name in the group. */
  name: z.string(),
  isLeader: z.boolean(),
  isSelf: z.boolean(),
  /** Muted by the leader. */
  isMuted: z.boolean(),
  /** Muted by the person. */
  isSilent: z.boolean(),
  hasVideo: z.boolean(),
  isSharing: z.boolean(),
  /** True once the media server receives the person. */
  isConnected: z.boolean(),
})
export type GroupCallPerson = z.output<typeof GroupCallPerson>

/** `lost`: the page joins again. `elsewhere`: a later load of the page, or another device, is in the call. */
export const seatStates = ['seated', 'lost', 'elsewhere', 'removed', 'over'] as const
const GroupCallState = z.object({
  state: z.enum(seatStates),
  ending: z.enum(keysOf(groupCallEndings)).nullable(),
  people: z.array(GroupCallPerson),
  /** Time since the beginning of the call, and until its end at the latest. */
  seconds: z.number(),
  secondsLeft: z.number(),
})
export type GroupCallState = z.output<typeof GroupCallState>

const GroupCallReport = z.object({
  ...SeatRef,
  isConnected: flag,
  isSilent: flag,
  hasVideo: flag,
  isSharing: flag,
  route: z.enum(keysOf(callRoutes), '线路不正确'),
  /** Samples of the line since the last report, how many of them were poor, and means of them. */
  samples: count(100),
  poorSamples: count(100),
  rttMs: count(60_000),
  lossPermille: count(1000),
})
export type GroupCallReport = z.output<typeof GroupCallReport>

export const groupCalls = {
  'GET /groupCall/current': endpoint({
    who: callers,
    summary: '小组里进行中的团体通话；不能通话的小组也有答复',
    polled: true,
    input: z.object({ teamId: Id }),
    output: GroupCallOverview,
    errors: ['notFound'],
  }),
  'POST /groupCall/start': endpoint({
    who: counsellor,
    summary: '带领者：发起团体通话；已有进行中的通话时答复它',
    input: z.object({ teamId: Id }),
    output: z.object({ id: z.number() }),
    errors: ['notFound', 'forbidden', 'tooManyRequests'],
  }),
  'POST /groupCall/join': endpoint({
    who: callers,
    summary: '加入团体通话，也用于断线后重新加入；最多十人',
    input: z.object(CallRef),
    output: GroupCallJoinReply,
    errors: ['notFound', 'forbidden', 'callFull', 'mediaUnavailable', 'tooManyRequests'],
  }),
  'POST /groupCall/media': endpoint({
    who: callers,
    summary: '与媒体服务器交换连接描述；描述不保存、不写日志',
    bodyBytes: groupCallLimits.sdpLength + 10_000,
    input: z.object({ ...SeatRef, request: GroupMediaRequest }),
    output: GroupMediaReply,
    errors: ['notFound', 'wrongState', 'mediaUnavailable', 'tooManyRequests'],
  }),
  'POST /groupCall/ice': endpoint({
    who: callers,
    summary: '通话中的页面重新取得中继服务器与几分钟内有效的凭据',
    input: z.object(SeatRef),
    output: IceConfiguration,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'POST /groupCall/sync': endpoint({
    who: callers,
    summary: '通话中的页面每两秒报告一次，并得知谁在通话里',
    polled: true,
    quick: true,
    input: GroupCallReport,
    output: GroupCallState,
    errors: ['notFound'],
  }),
  'POST /groupCall/leave': endpoint({
    who: callers,
    summary: '离开团体通话，可以再加入',
    input: z.object(SeatRef),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /groupCall/mute': endpoint({
    who: counsellor,
    summary: '带领者：让一位成员静音，或允许其发言',
    input: z.object({ ...PersonRef, isMuted: flag }),
    output: EmptyReply,
    errors: ['notFound', 'mediaUnavailable'],
  }),
  'POST /groupCall/remove': endpoint({
    who: counsellor,
    summary: '带领者：请一位成员离开这次通话，不能再加入',
    input: z.object(PersonRef),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /groupCall/end': endpoint({
    who: counsellor,
    summary: '带领者：为所有人结束团体通话',
    input: z.object(CallRef),
    output: EmptyReply,
    errors: ['notFound'],
  }),
}
