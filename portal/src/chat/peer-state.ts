// Presence of a counsellor as clients read it, and the usual time until a reply.
import { useCallback, useEffect, useState } from 'react'
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import { api } from '../session/api.ts'

const readEveryMs = 15_000
/** A conversation is open for long, and each reading costs the server a few milliseconds. */
const readPeerEveryMs = 60_000
const [hourMinutes, dayMinutes] = [60, 24 * 60]

function formatReplyTime(minutes: number): string {
  if (minutes < hourMinutes) return `${Math.max(1, minutes)}分钟`
  if (minutes < dayMinutes) return `${Math.round(minutes / hourMinutes)}小时`
  return `${Math.round(minutes / dayMinutes)}天`
}

export const describePresence = ({ isOnline }: CounsellorState): string => (isOnline ? '在线' : '不在线，可以留言')

/** @returns empty if the counsellor has answered too rarely to say */
export const describeReplyTime = ({ isOnline, replyMinutes }: CounsellorState): string =>
  // the usual time is no promise while the counsellor is away
  replyMinutes === null ? '' : `${isOnline ? '通常在' : '平时'}${formatReplyTime(replyMinutes)}内回复`

/**
 * Reads a state now and again while the page is visible. Visitors without an account have no socket, so the page asks;
 * the server shares the reply for a second. Without a reply, the last state stays.
 * @param read null if there is nothing to ask for; it must be the same function in each render
 */
export function usePolledState(
  read: (() => Promise<CounsellorState | null>) | null,
  initial: CounsellorState | null,
  everyMs = readEveryMs,
) {
  const [state, setState] = useState(initial)
  useEffect(() => {
    if (!read) return
    const update = () => {
      if (document.visibilityState === 'visible') read().then(setState, () => {})
    }
    if (initial === null) update()
    const timer = setInterval(update, everyMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [read, initial, everyMs])
  return state
}

/** @returns a line that fits beside a name on a phone; empty if the other side of the conversation is no counsellor */
export function usePeerPresence(accid: string | null): string {
  const read = useCallback(() => api('GET /chat/peerState', { accid: accid ?? '' }), [accid])
  const state = usePolledState(accid === null ? null : read, null, readPeerEveryMs)
  return state === null
    ? ''
    : [state.isOnline ? '在线' : '不在线', describeReplyTime(state)].filter(Boolean).join(' · ')
}
