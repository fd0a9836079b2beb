// Until when this account cannot ring at a person again: after a refusal, and after several rings without an answer. A
// message of that person ends it.
import { useEffect, useState } from 'react'
import { api } from '../session/api.ts'

const pollMs = 5_000

/**
 * @param accid the account to ring at; null without one
 * @returns the reason and the time as a sentence; null when a ring is possible
 */
export function useRingPause(accid: string | null): string | null {
  const [pause, setPause] = useState<string | null>(null)
  useEffect(() => {
    if (accid === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(peer: string): Promise<void> {
      // a ring tells the same if this request fails
      const reply = await api('POST /call/pause', { accid: peer }).catch(() => null)
      if (isOver) return
      setPause(reply?.message ?? null)
      if (reply?.message) timer = setTimeout(() => void ask(peer), pollMs)
    }
    void ask(accid)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [accid])
  return pause
}
