// Sessions of this device: their list, and those that the page creates, changes or deletes. Loaded on first use.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { sessionIdOf, targetOfSession, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import { updateLocalFields } from '../../store/store.ts'
import { findState } from '../../sync/merge/changes.ts'
import { notifyUpdate } from '../core/session-update.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { readTarget } from '../core/targets.ts'
import { findSession, listSessionIds, type NimSession } from '../present/sessions.ts'

type SessionTarget = { scene: string; to: string }
type LocalPageInput = { lastSessionId?: string; limit?: number; reverse?: boolean }
type LocalPageOptions = LocalPageInput & WithDone<{ sessions: NimSession[] }>

/** Pages of older SDKs read the session of a reply here. */
type WithSession = { session: NimSession }

const maxPageSize = 100

function withTop({ client }: Pick<NimCore, 'client'>, session: NimSession): NimSession {
  const top = findState(client.store, 'stickTop', session.id)
  return top ? { ...session, isTop: top.isTop, topCustom: top.topCustom } : session
}

function findLocalSession(core: Pick<NimCore, 'client' | 'presenterContext'>, id: string): NimSession | null {
  const session = findSession(core.presenterContext(), id)
  return session && withTop(core, session)
}

function passSessionPage(
  core: Pick<NimCore, 'client' | 'presenterContext'>,
  { lastSessionId, limit = maxPageSize, reverse = false, done }: LocalPageOptions,
  isListed: (session: NimSession) => boolean,
): void {
  if (limit > maxPageSize) return done?.(imFail('invalid', `limit不能超过${maxPageSize}`))
  const ids = listSessionIds(core.presenterContext())
  const ordered = reverse ? ids.toReversed() : ids
  const sessions: NimSession[] = []
  for (const id of ordered.slice(lastSessionId === undefined ? 0 : ordered.indexOf(lastSessionId) + 1)) {
    if (sessions.length >= limit) break
    const session = findLocalSession(core, id)
    if (session && isListed(session)) sessions.push(session)
  }
  done?.(null, { sessions })
}

function notifyLocalSession(core: Pick<NimCore, 'client' | 'notify' | 'presenterContext'>, id: string): NimSession {
  notifyUpdate(core, () => findLocalSession(core, id)!)
  return findLocalSession(core, id)!
}

const deleteOnServer = ({ client }: Pick<NimCore, 'client'>, sessions: Target[]): Promise<null> =>
  client.request('msg.deleteSessions', { sessions }).then(() => null)

const createStoredSessionsApi = (core: Pick<NimCore, 'client' | 'notify' | 'presenterContext'>) => ({
  getLocalSession({ sessionId, done }: { sessionId: string } & WithDone<NimSession | null>): void {
    done?.(null, findLocalSession(core, sessionId))
  },
  /** Returns a page of the sessions on this device, latest or oldest first; `lastSessionId` gives the next page. */
  getLocalSessions(options: LocalPageOptions = {}): void {
    passSessionPage(core, options, () => true)
  },
  /** Passes `done` some of the sessions whose last message has one of these types, the newest first. */
  getLocalSessionsByMsgType({ msgTypes, ...options }: LocalPageOptions & { msgTypes: readonly string[] }): void {
    passSessionPage(core, options, ({ lastMsg }) => lastMsg !== undefined && msgTypes.includes(lastMsg.type))
  },
  /** Creates a session before its first message. Fails where a complete one exists (messaging.md 4), and for teams. */
  insertLocalSession(options: SessionTarget & { updateTime?: number } & WithDone<NimSession & WithSession>): void {
    const { scene, to, updateTime = core.client.now(), done } = options
    const id = sessionIdOf(readTarget({ scene, to }))
    if (scene !== 'p2p') return done?.(imFail('invalid', '只能为单聊建立会话'))
    if (findLocalSession(core, id)) return done?.(imFail('invalid', 'session exists'))
    const { hiddenAt = 0 } = core.client.store.localFields.get(`session ${id}`) ?? {}
    updateLocalFields(core.client.store, `session ${id}`, { insertedAt: Math.max(updateTime, hiddenAt + 1) })
    const session = notifyLocalSession(core, id)
    done?.(null, { ...session, session })
  },
  updateLocalSession({
    id,
    localCustom,
    needNotify = true,
    done,
  }: { id: string; localCustom?: string; needNotify?: boolean } & WithDone<NimSession>): void {
    if (!findLocalSession(core, id)) return done?.(imFail('notFound', 'session not exist'))
    if (localCustom !== undefined) updateLocalFields(core.client.store, `session ${id}`, { localCustom })
    done?.(null, needNotify ? notifyLocalSession(core, id) : findLocalSession(core, id)!)
  },
  /** Hides the session on this device until its next message; `isDeleteRoaming` deletes it on the server as well. */
  deleteLocalSession({
    id,
    isDeleteRoaming = false,
    done,
  }: { id: string | string[]; isLogic?: boolean; isDeleteRoaming?: boolean } & WithDone<NimSession | null>): void {
    const ids = [id].flat()
    const sessions = ids.map((item) => findLocalSession(core, item))
    callDone(done, async () => {
      if (isDeleteRoaming) await deleteOnServer(core, ids.map(targetOfSession))
      for (const [i, item] of ids.entries())
        updateLocalFields(core.client.store, `session ${item}`, {
          hiddenAt: sessions[i]?.updateTime ?? core.client.now(),
        })
      return sessions[0]!
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

export const createLocalSessionsApi = (core: NimCore) => ({
  ...createStoredSessionsApi(core),
  ...createSessionDeletionApi(core),
})
