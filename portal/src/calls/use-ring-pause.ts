// Until when this account cannot ring at a person again: after a refusal, and after several rings without an answer. A
// message of that person ends it.
import { useEffect, useState } from 'react'
import { useChatSession } from '../chat/session/use-chat-session.ts'
import { api } from '../session/api.ts'

const pollMs = 5_000

/**
 * @param accid the account to ring at; null without one
 * @returns the reason and the time as a sentence; null when a ring is possible
 */
export function useRingPause(accid: string | null): string | null {
  const [pause, setPause] = useState<string | null>(null)
  const { chat } = useChatSession()
  useEffect(() => {
    if (accid === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(peer: string): Promise<void> {
      // a ring tells the same if this request fails
      const reply = await api('POST /call/pause', { accid: peer }).catch(() => null)
      if (isOver) return
      setPause(reply?.message ?? null)
      clearTimeout(timer)
      if (reply?.message) timer = setTimeout(() => void ask(peer), pollMs)
    }
    void ask(accid)
    const findLatestTime = () => chat?.state().conversations.find(({ to }) => to === accid)?.time
    let latestTime = findLatestTime()
    const end = chat?.subscribe(() => {
      if (findLatestTime() === latestTime) return
      latestTime = findLatestTime()
      void ask(accid)
    })
    return () => {
      isOver = true
      end?.()
      clearTimeout(timer)
    }
  }, [accid, chat])
  return pause
}
