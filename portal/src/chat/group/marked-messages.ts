// Messages of a group that sound like danger, for its leaders. Read every 30 seconds, after each line and each notice.
import { useEffect, useState } from 'react'
import { api } from '../../session/api.ts'
import { noticeEvent } from '../session/notice-event.ts'
import type { MarkedMessages } from '../thread/log/MessageLog.tsx'

const pollIntervalMs = 30_000
/** Delay before a read, so that a burst of lines needs one. The server marks a message before it delivers it. */
const readDelayMs = 300
const noMessages: MarkedMessages = new Map()

/**
 * @param teamId null for a reader who does not lead the group
 * @param lastLine key of the group's last line, null without one; the marks are read again when it changes
 */
export function useMarkedMessages(teamId: string | null, lastLine: string | null): MarkedMessages {
  const [marked, setMarked] = useState(noMessages)
  useEffect(() => {
    if (teamId === null || lastLine === null) return undefined
    let isEnded = false
    const read = async () => {
      // after a failed request, the last marks stay until the next one
      const messages = await api('GET /care/groupMessages', { teamId }).catch(() => null)
      if (messages && !isEnded) setMarked(new Map(messages.map(({ idServer, calledTime }) => [idServer, calledTime])))
    }
    const readNow = () => void read()
    const timeout = setTimeout(readNow, readDelayMs)
    const timer = setInterval(readNow, pollIntervalMs)
    document.addEventListener(noticeEvent, readNow)
    return () => {
      isEnded = true
      clearTimeout(timeout)
      clearInterval(timer)
      document.removeEventListener(noticeEvent, readNow)
    }
  }, [teamId, lastLine])
  return teamId === null ? noMessages : marked
}
