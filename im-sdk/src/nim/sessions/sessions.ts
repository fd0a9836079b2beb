// Unread counts and read receipts of sessions.
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'
import { listSessions } from '../present/sessions.ts'
import { findDone } from '../core/answer-call.ts'
import { checkValue } from '../core/required-fields.ts'
import { requireSessionId, readMessageTarget } from '../core/targets.ts'

type UnreadDone = (error: Error | null, failedSessionId?: string) => void

/** Some pages pass the id in options. */
type IdInput = string | ({ sessionId: string } & WithDone<string>)
const readId = (input: IdInput): string => (Object(input) as { sessionId?: string }).sessionId ?? (input as string)

/** Required arguments of methods that take them in place of options. */
const idArgument = { field: 'sessionId', kinds: ['string'] } as const
const idsArgument = { field: 'sessionIds', kinds: ['array'] } as const

function createUnreadApi(core: Pick<NimCore, 'client' | 'currentSession' | 'presenterContext'>) {
  const { client } = core
  function resetSessionUnread(input: IdInput, callback?: UnreadDone): void {
    const sessionId = readId(input)
    const done = findDone([input, callback]) as UnreadDone | undefined
    checkValue('resetSessionUnread', idArgument, sessionId)
    const markRead = async () => client.markRead(requireSessionId(sessionId))
    void passResult(
      markRead(),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }
  function resetSessionsUnread(sessionIds: string[], done?: (error: Error | null) => void): Promise<void> {
    checkValue('resetSessionsUnread', idsArgument, sessionIds)
    const markAllRead = async () => client.markAllRead(sessionIds.map(requireSessionId))
    return passResult(
      markAllRead(),
      () => done?.(null),
      (error) => done?.(error),
    )
  }
  return {
    /** New messages in this session are marked as read at once. */
    setCurrSession(input: IdInput, done?: UnreadDone): void {
      const sessionId = readId(input)
      checkValue('setCurrSession', idArgument, sessionId)
      core.currentSession = sessionId
      resetSessionUnread(input, done)
    },
    resetCurrSession(_sessionId?: string): void {
      core.currentSession = null
    },
    resetSessionUnread,
    resetSessionsUnread,
    resetSuperTeamSessionsUnread: resetSessionsUnread,
    /** Accepts the callback, or options that contain it. */
    resetAllSessionUnread(input?: ((error: Error | null) => void) | WithDone<null>): void {
      const unread = listSessions(core.presenterContext()).filter((session) => session.unread > 0)
      void resetSessionsUnread(
        unread.map(({ id }) => id),
        findDone([input]),
      )
    },
  }
}

/** Pages pass the message, or options that contain it. */
type ReadOptions = { msgs: NimMessage | NimMessage[] } & WithDone<null>

const createReadStateApi = ({ client }: Pick<NimCore, 'client'>) => ({
  /** True when the other side has read this account's message. */
  isMsgRemoteRead(input: NimMessage | { msg: NimMessage }): boolean {
    const msg = Object(Object(input).msg ?? input) as NimMessage
    if (msg.flow !== 'out') return false
    const session = client.store.conversations.get(sessionIdOf(readMessageTarget(msg)))?.session
    return session !== undefined && session.msgReceiptTime >= msg.time
  },
  /**
   * Marks as read up to the latest of these messages in each session. Pages pass the messages, or options that contain
   * them.
   */
  markMsgRead(input: NimMessage | NimMessage[] | ReadOptions): void {
    const isMessages = Array.isArray(input) || 'idClient' in Object(input)
    const { msgs, done } = (isMessages ? { msgs: input } : Object(input)) as ReadOptions
    checkValue('markMsgRead', { field: 'msgs', kinds: ['object', 'array'] }, msgs)
    const messagesBySession = Map.groupBy([msgs].flat(), (msg) => sessionIdOf(readMessageTarget(msg)))
    const sessions = [...messagesBySession.values()].map((list) => ({
      ...readMessageTarget(list[0]!),
      timetag: Math.max(...list.map(({ time }) => time)),
    }))
    callDone(done, async () => {
      await client.request('msg.markSessionAckBatch', { sessions })
      return null
    })
  },
})

export const createSessionsApi = (core: NimCore) => ({
  ...createUnreadApi(core),
  ...createReadStateApi(core),
})
