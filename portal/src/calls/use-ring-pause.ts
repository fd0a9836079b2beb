// The time until which this account cannot ring at a person who has refused a call. A message of that person ends it.
import { useEffect, useState } from 'react'
import { api } from '../session/api.ts'

const pollMs = 5_000

/**
 * @param accid the account to ring at; null without one
 * @returns the time of the day, such as 15:41; null when a ring is possible
 */
export function useRingPause(accid: string | null): string | null {
  const [until, setUntil] = useState<string | null>(null)
  useEffect(() => {
    if (accid === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(peer: string): Promise<void> {
      // a ring tells the same if this request fails
      const reply = await api('POST /call/pause', { accid: peer }).catch(() => null)
      if (isOver) return
      setUntil(reply?.until ?? null)
      if (reply?.until) timer = setTimeout(() => void ask(peer), pollMs)
    }
    void ask(accid)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [accid])
  return until
}

export const describePause = (until: string): string => `对方刚刚拒绝了通话，${until}后可以再呼叫`
