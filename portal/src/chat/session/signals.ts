// Events of calls, for all parts of a page that ring or speak.
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'

type CallSignalListener = {
  signal: (event: SignalEvent, isOwn: boolean) => void
  /** Called after each login: events may have been missed. */
  synced?: (chat: ChatSession) => void
}

const listeners = new Set<CallSignalListener>()
let syncedSession: ChatSession | null = null

export function announceCallSignal(event: SignalEvent, isOwn: boolean): void {
  for (const { signal } of listeners) signal(event, isOwn)
}

export function announceSynced(chat: ChatSession): void {
  syncedSession = chat
  for (const { synced } of listeners) synced?.(chat)
}

/** Subscribes to events of calls. A listener that subscribes after the login is also notified of that login. */
export function subscribeToCallSignals(listener: CallSignalListener): () => void {
  listeners.add(listener)
  if (syncedSession) listener.synced?.(syncedSession)
  return () => void listeners.delete(listener)
}
