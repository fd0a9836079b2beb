// Greets a robot when its conversation is opened for the first time.
import { useEffect, useRef } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { Thread } from '@xinqiao/im-sdk/chat/state/state.ts'

/** @param chat null for a conversation with a person */
export function useGreeting(chat: ChatSession | null, thread: Thread | null, hasSynced: boolean): void {
  const greeting = useRef({ isDone: false })
  const isLoaded = hasSynced && thread !== null && !thread.isLoading && !thread.fault
  const isEmpty = isLoaded && thread.lines.length === 0 && !thread.hasOlder
  const to = thread?.to
  useEffect(() => {
    if (!chat || !isEmpty || to === undefined || greeting.current.isDone) return
    greeting.current.isDone = true
    chat.greetRobot(to)
  }, [chat, isEmpty, to])
}
