// Other published meetings, each with a link.
import type { ListedMeeting } from '@xinqiao/contract/http/conference/meetings.ts'
import { meetingKinds } from '@xinqiao/contract/meetings.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { formatDays } from './Programme.tsx'

function describeRegistration({ isOver, isOpen, registrationDeadline }: ListedMeeting): string {
  if (isOver) return '会议已结束'
  return isOpen ? `报名至${formatMinute(registrationDeadline)}` : '报名已截止'
}

type OtherMeetingsProps = {
  meetings: readonly ListedMeeting[]
  shownId: number
  /** The page that shows a meeting by its id. */
  path: string
}

export function OtherMeetings({ meetings, shownId, path }: OtherMeetingsProps) {
  const others = meetings.filter((meeting) => meeting.id !== shownId)
  if (others.length === 0) return null
  return (
    <Card as="section" labelledBy="other-meetings">
      <BlockHeading id="other-meetings">其他会议与培训</BlockHeading>
      <ul className="mt-3 divide-y divide-line">
        {others.map((meeting) => (
          <li key={meeting.id}>
            <a
              href={withQuery(path, { id: meeting.id })}
              className="group -mx-3 flex items-center gap-x-4 rounded-lg px-3 py-4 hover:bg-tint"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-balance text-ink group-hover:text-brand-deep">
                  {meeting.title}
                </span>
                <span className="mt-0.5 block text-compact text-muted">
                  {formatDays(meeting)}，{meeting.location}
                </span>
                <span className="mt-1.5 flex flex-wrap gap-2 text-sm">
                  <span className="rounded-full bg-tint px-3 py-1 text-brand-deep">{meetingKinds[meeting.kind]}</span>
                  <span className="rounded-full bg-page px-3 py-1 text-muted">{describeRegistration(meeting)}</span>
                </span>
              </span>
              <Icon name="arrowRight" className="size-5 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
