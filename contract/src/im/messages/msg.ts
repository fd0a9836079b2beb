// Messages, history and sessions. messaging.md 7 defines the numbers 7 and 17 (broadcasts).
import { z } from 'zod'
import { crisisLevels } from '../../crisis.ts'
import { ClearInput, DeleteSelfInput, RecallInput, RemovedMessage } from './gone.ts'
import { historyPage, periodRule } from './history-page.ts'
import { chatMessageTypes, MessageContent, MessageDraft, modifiableTypes, WireMessage } from './messages.ts'
import { notice } from '../accounts/notify.ts'
import { command, definePush, service } from '../command.ts'
import { PairTarget, Scene, Target, Timestamp } from './scene.ts'

/** A conversation in the server's session list. */
export const SessionSummary = z.object({
  scene: Scene,
  to: z.string(),
  updateTime: z.number(),
  /** Private notes of the account about the session. */
  ext: z.string(),
})

/** A conversation from the view of one account. The server owns every field; the higher version is the newer state. */
export const SessionState = SessionSummary.extend({
  /** Increases with every change that this account can see (docs/guides/sync.md). */
  version: z.number(),
  unread: z.number(),
  /** Messages up to this time count as read. It only increases. */
  ack: z.number(),
  /** The read receipt of the other side: messages up to this time. */
  msgReceiptTime: z.number(),
  /** The account's own read receipt, from any of its devices. Absent in teams, and on devices of earlier versions. */
  sentReceiptTime: z.number().optional(),
  lastSeq: z.number(),
  isDeleted: z.boolean(),
  /** Messages up to this time are cleared for this account. */
  clearTime: z.number(),
})
export type SessionState = z.output<typeof SessionState>
const ChangedSession = z.object({ session: SessionState })
/** `lastMsg` is set if the last message has changed. */
const ChangedLast = ChangedSession.extend({ lastMsg: WireMessage.nullable().optional() })

/** The texts that `userTextsOf` collects. */
export const messageTexts = ['text', 'tip', 'content', 'geo.title', 'file.name', 'custom', 'pushContent', 'pushPayload']
  .concat('apns.content', 'env', 'robot.param.content', 'robot.param.target', 'robot.param.params')
  .map((name) => `content.${name}`)

/** Messages that an account may send in a time. The SDK lets more of them wait. */
export const sendRate = { times: 100, seconds: 10 } as const
/** Messages that an account of the site may send to one team in a time. */
export const teamSendRate = { times: 20, seconds: 10 } as const

export const msg = service(
  7,
  {
    sendMsg: command(1, {
      who: 'chat',
      texts: messageTexts,
      readsTexts: true,
      input: MessageDraft,
      output: z.object({
        msg: WireMessage,
        /** The sender's session after this message; absent in groups. */
        session: SessionState.optional(),
        /** The version of the team after the call. */
        teamVersion: z.number().optional(),
        /** Level of danger of the text, as in the reply packet; repeated for SDKs that read it here. */
        care: z.enum(crisisLevels).optional(),
      }),
      errors: [
        'notFound',
        'invalid',
        'tooOften',
        'blockedByPeer',
        'consentNeeded',
        'muted',
        'notInTeam',
        'notAllowedInTeam',
      ],
      maxFrequency: sendRate,
    }),
    getHistoryMsgs: command(6, {
      who: 'chat',
      input: Target.extend({
        ...historyPage,
        msgTypes: z
          .array(z.union(Object.values(chatMessageTypes).map((code) => z.literal(code))))
          .max(20)
          .default([]),
        /** Asks for the recalls from the oldest message of the page to this time; 0 means unlimited. */
        recallsBefore: Timestamp.optional(),
      }).refine(...periodRule),
      output: z.object({ msgs: z.array(WireMessage), recalls: z.array(RemovedMessage).optional() }),
      errors: ['notFound', 'invalid'],
    }),
    deleteSessions: command(9, {
      who: 'chat',
      input: z.object({ sessions: z.array(Target).min(1).max(100) }),
      /** Sessions of p2p. The account's memberships arrive as pushes before the reply. */
      output: z.object({ sessions: z.array(SessionState) }),
    }),
    getSessions: command(10, {
      who: 'chat',
      input: z.object({ limit: z.number().int().min(1).max(100).default(100), endTime: Timestamp.default(0) }),
      output: z.object({ sessions: z.array(SessionState) }),
    }),
    /** Sends a read receipt to the other side. It is separate from the ack, which is private. */
    sendMsgReceipt: command(11, {
      who: 'chat',
      input: PairTarget.extend({ time: Timestamp }),
      output: ChangedSession,
      errors: ['notFound'],
    }),
    /** Recalls the caller's message within the window. In a team, also one of a member below the caller. */
    deleteMsg: command(13, {
      who: 'chat',
      texts: ['ps', 'attach'],
      input: RecallInput,
      output: z.null(),
      errors: ['notFound', 'tooLateToRecall', 'notInTeam', 'notAllowedInTeam'],
    }),
    /** Replaces the content of the caller's message within the time window of a recall. */
    modifyMsg: command(19, {
      who: 'chat',
      texts: messageTexts,
      readsTexts: true,
      input: Target.extend({
        idServer: notice.IdServer,
        content: MessageContent.refine(({ type }) => modifiableTypes.includes(type), '该类型的消息不能修改'),
      }),
      output: z.object({ msg: WireMessage, care: z.enum(crisisLevels).optional() }),
      errors: ['notFound', 'invalid', 'tooLateToRecall', 'muted', 'notInTeam', 'notAllowedInTeam'],
    }),
    deleteMsgSelf: command(14, { who: 'chat', input: DeleteSelfInput, output: z.null() }),
    clearServerHistoryMsgs: command(15, {
      who: 'chat',
      input: ClearInput,
      output: z.null(),
      errors: ['notFound', 'notInTeam'],
    }),
    /** messaging.md 7: the pair of broadcasts is 7/17. */
    markBroadcastsRead: command(17, {
      who: 'chat',
      input: z.object({ ids: z.array(z.number().int().min(1)).min(1, 'ids不能为空数组').max(100, 'ids不能超过100个') }),
      output: z.null(),
    }),
    markSessionAckBatch: command(18, {
      who: 'chat',
      input: z.object({
        sessions: z
          .array(Target.extend({ timetag: Timestamp }))
          .min(1, 'sessions不能为空数组')
          .max(100, 'sessions不能超过100个'),
      }),
      /** For a team, the account's membership arrives as a push before the reply. */
      output: z.object({ sessions: z.array(SessionState) }),
    }),
    markSessionAck: command(16, {
      who: 'chat',
      input: PairTarget.extend({ timetag: Timestamp }),
      output: ChangedSession,
      errors: ['notFound'],
    }),
  },
  {
    msg: definePush(2, z.object({ msg: WireMessage, session: SessionState })),
    /** The message was sent from another device of the same account. */
    syncSendMsg: definePush(101, z.object({ msg: WireMessage, session: SessionState })),
    syncSession: definePush(116, ChangedLast),
  },
)
