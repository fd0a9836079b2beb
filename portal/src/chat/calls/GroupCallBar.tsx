// The call of a group, in its conversation: a bar while one runs, and for its leader the way to start one.
import { useEffect, useState } from 'react'
import type { GroupCallPlace } from '@xinqiao/contract/http/group-calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../../session/api.ts'

const pollMs = 15_000

/**
 * @param teamId null for a group that has no calls
 * @param change asks again when it changes, such as the number of messages about calls
 * @returns null until the server has answered, and where calls are not offered
 */
export function useGroupCallPlace(teamId: string | null, change: unknown): GroupCallPlace | null {
  const [place, setPlace] = useState<GroupCallPlace | null>(null)
  useEffect(() => {
    if (teamId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask(): Promise<void> {
      // asked again soon after a failure
      const reply = await api('GET /groupCall/current', { teamId: Number(teamId) }).catch(() => undefined)
      if (isOver) return
      if (reply) setPlace(reply.isOffered ? reply : null)
      if (reply?.isOffered !== false) timer = setTimeout(() => void ask(), pollMs)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new message about a call asks at once
  }, [teamId, change])
  return place
}

const hrefOf = (teamId: string): string => withQuery(routes.groupCall, { team: teamId })

export const GroupCallLink = ({ teamId }: { teamId: string }) => (
  <a className="chat-tool" href={hrefOf(teamId)} aria-label="发起团体通话" title="发起团体通话">
    <Icon name="video" />
  </a>
)

export function GroupCallBar({ place: { call }, teamId }: { place: GroupCallPlace; teamId: string }) {
  if (!call) return null
  return (
    <section className="chat-live" aria-label="团体通话">
      <output>
        <Icon name="video" />
        团体通话进行中 · {call.people}人
      </output>
      {call.isRemoved ? (
        <span>带领者已请您离开这次通话</span>
      ) : (
        <span>
          <a className="chat-ring-answer" href={hrefOf(teamId)}>
            加入
          </a>
        </span>
      )}
    </section>
  )
}
