// The length of a call, read from the server, so that both sides and all their devices show the same as the record.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../session/api.ts'

const soonMs = 1_000
/** Pause between later tries, which may be many: a call that was moved to another device can go on for an hour. */
const laterMs = 10_000
const soonTries = 5

const isRefused = (error: unknown): boolean => error instanceof Failure && error.status < 500 && error.status !== 429
const isNotFound = (error: unknown): boolean => error instanceof Failure && error.status === 404

type CallLength = {
  /** Length of the ended call; null while it goes on, and before the server has answered. */
  seconds: number | null
  /** True where this account has no such call. */
  isMissing: boolean
}

export function useCallLength(channelId: string | null): CallLength {
  const [length, setLength] = useState<CallLength>({ seconds: null, isMissing: false })
  useEffect(() => {
    if (channelId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let tries = 0
    async function ask(id: string): Promise<void> {
      const reply = await api('POST /call/booking', { channelId: id }).catch((error: unknown) => error)
      if (isOver) return
      if (isRefused(reply)) {
        if (isNotFound(reply)) setLength({ seconds: null, isMissing: true })
        return
      }
      const next = reply instanceof Error ? null : (reply as { seconds: number | null }).seconds
      if (next !== null) return setLength({ seconds: next, isMissing: false })
      tries += 1
      timer = setTimeout(() => void ask(id), tries < soonTries ? soonMs : laterMs)
    }
    void ask(channelId)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [channelId])
  return length
}
