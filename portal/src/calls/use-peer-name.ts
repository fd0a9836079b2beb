// The name of the other side of a call. A client who has booked but never written has not loaded it.
import { useEffect, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'

/**
 * @param peer the chat account of the other side; null while it is unknown
 * @param isOnline a name that could not be loaded is loaded with the next connection
 * @returns null while the name is unknown
 */
export function usePeerName(chat: ChatSession | null, peer: string | null, isOnline: boolean): string | null {
  const [peerName, setPeerName] = useState<{ account: string; name: string } | null>(null)
  useEffect(() => {
    if (!chat || peer === null || !isOnline) return
    const show = () => setPeerName({ account: peer, name: chat.nameAccount(peer) })
    if (chat.client.store.users.has(peer)) queueMicrotask(show)
    else chat.client.fetchUsers([peer]).then(show, () => null)
  }, [chat, peer, isOnline])
  return (peerName?.account === peer && peerName.name) || null
}
