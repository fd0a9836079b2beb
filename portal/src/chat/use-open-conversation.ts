// The open conversation of the chat screen. The address of the page names it, so that the browser can go back.
import { useCallback, useEffect, useState } from 'react'
import { formatChatAddress, parseChatAddress } from './chat-address.ts'
import type { ScrollTarget } from './conversations/FoundMessages.tsx'
import type { Opening } from './thread/use-focus-after-opening.ts'

const readKey = () => parseChatAddress(new URLSearchParams(location.search))

/** @param first key of the conversation with which the page was rendered */
export function useOpenConversation(first: string | null) {
  const [key, setKey] = useState(first)
  /** Key of the group that was just created on this page. Its panel opens at once. */
  const [newKey, setNewKey] = useState<string | null>(null)
  /** Key of the group that the reader has just joined by a link. */
  const [joinedKey, setJoinedKey] = useState<string | null>(null)
  const [target, setTarget] = useState<ScrollTarget | null>(null)
  const [opening, setOpening] = useState<Opening | null>(null)
  useEffect(() => {
    const follow = () => setKey(readKey())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const open = useCallback((next: string | null, found?: ScrollTarget, isByKeyboard = false) => {
    setTarget(found ?? null)
    setOpening({ isByKeyboard })
    setNewKey(null)
    setJoinedKey(null)
    history.pushState(null, '', formatChatAddress(next))
    setKey(next)
  }, [])
  const openNew = (teamId: string) => {
    open(`team-${teamId}`)
    setNewKey(`team-${teamId}`)
  }
  const openJoined = (teamId: string) => {
    open(`team-${teamId}`)
    setJoinedKey(`team-${teamId}`)
  }
  return { key, newKey, joinedKey, target, opening, open, openNew, openJoined }
}
