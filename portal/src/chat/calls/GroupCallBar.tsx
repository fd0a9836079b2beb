// The call of a group, in its conversation: a bar while one runs, and for its leader the way to start one.
import type { GroupCallOverview } from '@xinqiao/contract/http/group-calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

const hrefOf = (teamId: string): string => withQuery(routes.groupCall, { team: teamId })

export const GroupCallLink = ({ teamId }: { teamId: string }) => (
  <a className="chat-tool" href={hrefOf(teamId)} aria-label="发起团体通话" title="发起团体通话">
    <Icon name="video" />
  </a>
)

export function GroupCallBar({ place: { call }, teamId }: { place: GroupCallOverview; teamId: string }) {
  if (!call) return null
  return (
    <section className="chat-live" aria-label="团体通话">
      <output>
        <Icon name="video" />
        团体通话进行中{call.people > 0 && ` · ${call.people}人`}
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
