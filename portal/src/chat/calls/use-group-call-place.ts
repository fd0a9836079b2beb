// The call of a group, asked for again and again while a page shows it.
import { useEffect, useState } from 'react'
import type { GroupCallAccess } from '@xinqiao/contract/http/group-calls.ts'
import { api } from '../../session/api.ts'

type GroupCallAccessOptions = {
  /** The place that came with the page. */
  first?: GroupCallAccess
  pollMs?: number
  /** Asks at once when it changes, such as the number of messages about calls. */
  change?: unknown
}

/**
 * @param teamId null for a group that has no calls, and while there is nothing to ask
 * @returns null until the server has answered, and where calls are not offered
 */
export function useGroupCallAccess(
  teamId: number | null,
  { first, pollMs = 10_000, change }: GroupCallAccessOptions,
): GroupCallAccess | null {
  const [place, setPlace] = useState<GroupCallAccess | null>(first ?? null)
  useEffect(() => {
    if (teamId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask(id: number): Promise<void> {
      // asked again soon after a failure
      const reply = await api('GET /groupCall/current', { teamId: id }).catch(() => undefined)
      if (isOver) return
      if (reply) setPlace(reply.isOffered ? reply : null)
      if (reply?.isOffered !== false) timer = setTimeout(() => void ask(id), pollMs)
    }
    void ask(teamId)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message about a call asks at once
  }, [teamId, pollMs, change])
  return place
}
