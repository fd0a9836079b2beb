// Announces the result of a sync.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ClientEvents } from './client-events.ts'
import type { Store } from '../../store/store.ts'
import type { SyncResult } from './result.ts'

type AnnounceDependencies = {
  store: Store
  sessionIdOfMessage: (msg: WireMessage) => string
  events: ClientEvents
}

export function announceResult(result: SyncResult, { store, sessionIdOfMessage, events }: AnnounceDependencies): void {
  // announces sessions whose messages arrived after their state; a fresh page receives all sessions anyway
  const behind = result.isFresh ? [] : new Set(result.offline.map(sessionIdOfMessage))
  for (const sessionId of behind) {
    const session = store.conversations.get(sessionId)?.session
    if (session) events.session?.(session, session)
  }
  events.synced?.(result)
}
