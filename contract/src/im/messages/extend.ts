// Pinned sessions (`stickTop` on the wire), threads, messages by server id, comments and pins of messages, collected
// items.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { Collect, CollectId, CollectQuery, CollectUpdate, NewCollect } from './collects.ts'
import { historyPage, periodRule } from './history-page.ts'
import {
  CommentBody,
  MarkCustom,
  MessageIdentity,
  markLimits,
  MessagePin,
  MessageRef,
  QuickComment,
} from './message-marks.ts'
import { WireMessage } from './messages.ts'
import { notice } from '../accounts/notify.ts'
import { command, definePush, service } from '../command.ts'
import { Scene, SessionId, Timestamp } from './scene.ts'

export const stickTopLimits = { sessions: 100, custom: 512 } as const
const TopCustom = z
  .string('topCustom必须是字符串')
  .max(stickTopLimits.custom, `topCustom不能超过${stickTopLimits.custom}个字符`)

export const StickTop = z.object({
  id: z.string(),
  topCustom: z.string(),
  /** False when the session is no longer pinned. */
  isTop: z.boolean(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type StickTop = z.output<typeof StickTop>

/** Members may mark messages as long as they may write. */
const markErrors = ['notFound', 'notInTeam', 'muted', 'blockedByPeer', 'consentNeeded', 'invalid'] as const
const PinCustom = MarkCustom.default('')

export const msgExtend = service(
  23,
  {
    /**
     * A page of the replies in a thread. `threadMsg` is the message that began it, or null when the caller does not see
     * it. `total` and `lastMsgTime` count the replies that the caller sees, on all pages.
     */
    getThreadMsgs: command(1, {
      who: 'chat',
      input: MessageRef.extend(historyPage).refine(...periodRule),
      output: z.object({
        threadMsg: WireMessage.nullable(),
        msgs: z.array(WireMessage),
        total: z.number(),
        lastMsgTime: z.number(),
      }),
      errors: ['notFound', 'notInTeam'],
    }),
    getMsgsByIdServer: command(2, {
      who: 'chat',
      input: z.object({
        reqMsgs: z
          .array(z.object({ scene: Scene, from: Accid, to: Accid, time: Timestamp, idServer: notice.IdServer }))
          .min(1, 'reqMsgs不能为空数组')
          .max(100, 'reqMsgs不能超过100条'),
      }),
      output: z.object({ msgs: z.array(WireMessage) }),
    }),
    /** Adding a comment again changes nothing. */
    addQuickComment: command(3, {
      who: 'chat',
      texts: ['custom'],
      input: MessageRef.extend({ body: CommentBody, custom: MarkCustom.default('') }),
      output: z.object({ comment: QuickComment, msg: MessageIdentity }),
      errors: markErrors,
    }),
    /** Removes the caller's comment. */
    deleteQuickComment: command(4, {
      who: 'chat',
      input: MessageRef.extend({ body: CommentBody }),
      output: z.object({ comment: QuickComment, msg: MessageIdentity }),
      errors: ['notFound', 'notInTeam'],
    }),
    getQuickComments: command(5, {
      who: 'chat',
      input: z.object({
        msgs: z
          .array(MessageRef, 'msgs必须是数组')
          .min(1, 'msgs不能为空数组')
          .max(markLimits.commentedMessages, `msgs不能超过${markLimits.commentedMessages}条`),
      }),
      /** `commentTimetag`: the time of the latest comment. Messages that the caller does not see are left out. */
      output: z.object({
        lists: z.array(
          z.object({
            idServer: z.string(),
            idClient: z.string(),
            commentTimetag: z.number(),
            comments: z.array(QuickComment),
          }),
        ),
      }),
    }),
    addCollect: command(6, {
      who: 'chat',
      texts: ['data', 'custom'],
      input: NewCollect,
      output: z.object({ collect: Collect }),
      errors: ['invalid'],
    }),
    deleteCollects: command(7, {
      who: 'chat',
      input: z.object({
        ids: z.array(CollectId, 'ids必须是数组').min(1, 'ids不能为空数组').max(100, 'ids不能超过100个'),
      }),
      output: z.object({ deleteNum: z.number() }),
    }),
    updateCollect: command(8, {
      who: 'chat',
      texts: ['custom'],
      input: CollectUpdate,
      output: z.object({ collect: Collect }),
      errors: ['notFound'],
    }),
    getCollects: command(9, {
      who: 'chat',
      input: CollectQuery,
      /** `total`: number of items of this type and time, on all pages. */
      output: z.object({ collectList: z.array(Collect), total: z.number() }),
    }),
    addStickTopSession: command(11, {
      who: 'chat',
      texts: ['topCustom'],
      input: z.object({ id: SessionId, topCustom: TopCustom.default('') }),
      output: z.null(),
      errors: ['invalid', 'notFound'],
    }),
    updateStickTopSession: command(12, {
      who: 'chat',
      texts: ['topCustom'],
      input: z.object({ id: SessionId, topCustom: TopCustom.default('') }),
      output: z.null(),
      errors: ['notFound'],
    }),
    deleteStickTopSession: command(13, { who: 'chat', input: z.object({ id: SessionId }), output: z.null() }),
    getStickTopSessions: command(14, {
      who: 'chat',
      input: z.object({}),
      output: z.object({ stickTopSessions: z.array(StickTop) }),
    }),
    /** Pins a message. A second request by the same account changes the text of its pin. */
    addMsgPin: command(15, {
      who: 'chat',
      texts: ['pinCustom'],
      input: MessageRef.extend({ pinCustom: PinCustom }),
      output: z.object({ pin: MessagePin }),
      errors: markErrors,
    }),
    updateMsgPin: command(16, {
      who: 'chat',
      texts: ['pinCustom'],
      input: MessageRef.extend({ pinCustom: PinCustom }),
      output: z.object({ pin: MessagePin }),
      errors: markErrors,
    }),
    /** Removes a pin. In p2p, both sides may remove it; in a team, its author, the owner and the managers. */
    deleteMsgPin: command(17, {
      who: 'chat',
      input: MessageRef,
      output: z.object({ pin: MessagePin }),
      errors: ['notFound', 'notInTeam', 'notAllowedInTeam'],
    }),
    /** Lists the pins of a conversation, oldest first. */
    getMsgPins: command(18, {
      who: 'chat',
      input: z.object({ id: SessionId }),
      output: z.object({ pins: z.array(MessagePin) }),
    }),
  },
  {
    /** Sent after a comment was added or removed. */
    quickComment: definePush(101, z.object({ msg: MessageIdentity, comment: QuickComment, isAdded: z.boolean() })),
    pin: definePush(102, z.object({ pin: MessagePin, action: z.enum(['add', 'update', 'delete']) })),
  },
)
