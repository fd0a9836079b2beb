// Callbacks for a changed session, and for one that ended.
import type { Conversation } from '../../store/store.ts'
import type { NimCore } from '../core/core.ts'
import { notifyUpdate } from '../core/session-update.ts'
import { presentSession } from '../present/sessions.ts'

type SessionCore = Pick<NimCore, 'notify' | 'presenterContext' | 'currentSession' | 'hasSynced'>

/** Does nothing before the page has received its first list of sessions, which contains the change. */
export function notifySession(core: SessionCore, conversation: Conversation): void {
  if (!core.hasSynced) return
  notifyUpdate(core, () => {
    const session = presentSession(conversation, core.presenterContext())
    // messages of the open session are marked as read at once, so that no badge flashes
    return session.id === core.currentSession ? { ...session, unread: 0 } : session
  })
}

/** Reports the session of a team that the account has left as deleted. `mergeSessions` removes it. */
export function notifySessionEnd(core: SessionCore, conversation: Conversation | undefined): void {
  if (conversation)
    notifySession(core, { ...conversation, session: { ...conversation.session, unread: 0, isDeleted: true } })
}
