// Sessions: the account's view of conversations, on the server and on this device.
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Note } from '../store/store.ts'
import { thingOf } from '../sync/changes.ts'
import { listSessions, present, settle, tell } from './core.ts'
import { NimFiles } from './files.ts'
import type { Done } from './options.ts'
import type { NimMessage, NimSession } from './present.ts'

type Peer = { scene: string; to: string }
type PageOptions = { minTimestamp?: number; maxTimestamp?: number; limit?: number; needLastMsg?: boolean }
type SessionPage = { lastSessionId?: string; limit?: number; reverse?: boolean }
type Listed = CommandOutput<'serverSession.getServerSession'>
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

const maxListed = 100

export class NimSessions extends NimFiles {
  getLocalSession({ sessionId, done }: { sessionId: string; done?: Done<NimSession | null> }): void {
    done?.(null, this.sessionOf(sessionId))
  }
  /** Latest first, or oldest first; `lastSessionId` gives the next page. */
  getLocalSessions(options: SessionPage & { done?: Done<{ sessions: NimSession[] }> } = {}): void {
    this.listPage(options, () => true)
  }
  private listPage(
    {
      lastSessionId,
      limit = maxListed,
      reverse = false,
      done,
    }: SessionPage & { done?: Done<{ sessions: NimSession[] }> },
    fits: (session: NimSession) => boolean,
  ): void {
    if (limit > maxListed) return done?.(new RangeError(`limit不能超过${maxListed}`))
    const list = listSessions(this)
      .filter(fits)
      .map((session) => this.withTop(session))
    const ordered = reverse ? list.toReversed() : list
    const from = lastSessionId === undefined ? 0 : ordered.findIndex(({ id }) => id === lastSessionId) + 1
    done?.(null, { sessions: ordered.slice(from, from + limit) })
  }
  /** Sessions whose last message has one of these types. */
  getLocalSessionsByMsgType({
    msgTypes,
    ...options
  }: SessionPage & { msgTypes: readonly string[]; done?: Done<{ sessions: NimSession[] }> }): void {
    this.listPage(options, ({ lastMsg }) => lastMsg !== undefined && msgTypes.includes(lastMsg.type))
  }
  /** Creates a session before its first message. messaging.md 4: fails where a complete one exists. */
  insertLocalSession({ scene, to, done }: Peer & { done?: Done<NimSession> }): void {
    const id = sessionIdOf(to)
    if (scene !== 'p2p' || this.sessionOf(id)) return done?.(new Error('session exists'))
    const note = this.noteOf(id)
    this.note(id, { insertedAt: Math.max(Date.now(), (note.hiddenAt ?? 0) + 1) })
    done?.(null, this.tellSession(id))
  }
  updateLocalSession({
    id,
    localCustom,
    needNotify = true,
    done,
  }: {
    id: string
    localCustom?: string
    needNotify?: boolean
    done?: Done<NimSession>
  }): void {
    if (!this.sessionOf(id)) return done?.(new Error('session not exist'))
    if (localCustom !== undefined) this.note(id, { localCustom })
    done?.(null, needNotify ? this.tellSession(id) : this.sessionOf(id)!)
  }
  /** Hides the session on this device until its next message; `isDeleteRoaming` deletes it on the server as well. */
  deleteLocalSession({
    id,
    isDeleteRoaming = false,
    done,
  }: {
    id: string
    isLogic?: boolean
    isDeleteRoaming?: boolean
    done?: Done<NimSession | null>
  }): void {
    const session = this.sessionOf(id)
    const work = async () => {
      if (isDeleteRoaming) await this.removeSessions([peerOfSession(id)])
      this.note(id, { hiddenAt: session?.updateTime ?? Date.now() })
      return session
    }
    tell(work(), done)
  }
  deleteSession({ scene, to, done }: Peer & { done?: Done<null> }): void {
    this.deleteSessions({ sessions: [{ scene, to }], ...(done && { done }) })
  }
  deleteSessions({ sessions, done }: { sessions: Peer[]; done?: Done<null> }): void {
    tell(this.removeSessions(sessions.map(({ to }) => to)), done)
  }

  /** New messages in this session are marked as read at once. */
  setCurrSession(sessionId: string, done?: UnreadDone): void {
    this.currentSession = sessionId
    this.resetSessionUnread(sessionId, done)
  }
  resetCurrSession(_sessionId?: string): void {
    this.currentSession = null
  }
  resetSessionUnread(sessionId: string, done?: UnreadDone): void {
    const work = async () => this.client.markRead(peerOfSession(sessionId))
    void settle(
      work(),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }
  async resetSessionsUnread(sessionIds: string[], done?: (error: Error | null) => void): Promise<void> {
    const work = async () => this.client.markAllRead(sessionIds.map((id) => peerOfSession(id)))
    await settle(
      work(),
      () => done?.(null),
      (error) => done?.(error),
    )
  }
  resetAllSessionUnread(done?: (error: Error | null) => void): void {
    const unread = listSessions(this).filter((session) => session.unread > 0)
    void this.resetSessionsUnread(
      unread.map(({ id }) => id),
      done,
    )
  }

  /** True when the other side has read up to this own message. */
  isMsgRemoteRead({ msg }: { msg: NimMessage }): boolean {
    const session = this.client.store.conversations.get(msg.target)?.session
    return msg.flow === 'out' && session !== undefined && session.msgReceiptTime >= msg.time
  }
  /** Marks as read up to the latest of these messages in each session. */
  markMsgRead({ msgs, done }: { msgs: NimMessage | NimMessage[]; done?: Done<null> }): void {
    const latest = new Map<string, number>()
    for (const { target, time } of [msgs].flat()) latest.set(target, Math.max(time, latest.get(target) ?? 0))
    const sessions = [...latest].map(([to, timetag]) => ({ scene: 'p2p' as const, to, timetag }))
    const work = async () => {
      await this.client.request('msg.markSessionAckBatch', { sessions })
      return null
    }
    tell(work(), done)
  }

  getServerSessions({ done, ...options }: PageOptions & { done?: Done<CloudPage> } = {}): void {
    const work = async () => {
      const { sessionList, ...rest } = await this.client.request('serverSession.getServerSessions', options)
      return { ...rest, sessionList: sessionList.map((one) => this.presentListed(one)) }
    }
    tell(work(), done)
  }
  getServerSession({ to, done }: Peer & { done?: Done<NimCloudSession> }): void {
    const asked = this.client.request('serverSession.getServerSession', { scene: 'p2p', to })
    tell(
      asked.then((one) => this.presentListed(one)),
      done,
    )
  }
  updateServerSession({ to, extra, done }: Peer & { extra: string; done?: Done<null> }): void {
    tell(this.client.request('serverSession.updateServerSession', { scene: 'p2p', to, extra }), done)
  }
  deleteServerSessions(options: { sessions: Peer[]; done?: Done<null> }): void {
    this.deleteSessions(options)
  }

  private presentListed({ session, lastMsg }: Listed): NimCloudSession {
    const { to, updateTime, ext } = session
    const last = lastMsg && { lastMsg: present(this, lastMsg) }
    return { id: sessionIdOf(to), scene: 'p2p', to, updateTime, ext, ...last }
  }
  private async removeSessions(peers: readonly string[]): Promise<null> {
    const sessions = peers.map((to) => ({ scene: 'p2p' as const, to }))
    await this.client.request('msg.deleteSessions', { sessions })
    return null
  }
  private withTop(session: NimSession): NimSession {
    const top = thingOf(this.client.store, 'stickTop', session.id)
    return top ? { ...session, isTop: top.isTop, topCustom: top.topCustom } : session
  }
  private sessionOf(id: string): NimSession | null {
    const found = listSessions(this).find((session) => session.id === id)
    return found ? this.withTop(found) : null
  }
  private noteOf(id: string): Note {
    return this.client.store.notes.get(`session ${id}`) ?? {}
  }
  protected note(id: string, note: Note): void {
    this.client.store.notes.set(`session ${id}`, { ...this.noteOf(id), ...note })
  }
  private tellSession(id: string): NimSession {
    this.options.onupdatesession?.(this.sessionOf(id)!)
    this.options.onupdatesessions?.([this.sessionOf(id)!])
    return this.sessionOf(id)!
  }
}
