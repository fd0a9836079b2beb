// Channels of calls: members, invitations, events, and their limits. The server passes on what clients attach, such as
// session descriptions, without reading its meaning (messaging.md 3 and 4).
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { imErrors } from '../errors.ts'
import { namedText } from '../named-text.ts'

export const signallingLimits = {
  name: 128,
  ext: 4_096,
  /** An offer of a browser with sound and picture takes about 5,400 characters. */
  attachExt: 16_384,
  /** Texts of a notice to push tokens, which the server passes on verbatim. */
  pushTitle: 32,
  pushContent: 500,
  pushPayload: 4_096,
  members: 100,
  /** Number of members of a call on the site: its two sides, and no one else. */
  siteMembers: 2,
  /** Channels of one creator that are open at the same time. */
  openChannels: 20,
  storedEvents: 100,
  readIds: 100,
  /** Time that a channel lives after it was created or prolonged. */
  channelSeconds: 7_200,
  /** Time after which an invitation without an answer is over: a client that crashed cannot cancel it. */
  inviteSeconds: 60,
  /** Time without a connection after which a member has left. */
  absentSeconds: 45,
} as const
export const channelTypes = { audio: 1, video: 2, other: 3 } as const

export const signalEventTypes = [
  'ROOM_JOIN',
  'ROOM_CLOSE',
  'INVITE',
  'CANCEL_INVITE',
  'REJECT',
  'ACCEPT',
  'LEAVE',
  'CONTROL',
] as const
export type SignalEventType = (typeof signalEventTypes)[number]

const Member = z.object({
  account: z.string(),
  /** Number of the member in the channel, which media servers know. */
  uid: z.number(),
  createTime: z.number(),
  expireTime: z.number(),
})

export const SignalChannel = z.object({
  channelId: z.string(),
  channelName: z.string(),
  type: z.number(),
  creator: z.string(),
  ext: z.string(),
  channelCreateTime: z.number(),
  channelExpireTime: z.number(),
  /** True once the channel is closed. */
  channelInValid: z.boolean(),
  members: z.array(Member),
})
export type SignalChannel = z.output<typeof SignalChannel>

/** An event about a channel, as it was when the event happened. */
export const SignalEvent = SignalChannel.extend({
  eventType: z.enum(signalEventTypes),
  from: z.string(),
  /** The account that the event is about; empty for all members. */
  to: z.string(),
  requestId: z.string(),
  attachExt: z.string(),
  /** Number of the member who joined; 0 for other events. */
  uid: z.number(),
  time: z.number(),
  /** Id under which a stored event is marked as read; empty for others. */
  msgid: z.string(),
})
export type SignalEvent = z.output<typeof SignalEvent>

/** Tells if the invited account can know of the invitation, which is valid in any case. */
export const callStatuses = {
  reached: 200,
  offline: imErrors.peerOffline.code,
  unreachable: imErrors.peerPushOffline.code,
} as const
export const CallStatus = z.literal(Object.values(callStatuses))
export type CallStatus = z.output<typeof CallStatus>

export const ChannelId = z.string('channelId必须是字符串').regex(/^\d{1,15}$/, 'channelId不正确')
export const ChannelName = namedText(signallingLimits.name, 'channelName')
export const AttachExt = namedText(signallingLimits.attachExt, 'attachExt').default('')
/** Stored for receivers who are offline, until they mark it as read. */
const offlineEnabled = z.boolean('offlineEnabled必须是布尔值').default(false)
export const signalTexts = { attachExt: AttachExt, offlineEnabled }
export const Uid = z
  .number('uid必须是数字')
  .int('uid必须是整数')
  .min(1, 'uid必须大于0')
  .max(Number.MAX_SAFE_INTEGER, 'uid过大')
  .optional()
/** The notice to the push tokens of an invited account that is offline. */
export const PushInfo = z.object({
  needPush: z.boolean('needPush必须是布尔值').default(false),
  needBadge: z.boolean('needBadge必须是布尔值').default(true),
  pushTitle: namedText(signallingLimits.pushTitle, 'pushTitle').default(''),
  pushContent: namedText(signallingLimits.pushContent, 'pushContent').default(''),
  pushPayload: namedText(signallingLimits.pushPayload, 'pushPayload').default(''),
})
export type PushInfo = z.output<typeof PushInfo>
const RequestId = namedText(signallingLimits.name, 'requestId').regex(/^[!-~]+$/, 'requestId只能有字母、数字和符号')
export const SignalJoining = z.object({ uid: Uid, ...signalTexts })
export const SignalInvitation = z.object({
  account: Accid,
  requestId: RequestId,
  ...signalTexts,
  pushInfo: PushInfo.optional(),
})
export type SignalJoining = z.output<typeof SignalJoining>
export type SignalInvitation = z.output<typeof SignalInvitation>
/** `account`: the other side of the invitation. */
export const InvitationRef = z.object({ channelId: ChannelId, account: Accid, requestId: RequestId, ...signalTexts })
