// Commands of chatrooms. A connection signs in to one room; the commands after it concern this room.
import { z } from 'zod'
import { Accid, OptionalAccid } from '../accounts/auth.ts'
import {
  chatroomLimits,
  ChatroomId,
  MemberPage,
  MuteDuration,
  MyRoomInfo,
  NotifyTargetTags,
  RoomAccounts,
  RoomDraft,
  RoomFields,
  RoomInfo,
  RoomLogin,
  roomMarks,
  RoomMember,
  RoomMessage,
  RoomNoticeCustom,
  RoomPosition,
  Tag,
  Tags,
  TargetTags,
} from './chatroom-model.ts'
import { ElementKey, ElementMap, ElementValue, QueueElement, queueLimits } from './chatroom-queue.ts'
import { command, definePush, service } from '../command.ts'
import { periodRule } from '../messages/history-page.ts'
import { chatMessageTypes } from '../messages/messages.ts'
import { messageTexts } from '../messages/msg.ts'
import { namedText } from '../named-text.ts'
import { Timestamp } from '../messages/scene.ts'

const Members = z.object({ members: z.array(RoomMember) })
const NeedNotify = z.boolean('needNotify必须是布尔值').default(true)
const tagTexts = ['tags[]', 'notifyTargetTags'] as const
const moderation = { times: 60, seconds: 60 } as const
const queueErrors = ['forbidden', 'roomClosed', 'roomBlacked', 'roomGagged', 'muted', 'invalid', 'notFound'] as const

export const chatroom = service(
  13,
  {
    /** Addresses of servers that accept logins to the room. */
    getAddress: command(1, {
      who: 'chat',
      input: z.object({ chatroomId: ChatroomId }),
      output: z.object({ addresses: z.array(z.string()) }),
      errors: ['notFound'],
    }),
    login: command(2, {
      who: 'connected',
      texts: ['nick', 'custom', 'enterCustom', ...tagTexts],
      input: RoomLogin,
      output: z.object({
        chatroom: RoomInfo,
        member: RoomMember,
        serverTime: z.number(),
        /**
         * Messages of high priority since `since` that reach this visitor. The page may have some of them. Nodes of the
         * version before send none.
         */
        missed: z.array(RoomMessage).optional(),
      }),
      errors: [
        'wrongAccountOrToken',
        'forbidden',
        'accountDisabled',
        'foreignOrigin',
        'unknownApp',
        'appClosed',
        'notFound',
        'roomClosed',
        'roomBlacked',
      ],
      timeoutMs: 10_000,
    }),
    logout: command(3, { who: 'room', input: z.object({}), output: z.null() }),
    sendMsg: command(4, {
      who: 'room',
      texts: [...messageTexts, 'notifyTargetTags'],
      input: RoomDraft,
      output: z.object({ msg: RoomMessage }),
      errors: ['forbidden', 'roomClosed', 'roomGagged', 'roomMuted', 'muted', 'invalid'],
      maxFrequency: { times: 50, seconds: 10 },
    }),
    getHistory: command(5, {
      who: 'room',
      input: z
        .object({
          beginTime: Timestamp.default(0),
          endTime: Timestamp.default(0),
          limit: z
            .number('limit必须是数字')
            .int('limit必须是整数')
            .min(1, 'limit不能小于1')
            .max(chatroomLimits.historyPage, `limit不能超过${chatroomLimits.historyPage}`)
            .default(chatroomLimits.historyPage),
          /** false: newest first, down from endTime; true: oldest first, up from beginTime. */
          reverse: z.boolean('reverse必须是布尔值').default(false),
          msgTypes: z
            .array(z.literal(Object.values(chatMessageTypes), '消息类型不正确'))
            .max(20)
            .default([]),
          /** Only messages for visitors with one of these tags. */
          tags: Tags.default([]),
        })
        .refine(...periodRule),
      output: z.object({ msgs: z.array(RoomMessage) }),
      maxFrequency: { times: 30, seconds: 10 },
    }),
    updateMyInfo: command(6, {
      who: 'room',
      texts: ['nick', 'custom', 'notifyCustom'],
      input: MyRoomInfo,
      output: z.null(),
      errors: ['forbidden', 'roomClosed', 'roomGagged', 'roomMuted', 'muted'],
      maxFrequency: { times: 10, seconds: 60 },
    }),
    /** Stored members by their last change, or visitors without a role by their time of entering; newest first. */
    getMembers: command(7, {
      who: 'room',
      input: MemberPage.extend({
        guest: z.boolean('guest必须是布尔值'),
        onlyOnline: z.boolean('onlyOnline必须是布尔值').default(false),
      }),
      output: Members,
      maxFrequency: { times: 30, seconds: 10 },
    }),
    getMembersByTag: command(8, { who: 'room', input: MemberPage.extend({ tag: Tag }), output: Members }),
    getMembersInfo: command(9, { who: 'room', input: z.object({ accounts: RoomAccounts }), output: Members }),
    countMembersByTag: command(10, {
      who: 'room',
      input: z.object({ tag: Tag }),
      output: z.object({ count: z.number() }),
    }),
    markMember: command(11, {
      who: 'room',
      texts: ['custom'],
      input: z.object({
        account: Accid,
        mark: z.enum(roomMarks, 'identity不正确'),
        isAdd: z.boolean('isAdd必须是布尔值'),
        level: z.number('level必须是数字').int('level必须是整数').min(0, 'level不能小于0').max(1_000_000).default(0),
        custom: RoomNoticeCustom,
      }),
      output: z.object({ member: RoomMember }),
      errors: ['forbidden', 'notFound'],
      maxFrequency: moderation,
    }),
    kickMember: command(12, {
      who: 'room',
      texts: ['custom'],
      input: z.object({ account: Accid, custom: RoomNoticeCustom }),
      output: z.object({ account: z.string() }),
      errors: ['forbidden', 'notFound'],
      maxFrequency: moderation,
    }),
    tempMute: command(13, {
      who: 'room',
      texts: ['custom'],
      input: z.object({ account: Accid, duration: MuteDuration, needNotify: NeedNotify, custom: RoomNoticeCustom }),
      output: z.null(),
      errors: ['forbidden', 'notFound'],
      maxFrequency: moderation,
    }),
    tempMuteTag: command(14, {
      who: 'room',
      texts: ['custom', 'tag', 'notifyTargetTags'],
      input: z.object({
        tag: Tag,
        duration: MuteDuration,
        needNotify: NeedNotify,
        custom: RoomNoticeCustom,
        notifyTargetTags: NotifyTargetTags,
      }),
      output: z.null(),
      errors: ['forbidden'],
      maxFrequency: moderation,
    }),
    getRoom: command(15, { who: 'room', input: z.object({}), output: z.object({ chatroom: RoomInfo }) }),
    updateRoom: command(16, {
      who: 'room',
      texts: ['chatroom.name', 'chatroom.announcement', 'chatroom.custom', 'custom'],
      input: z.object({ chatroom: RoomFields, needNotify: NeedNotify, custom: RoomNoticeCustom }),
      output: z.object({ chatroom: RoomInfo }),
      errors: ['forbidden'],
      maxFrequency: { times: 10, seconds: 60 },
    }),
    /** Only the creator may close the room. */
    closeRoom: command(17, {
      who: 'room',
      texts: ['custom'],
      input: z.object({ custom: RoomNoticeCustom }),
      output: z.null(),
      errors: ['forbidden'],
    }),
    updateTags: command(18, {
      who: 'room',
      texts: ['ext', ...tagTexts],
      input: z.object({
        /** Fields without a value do not change. */
        tags: Tags.optional(),
        notifyTargetTags: TargetTags.optional(),
        needNotify: NeedNotify,
        ext: RoomNoticeCustom,
      }),
      output: z.null(),
      errors: ['forbidden', 'roomClosed', 'roomGagged', 'roomMuted', 'muted'],
      maxFrequency: { times: 10, seconds: 60 },
    }),
    updatePlace: command(19, {
      who: 'room',
      input: z.object({ place: RoomPosition.nullable() }),
      output: z.null(),
      maxFrequency: { times: 20, seconds: 10 },
    }),
    /** Adds an element at the end. An element with the same key keeps its place, and gets the value and the owner. */
    queueOffer: command(20, {
      who: 'room',
      texts: ['elementKey', 'elementValue'],
      input: z.object({
        elementKey: ElementKey.min(1, 'elementKey不能为空'),
        elementValue: ElementValue,
        /** With true, the element is removed when its owner leaves the room. */
        transient: z.boolean('transient必须是布尔值').default(false),
        /** The owner; empty for the caller. The creator and the managers may name another account. */
        elementAccount: OptionalAccid.default(''),
      }),
      output: QueueElement.extend({ transient: z.boolean(), elementAccount: z.string() }),
      errors: queueErrors,
      maxFrequency: { times: 20, seconds: 10 },
    }),
    /** Removes an element and returns it: that of the key, or the first one. */
    queuePoll: command(21, {
      who: 'room',
      texts: ['elementKey'],
      input: z.object({ elementKey: ElementKey.default('') }),
      output: QueueElement,
      errors: queueErrors,
      maxFrequency: { times: 20, seconds: 10 },
    }),
    queueList: command(22, {
      who: 'room',
      input: z.object({}),
      output: z.object({ queueList: z.array(QueueElement) }),
      maxFrequency: { times: 10, seconds: 10 },
    }),
    /** The first element, which stays. */
    queuePeak: command(23, { who: 'room', input: z.object({}), output: QueueElement, errors: ['notFound'] }),
    queueDrop: command(24, {
      who: 'room',
      input: z.object({}),
      output: z.null(),
      errors: queueErrors,
      maxFrequency: { times: 10, seconds: 60 },
    }),
    /** Changes the values of existing elements, which keep their places and owners. */
    queueChange: command(25, {
      who: 'room',
      texts: ['elementMap.*', 'notifyExt'],
      input: z.object({
        elementMap: ElementMap,
        needNotify: z.boolean('needNotify必须是布尔值').default(false),
        notifyExt: namedText(queueLimits.notifyExt, 'notifyExt').default(''),
      }),
      /** The keys without an element, in which nothing changed. */
      output: z.object({ elementKeyArray: z.array(z.string()) }),
      errors: queueErrors,
      maxFrequency: { times: 10, seconds: 60 },
    }),
  },
  {
    /** Messages of the room since the former push, oldest first. */
    msgs: definePush(101, z.object({ msgs: z.array(RoomMessage) })),
    /** The tags of the account have changed on another device. */
    tags: definePush(102, z.object({ tags: z.array(z.string()), notifyTargetTags: z.string() })),
  },
)
