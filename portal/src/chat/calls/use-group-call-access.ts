// Access of a member to the call of a group, polled while a page shows it.
import { useEffect, useState } from 'react'
import type { GroupCallOverview } from '@xinqiao/contract/http/group-calls.ts'
import { api } from '../../session/api.ts'

type GroupCallAccessOptions = {
  /** The access that came with the page. */
  first?: GroupCallOverview
  pollMs?: number
  /** A change of this value fetches the access at once, such as the number of messages about calls. */
  change?: unknown
}

/**
 * @param teamId null for a group that has no calls, and while nothing is known of the group
 * @returns null until the server has answered, and where calls are not offered
 */
export function useGroupCallAccess(
  teamId: number | null,
  { first, pollMs = 10_000, change }: GroupCallAccessOptions,
): GroupCallOverview | null {
  const [access, setAccess] = useState<GroupCallOverview | null>(first ?? null)
  useEffect(() => {
    if (teamId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask(id: number): Promise<void> {
      // asked again soon after a failure
      const reply = await api('GET /groupCall/current', { teamId: id }).catch(() => undefined)
      if (isOver) return
      if (reply) setAccess(reply.isOffered ? reply : null)
      if (reply?.isOffered !== false) timer = setTimeout(() => void ask(id), pollMs)
    }
    void ask(teamId)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message about a call fetches it at once
  }, [teamId, pollMs, change])
  return access
}
