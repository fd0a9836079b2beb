// Commands and pushes of the signalling of calls.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { command, definePush, service } from '../command.ts'
import { namedText } from '../named-text.ts'
import {
  AttachExt,
  CallStatus,
  ChannelId,
  ChannelName,
  channelTypes,
  SignalInvitation,
  InvitationRef,
  SignalJoining,
  SignalChannel,
  signallingLimits,
  SignalEvent,
  signalTexts,
  Uid,
} from './signalling-model.ts'

const joinErrors = ['roomMissing', 'alreadyInRoom', 'joinedElsewhere', 'uidConflict', 'roomFull'] as const
const inviteErrors = ['notFound', 'roomMissing', 'notInRoom', 'alreadyInRoom', 'roomFull', 'invalid'] as const
const refusals = ['muted', 'blockedByPeer'] as const
const answerErrors = ['roomMissing', 'inviteMissing', 'inviteRejected', 'inviteAccepted', 'peerOffline'] as const
const invitationTexts = ['attachExt', 'pushInfo.pushTitle', 'pushInfo.pushContent', 'pushInfo.pushPayload'] as const
const ringing = { times: 30, seconds: 60 } as const

export const signalling = service(
  26,
  {
    create: command(1, {
      who: 'chat',
      texts: ['channelName', 'ext', 'join.attachExt', ...invitationTexts.map((text) => `invite.${text}` as const)],
      input: z
        .object({
          type: z.literal(Object.values(channelTypes), 'type只能是1、2、3'),
          /** The server makes up a name when it is empty. */
          channelName: ChannelName.default(''),
          ext: namedText(signallingLimits.ext, 'ext').default(''),
          join: SignalJoining.optional(),
          /** Needs `join`. The call then also takes a channel of this name that exists already. */
          invite: SignalInvitation.optional(),
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
      input: z.object({ channelId: ChannelId, ...signalTexts }),
      output: z.null(),
      errors: ['roomMissing', 'notInRoom'],
    }),
    join: command(4, {
      who: 'chat',
      texts: ['attachExt'],
      input: SignalJoining.extend({
        channelId: ChannelId,
        /** Goes on with a call that another device of this account is in. */
        isTakingOver: z.boolean('isTakingOver必须是布尔值').default(false),
      }),
      output: z.object({ channel: SignalChannel }),
      errors: [...joinErrors, 'muted'],
    }),
    leave: command(5, {
      who: 'chat',
      texts: ['attachExt'],
      input: z.object({ channelId: ChannelId, ...signalTexts }),
      output: z.null(),
      errors: ['roomMissing', 'notInRoom'],
    }),
    invite: command(6, {
      who: 'chat',
      texts: invitationTexts,
      input: SignalInvitation.extend({ channelId: ChannelId }),
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
