// Sessions: the account's view of conversations, on the server and on this device.
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { updateNote, type LocalNote } from '../store/store.ts'
import { findState } from '../sync/changes.ts'
import { callDone, listSessions, presentToPage, settle, type NimCore } from './core.ts'
import type { WithDone } from './options.ts'
import type { NimMessage, NimSession } from './present.ts'

type SessionTarget = { scene: string; to: string }
type CloudPageInput = { minTimestamp?: number; maxTimestamp?: number; limit?: number; needLastMsg?: boolean }
type LocalPageInput = { lastSessionId?: string; limit?: number; reverse?: boolean }
type CloudSessionRow = CommandOutput<'serverSession.getServerSession'>
export type NimCloudSession = {
  id: string
  scene: 'p2p'
  to: string
  updateTime: number
  ext: string
  lastMsg?: NimMessage
}
type CloudPage = { sessionList: NimCloudSession[]; hasMore: boolean; minTimestamp: number }
type UnreadDone = (error: Error | null, failedSessionId?: string) => void

const maxPageSize = 100

export function sessionsApi(core: NimCore) {
  const { client } = core
  function listPage(
    {
      lastSessionId,
      limit = maxPageSize,
      reverse = false,
      done,
    }: LocalPageInput & WithDone<{ sessions: NimSession[] }>,
    isListed: (session: NimSession) => boolean,
  ): void {
    if (limit > maxPageSize) return done?.(new RangeError(`limit不能超过${maxPageSize}`))
    const list = listSessions(core)
      .filter(isListed)
      .map((session) => withTop(session))
    const ordered = reverse ? list.toReversed() : list
    const from = lastSessionId === undefined ? 0 : ordered.findIndex(({ id }) => id === lastSessionId) + 1
    done?.(null, { sessions: ordered.slice(from, from + limit) })
  }

  function presentCloudSession({ session, lastMsg }: CloudSessionRow): NimCloudSession {
    const { to, updateTime, ext } = session
    const last = lastMsg && { lastMsg: presentToPage(core, lastMsg) }
    return { id: sessionIdOf(to), scene: 'p2p', to, updateTime, ext, ...last }
  }

  async function removeSessions(peers: readonly string[]): Promise<null> {
    const sessions = peers.map((to) => ({ scene: 'p2p' as const, to }))
    await client.request('msg.deleteSessions', { sessions })
    return null
  }

  function withTop(session: NimSession): NimSession {
    const top = findState(client.store, 'stickTop', session.id)
    return top ? { ...session, isTop: top.isTop, topCustom: top.topCustom } : session
  }

  function sessionOf(id: string): NimSession | null {
    const found = listSessions(core).find((session) => session.id === id)
    return found ? withTop(found) : null
  }

  function annotate(id: string, note: LocalNote): void {
    updateNote(client.store, `session ${id}`, note)
  }

  function notifySession(id: string): NimSession {
    core.options.onupdatesession?.(sessionOf(id)!)
    core.options.onupdatesessions?.([sessionOf(id)!])
    return sessionOf(id)!
  }

  function deleteSessions({ sessions, done }: { sessions: SessionTarget[] } & WithDone<null>): void {
    callDone(done, () => removeSessions(sessions.map(({ to }) => to)))
  }

  function resetSessionUnread(sessionId: string, done?: UnreadDone): void {
    const work = async () => client.markRead(peerOfSession(sessionId))
    void settle(
      work(),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }

  async function resetSessionsUnread(sessionIds: string[], done?: (error: Error | null) => void): Promise<void> {
    const work = async () => client.markAllRead(sessionIds.map((id) => peerOfSession(id)))
    await settle(
      work(),
      () => done?.(null),
      (error) => done?.(error),
    )
  }

  return {
    getLocalSession({ sessionId, done }: { sessionId: string } & WithDone<NimSession | null>): void {
      done?.(null, sessionOf(sessionId))
    },
    /** Latest first, or oldest first; `lastSessionId` gives the next page. */
    getLocalSessions(options: LocalPageInput & WithDone<{ sessions: NimSession[] }> = {}): void {
      listPage(options, () => true)
    },
    /** Sessions whose last message has one of these types. */
    getLocalSessionsByMsgType({
      msgTypes,
      ...options
    }: LocalPageInput & { msgTypes: readonly string[] } & WithDone<{ sessions: NimSession[] }>): void {
      listPage(options, ({ lastMsg }) => lastMsg !== undefined && msgTypes.includes(lastMsg.type))
    },
    /** Creates a session before its first message. messaging.md 4: fails where a complete one exists. */
    insertLocalSession({ scene, to, done }: SessionTarget & WithDone<NimSession>): void {
      const id = sessionIdOf(to)
      if (scene !== 'p2p' || sessionOf(id)) return done?.(new Error('session exists'))
      const { hiddenAt = 0 } = client.store.notes.get(`session ${id}`) ?? {}
      annotate(id, { insertedAt: Math.max(Date.now(), hiddenAt + 1) })
      done?.(null, notifySession(id))
    },
    updateLocalSession({
      id,
      localCustom,
      needNotify = true,
      done,
    }: { id: string; localCustom?: string; needNotify?: boolean } & WithDone<NimSession>): void {
      if (!sessionOf(id)) return done?.(new Error('session not exist'))
      if (localCustom !== undefined) annotate(id, { localCustom })
      done?.(null, needNotify ? notifySession(id) : sessionOf(id)!)
    },
    /** Hides the session on this device until its next message; `isDeleteRoaming` deletes it on the server as well. */
    deleteLocalSession({
      id,
      isDeleteRoaming = false,
      done,
    }: { id: string; isLogic?: boolean; isDeleteRoaming?: boolean } & WithDone<NimSession | null>): void {
      const session = sessionOf(id)
      callDone(done, async () => {
        if (isDeleteRoaming) await removeSessions([peerOfSession(id)])
        annotate(id, { hiddenAt: session?.updateTime ?? Date.now() })
        return session
      })
    },
    deleteSession({ scene, to, done }: SessionTarget & WithDone<null>): void {
      deleteSessions({ sessions: [{ scene, to }], ...(done && { done }) })
    },
    deleteSessions,
    deleteServerSessions: deleteSessions,

    /** New messages in this session are marked as read at once. */
    setCurrSession(sessionId: string, done?: UnreadDone): void {
      core.currentSession = sessionId
      resetSessionUnread(sessionId, done)
    },
    resetCurrSession(_sessionId?: string): void {
      core.currentSession = null
    },
    resetSessionUnread,
    resetSessionsUnread,
    resetAllSessionUnread(done?: (error: Error | null) => void): void {
      const unread = listSessions(core).filter((session) => session.unread > 0)
      void resetSessionsUnread(
        unread.map(({ id }) => id),
        done,
      )
    },

    /** True when the other side has read up to this own message. */
    isMsgRemoteRead({ msg }: { msg: NimMessage }): boolean {
      const session = client.store.conversations.get(msg.target)?.session
      return msg.flow === 'out' && session !== undefined && session.msgReceiptTime >= msg.time
    },
    /** Marks as read up to the latest of these messages in each session. */
    markMsgRead({ msgs, done }: { msgs: NimMessage | NimMessage[] } & WithDone<null>): void {
      const latest = new Map<string, number>()
      for (const { target, time } of [msgs].flat()) latest.set(target, Math.max(time, latest.get(target) ?? 0))
      const sessions = [...latest].map(([to, timetag]) => ({ scene: 'p2p' as const, to, timetag }))
      callDone(done, async () => {
        await client.request('msg.markSessionAckBatch', { sessions })
        return null
      })
    },

    getServerSessions({ done, ...options }: CloudPageInput & WithDone<CloudPage> = {}): void {
      callDone(done, async () => {
        const { sessionList, ...rest } = await client.request('serverSession.getServerSessions', options)
        return { ...rest, sessionList: sessionList.map((row) => presentCloudSession(row)) }
      })
    },
    getServerSession({ to, done }: SessionTarget & WithDone<NimCloudSession>): void {
      const input = { scene: 'p2p' as const, to }
      callDone(done, () => client.request('serverSession.getServerSession', input).then(presentCloudSession))
    },
    updateServerSession({ to, extra, done }: SessionTarget & { extra: string } & WithDone<null>): void {
      callDone(done, () => client.request('serverSession.updateServerSession', { scene: 'p2p', to, extra }))
    },
  }
}
