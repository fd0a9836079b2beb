// Signalling of calls: channels with members, invitations, and events between them. The server passes what clients
// attach without reading its meaning, such as session descriptions (messaging.md 3 and 4).
import { z } from 'zod'
import { Accid } from './auth.ts'
import { command, definePush, service } from './command.ts'
import { imErrors } from './errors.ts'
import { namedText } from './named-text.ts'

export const signallingLimits = {
  name: 128,
  ext: 4_096,
  /** An offer of a browser with sound and picture takes about 5,400 characters. */
  attachExt: 16_384,
  members: 100,
  /** On the site, a call has two sides, who may not learn of others. */
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
const CallStatus = z.literal(Object.values(callStatuses))
export type CallStatus = z.output<typeof CallStatus>

const ChannelId = z.string('channelId必须是字符串').regex(/^\d{1,15}$/, 'channelId不正确')
const ChannelName = namedText(signallingLimits.name, 'channelName')
const AttachExt = namedText(signallingLimits.attachExt, 'attachExt').default('')
/** Stored for receivers who are offline, until they mark it as read. */
const offlineEnabled = z.boolean('offlineEnabled必须是布尔值').default(false)
const event = { attachExt: AttachExt, offlineEnabled }
const Uid = z
  .number('uid必须是数字')
  .int('uid必须是整数')
  .min(1, 'uid必须大于0')
  .max(Number.MAX_SAFE_INTEGER, 'uid过大')
  .optional()
/** Titles and texts of notifications are ignored, because calls send none. */
const PushInfo = z
  .object({
    needPush: z.boolean('needPush必须是布尔值').default(false),
  })
  .optional()
const RequestId = namedText(signallingLimits.name, 'requestId').regex(/^[!-~]+$/, 'requestId只能有字母、数字和符号')
const Joining = z.object({ uid: Uid, ...event })
const Invitation = z.object({ account: Accid, requestId: RequestId, ...event, pushInfo: PushInfo })
export type SignalJoining = z.output<typeof Joining>
export type SignalInvitation = z.output<typeof Invitation>
/** `account`: the other side of the invitation. */
const InvitationRef = z.object({ channelId: ChannelId, account: Accid, requestId: RequestId, ...event })

const joinErrors = ['roomMissing', 'alreadyInRoom', 'joinedElsewhere', 'uidConflict', 'roomFull'] as const
const inviteErrors = ['notFound', 'roomMissing', 'notInRoom', 'alreadyInRoom', 'roomFull', 'invalid'] as const
const refusals = ['muted', 'blockedByPeer'] as const
const answerErrors = ['roomMissing', 'inviteMissing', 'inviteRejected', 'inviteAccepted', 'peerOffline'] as const
const ringing = { times: 30, seconds: 60 } as const

export const signalling = service(
  26,
  {
    create: command(1, {
      who: 'chat',
      texts: ['channelName', 'ext', 'join.attachExt', 'invite.attachExt'],
      input: z
        .object({
          type: z.literal(Object.values(channelTypes), 'type只能是1、2、3'),
          /** The server makes up a name when it is empty. */
          channelName: ChannelName.default(''),
          ext: namedText(signallingLimits.ext, 'ext').default(''),
          join: Joining.optional(),
          /** Needs `join`. The call then also takes a channel of this name that exists already. */
          invite: Invitation.optional(),
        })
        .refine(({ join, invite }) => !invite || join, 'invite需要join'),
      output: z.object({ channel: SignalChannel, callStatus: CallStatus }),
      errors: ['roomExists', ...joinErrors, ...inviteErrors, ...refusals],
      maxFrequency: ringing,
    }),
    delay: command(2, {
      who: 'chat',
      input: z.object({ channelId: ChannelId }),
      output: z.object({ channel: SignalChannel }),
      errors: ['roomMissing', 'notInRoom'],
    }),
    close: command(3, {
      who: 'chat',
      texts: ['attachExt'],
      input: z.object({ channelId: ChannelId, ...event }),
      output: z.null(),
      errors: ['roomMissing', 'notInRoom'],
    }),
    join: command(4, {
      who: 'chat',
      texts: ['attachExt'],
      input: Joining.extend({ channelId: ChannelId }),
      output: z.object({ channel: SignalChannel }),
      errors: [...joinErrors, 'muted'],
    }),
    leave: command(5, {
      who: 'chat',
      texts: ['attachExt'],
      input: z.object({ channelId: ChannelId, ...event }),
      output: z.null(),
      errors: ['roomMissing', 'notInRoom'],
    }),
    invite: command(6, {
      who: 'chat',
      texts: ['attachExt'],
      input: Invitation.extend({ channelId: ChannelId }),
      output: z.object({ callStatus: CallStatus }),
      errors: [...inviteErrors, ...refusals],
      maxFrequency: ringing,
    }),
    cancel: command(7, {
      who: 'chat',
      texts: ['attachExt'],
      input: InvitationRef,
      output: z.null(),
      errors: answerErrors,
    }),
    reject: command(8, {
      who: 'chat',
      texts: ['attachExt'],
      input: InvitationRef,
      output: z.null(),
      errors: answerErrors,
    }),
    accept: command(9, {
      who: 'chat',
      texts: ['attachExt', 'joinAttachExt'],
      input: InvitationRef.extend({
        autoJoin: z.boolean('autoJoin必须是布尔值').default(false),
        uid: Uid,
        joinAttachExt: namedText(signallingLimits.attachExt, 'joinAttachExt').default(''),
      }),
      output: z.object({ channel: SignalChannel }),
      errors: [...answerErrors, ...joinErrors, 'muted'],
    }),
    control: command(10, {
      who: 'chat',
      texts: ['attachExt'],
      input: z.object({ channelId: ChannelId, account: Accid.optional(), attachExt: AttachExt }),
      output: z.null(),
      errors: ['roomMissing', 'notInRoom', 'peerOffline', 'muted'],
    }),
    getChannelInfo: command(11, {
      who: 'chat',
      texts: ['channelName'],
      input: z.object({ channelName: ChannelName.min(1, 'channelName不能为空') }),
      output: z.object({ channel: SignalChannel }),
      errors: ['roomMissing'],
    }),
    markRead: command(12, {
      who: 'chat',
      input: z.object({
        ids: z
          .array(z.string('msgid必须是字符串').regex(/^\d{1,15}$/, 'msgid不正确'), 'msgid必须是数组')
          .max(signallingLimits.readIds, `msgid不能超过${signallingLimits.readIds}个`),
      }),
      output: z.null(),
    }),
    /** Stored events that this account has not marked as read, oldest first, and the channels that it is in. */
    sync: command(13, {
      who: 'chat',
      input: z.object({}),
      output: z.object({ events: z.array(SignalEvent), channels: z.array(SignalChannel) }),
    }),
  },
  {
    notify: definePush(101, z.object({ event: SignalEvent })),
    /** The answer of this account to an invitation, for its other devices. */
    answeredElsewhere: definePush(102, z.object({ event: SignalEvent })),
  },
)
