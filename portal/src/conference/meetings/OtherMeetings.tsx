// Other published meetings, each with a link.
import type { ListedMeeting } from '@xinqiao/contract/http/conference/meetings.ts'
import { meetingKinds } from '@xinqiao/contract/meetings.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { MeetingLink } from './MeetingLink.tsx'

function describeRegistrationPeriod({ isOver, isOpen, registrationDeadline }: ListedMeeting): string {
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
            <MeetingLink
              href={withQuery(path, { id: meeting.id })}
              title={meeting.title}
              meeting={meeting}
              labels={[meetingKinds[meeting.kind], describeRegistrationPeriod(meeting)]}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
