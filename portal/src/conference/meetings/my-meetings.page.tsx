// All registrations of the user, newest first, including past meetings.
import type { RegistrationSummary } from '@xinqiao/contract/http/conference/meetings.ts'
import { attendTypeTitle, registrationStates } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { PageHead } from '../../frame/PageHead.tsx'
import { definePage, Redirect } from '../../page.ts'
import { MeetingLink } from './MeetingLink.tsx'

const title = '我的会议'

export const myMeetingsPage = definePage<{ registrations: readonly RegistrationSummary[] }>({
  params: [],
  cached: false,
  indexed: false,
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.myMeetings }))
    return { registrations: await api('GET /activityUser/list', {}) }
  },
  head: () => ({ title, description: '本人的参会报名、签到码、变更与参会证明。', canonical: routes.myMeetings }),
  View: ({ data: { registrations } }) => (
    <div className="frame max-w-[60rem]">
      <PageHead under="academic" title={title} lead="每次报名的签到码、住宿、变更与参会证明，会议结束后仍可查看。" />
      <Card className="px-5 py-4 sm:px-10 sm:py-6">
        {registrations.length > 0 ? (
          <ul className="divide-y divide-line">
            {registrations.map((registration) => (
              <RegistrationItem key={registration.id} registration={registration} />
            ))}
          </ul>
        ) : (
          <EmptyState
            picture="/art/empty.svg"
            title="还没有参会报名"
            text="报名学术年会或培训后，签到码、住宿安排和参会证明都在这里。"
          >
            <ButtonLink href={routes.payment}>参会报名</ButtonLink>
          </EmptyState>
        )}
      </Card>
      <p className="mt-4">
        <ButtonLink href={routes.rosterGroups} look="ghost">
          参会者群
        </ButtonLink>
      </p>
    </div>
  ),
})

const RegistrationItem = ({ registration }: { registration: RegistrationSummary }) => (
  <li>
    <MeetingLink
      href={withQuery(routes.place, { id: registration.id })}
      title={registration.meetingTitle}
      meeting={registration}
      labels={[
        registrationStates[registration.state],
        attendTypeTitle(registration.activityAttendTypeId),
        ...(registration.isOver ? ['会议已结束'] : []),
      ]}
    />
  </li>
)
