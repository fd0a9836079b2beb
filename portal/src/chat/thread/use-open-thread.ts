// Opens a conversation for a thread on the screen, and marks as read the messages that were visible.
import { useEffect } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { setOpenConversation } from '../session/alerts.ts'

export function useOpenThread(chat: ChatSession | null, state: ChatState, to: string): void {
  const lastKey = state.threads.get(to)?.lines.at(-1)?.key
  useEffect(() => {
    chat?.open(to)
    setOpenConversation(to)
    return () => setOpenConversation(null)
  }, [chat, to])
  // only messages that were visible count as read; a mark would fail while the connection is away
  const isOnline = state.hasSynced && state.link === 'online'
  useEffect(() => {
    const markReadIfVisible = () => {
      if (lastKey !== undefined && !document.hidden && isOnline) chat?.markRead(to)
    }
    markReadIfVisible()
    document.addEventListener('visibilitychange', markReadIfVisible)
    return () => document.removeEventListener('visibilitychange', markReadIfVisible)
  }, [chat, to, lastKey, isOnline])
}
