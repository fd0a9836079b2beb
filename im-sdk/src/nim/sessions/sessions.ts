// Sessions: the account's view of conversations, on the server and on this device.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { sessionIdOf, targetOfSession, type Target } from '@xinqiao/contract/im/scene.ts'
import { updateLocalFields } from '../../store/store.ts'
import { findState } from '../../sync/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'
import { listSessions, type NimSession } from '../present/sessions.ts'
import { findDone } from '../core/answer-call.ts'
import { checkValue } from '../core/required-fields.ts'
import { checkSessionId, readMessageTarget, readTarget } from '../core/targets.ts'

type SessionTarget = { scene: string; to: string }
type LocalPageInput = { lastSessionId?: string; limit?: number; reverse?: boolean }
type LocalPageOptions = LocalPageInput & WithDone<{ sessions: NimSession[] }>
type UnreadDone = (error: Error | null, failedSessionId?: string) => void

/** Arguments of the methods that take no options. */
const idArgument = { field: 'sessionId', kinds: ['string'] } as const
const idsArgument = { field: 'sessionIds', kinds: ['array'] } as const

const maxPageSize = 100

function withTop({ client }: Pick<NimCore, 'client'>, session: NimSession): NimSession {
  const top = findState(client.store, 'stickTop', session.id)
  return top ? { ...session, isTop: top.isTop, topCustom: top.topCustom } : session
}

function findSession(core: Pick<NimCore, 'client' | 'presenterContext'>, id: string): NimSession | null {
  const session = listSessions(core.presenterContext()).find((item) => item.id === id)
  return session ? withTop(core, session) : null
}

function presentSessionPage(
  core: Pick<NimCore, 'client' | 'presenterContext'>,
  { lastSessionId, limit = maxPageSize, reverse = false, done }: LocalPageOptions,
  isListed: (session: NimSession) => boolean,
): void {
  if (limit > maxPageSize) return done?.(imFail('invalid', `limit不能超过${maxPageSize}`))
  const sessions = listSessions(core.presenterContext())
    .filter(isListed)
    .map((session) => withTop(core, session))
  const ordered = reverse ? sessions.toReversed() : sessions
  const from = lastSessionId === undefined ? 0 : ordered.findIndex(({ id }) => id === lastSessionId) + 1
  done?.(null, { sessions: ordered.slice(from, from + limit) })
}

function notifySession(core: Pick<NimCore, 'client' | 'notify' | 'presenterContext'>, id: string): NimSession {
  core.notify('onupdatesession', findSession(core, id)!)
  core.notify('onupdatesessions', [findSession(core, id)!])
  return findSession(core, id)!
}

async function deleteOnServer({ client }: Pick<NimCore, 'client'>, sessions: Target[]): Promise<null> {
  await client.request('msg.deleteSessions', { sessions })
  return null
}

const createLocalSessionsApi = (core: Pick<NimCore, 'client' | 'notify' | 'presenterContext'>) => ({
  getLocalSession({ sessionId, done }: { sessionId: string } & WithDone<NimSession | null>): void {
    done?.(null, findSession(core, sessionId))
  },
  /** Returns a page of the sessions on this device, latest or oldest first; `lastSessionId` gives the next page. */
  getLocalSessions(options: LocalPageOptions = {}): void {
    presentSessionPage(core, options, () => true)
  },
  /** Returns a page of the sessions whose last message has one of these types. */
  getLocalSessionsByMsgType({ msgTypes, ...options }: LocalPageOptions & { msgTypes: readonly string[] }): void {
    presentSessionPage(core, options, ({ lastMsg }) => lastMsg !== undefined && msgTypes.includes(lastMsg.type))
  },
  /** Creates a session before its first message. Fails where a complete one exists (messaging.md 4), and for teams. */
  insertLocalSession({ scene, to, done }: SessionTarget & WithDone<NimSession>): void {
    const id = sessionIdOf(readTarget({ scene, to }))
    if (scene !== 'p2p') return done?.(imFail('invalid', '只能为单聊建立会话'))
    if (findSession(core, id)) return done?.(imFail('invalid', 'session exists'))
    const { hiddenAt = 0 } = core.client.store.localFields.get(`session ${id}`) ?? {}
    updateLocalFields(core.client.store, `session ${id}`, { insertedAt: Math.max(Date.now(), hiddenAt + 1) })
    done?.(null, notifySession(core, id))
  },
  updateLocalSession({
    id,
    localCustom,
    needNotify = true,
    done,
  }: { id: string; localCustom?: string; needNotify?: boolean } & WithDone<NimSession>): void {
    if (!findSession(core, id)) return done?.(imFail('notFound', 'session not exist'))
    if (localCustom !== undefined) updateLocalFields(core.client.store, `session ${id}`, { localCustom })
    done?.(null, needNotify ? notifySession(core, id) : findSession(core, id)!)
  },
  /** Hides the session on this device until its next message; `isDeleteRoaming` deletes it on the server as well. */
  deleteLocalSession({
    id,
    isDeleteRoaming = false,
    done,
  }: { id: string; isLogic?: boolean; isDeleteRoaming?: boolean } & WithDone<NimSession | null>): void {
    const session = findSession(core, id)
    callDone(done, async () => {
      if (isDeleteRoaming) await deleteOnServer(core, [targetOfSession(id)])
      updateLocalFields(core.client.store, `session ${id}`, { hiddenAt: session?.updateTime ?? Date.now() })
      return session
    })
  },
})

const createSessionDeletionApi = (core: Pick<NimCore, 'client'>) => {
  function deleteSessions({ sessions, done }: { sessions: SessionTarget[] } & WithDone<null>): void {
    callDone(done, () => deleteOnServer(core, sessions.map(readTarget)))
  }
  return {
    deleteSession({ scene, to, done }: SessionTarget & WithDone<null>): void {
      callDone(done, () => deleteOnServer(core, [readTarget({ scene, to })]))
    },
    deleteSessions,
    deleteServerSessions: deleteSessions,
  }
}

function createUnreadApi(core: Pick<NimCore, 'client' | 'currentSession' | 'presenterContext'>) {
  const { client } = core
  function resetSessionUnread(sessionId: string, done?: UnreadDone): void {
    checkValue('resetSessionUnread', idArgument, sessionId)
    const markRead = async () => client.markRead(checkSessionId(sessionId))
    void passResult(
      markRead(),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }
  function resetSessionsUnread(sessionIds: string[], done?: (error: Error | null) => void): Promise<void> {
    checkValue('resetSessionsUnread', idsArgument, sessionIds)
    const markAllRead = async () => client.markAllRead(sessionIds.map(checkSessionId))
    return passResult(
      markAllRead(),
      () => done?.(null),
      (error) => done?.(error),
    )
  }
  return {
    /** New messages in this session are marked as read at once. */
    setCurrSession(sessionId: string, done?: UnreadDone): void {
      checkValue('setCurrSession', idArgument, sessionId)
      core.currentSession = sessionId
      resetSessionUnread(sessionId, done)
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
const isWrapped = (input: NimMessage | { msg: NimMessage }): input is { msg: NimMessage } =>
  typeof input.msg === 'object' && input.msg !== null

const createReadStateApi = ({ client }: Pick<NimCore, 'client'>) => ({
  /** True when the other side has read this account's message. */
  isMsgRemoteRead(input: NimMessage | { msg: NimMessage }): boolean {
    const msg = isWrapped(input) ? input.msg : input
    const session = client.store.conversations.get(sessionIdOf(readMessageTarget(msg)))?.session
    return msg.flow === 'out' && session !== undefined && session.msgReceiptTime >= msg.time
  },
  /** Marks as read up to the latest of these messages in each session. */
  markMsgRead({ msgs, done }: { msgs: NimMessage | NimMessage[] } & WithDone<null>): void {
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
  ...createLocalSessionsApi(core),
  ...createSessionDeletionApi(core),
  ...createUnreadApi(core),
  ...createReadStateApi(core),
})
