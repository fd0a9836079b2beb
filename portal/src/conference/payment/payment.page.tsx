// Registration for a meeting (portal.md 2, 4): /academic/payment, with ?id=… for another meeting than the default.
import type { ListedMeeting, MeetingDetail, OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import type { PageRequest } from '@xinqiao/contract/pages.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readNumber } from '../../query.ts'
import { OtherMeetings } from '../meetings/OtherMeetings.tsx'
import { formatDays } from '../meetings/Programme.tsx'
import { Screen as PaymentScreen, type PaymentProps } from './payment.screen.tsx'

type PaymentPageData = {
  /** The meeting in the address; without it the page shows the default meeting. */
  id: number | null
  meetings: ListedMeeting[]
  page: MeetingDetail | null
  registration: OwnRegistration | null
  units: PaymentProps['units']
  suggestion: PaymentProps['suggestion']
}

/** Users who registered for a meeting that has closed since are sent to their registration. */
async function loadMeetingOrRedirect({ api, viewer }: PageRequest, id: number | null): Promise<MeetingDetail | null> {
  try {
    return await api('GET /meeting/page', { id: id ?? undefined })
  } catch (error) {
    const registration = viewer && id !== null && (await api('GET /activityUser/mine', { activityId: id }))
    if (!registration) throw error
    throw new Redirect(withQuery(routes.place, { id: registration.id }))
  }
}

export const paymentPage = definePage<PaymentPageData>({
  params: ['id'],
  cached: false,
  indexed: true,
  screen: 'payment',
  async load(request) {
    const { api, url, viewer } = request
    const id = readNumber(url, 'id')
    const [page, meetings, units] = await Promise.all([
      loadMeetingOrRedirect(request, id),
      api('GET /meeting/list', {}),
      api('GET /activityUnit/getAllUnit', {}),
    ])
    const data = { id, page, meetings, units }
    if (!viewer || !page) return { ...data, registration: null, suggestion: null }
    const [registration, suggestion] = await Promise.all([
      api('GET /activityUser/mine', { activityId: page.meeting.id }),
      api('GET /activityUser/suggestion', {}),
    ])
    return { ...data, registration, suggestion }
  },
  head: ({ id, page }) => ({
    title: id !== null && page ? `参会报名：${page.meeting.title}` : '参会报名',
    description: page
      ? `${page.meeting.title}，${formatDays(page.meeting)}，${page.meeting.location}，报名截止${page.meeting.registrationDeadline.slice(0, 10)}。`
      : '学术年会的参会报名与缴费。',
    canonical: withQuery(routes.payment, { id }),
  }),
  View: ({ data: { id, page, meetings, registration, units, suggestion } }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '学术年会', href: withQuery(routes.academic, { id }) },
          { label: '参会报名' },
        ]}
      />
      {page ? (
        <>
          <Screen
            name="payment"
            of={PaymentScreen}
            props={{ page, registration, units, isKnown: suggestion !== null, suggestion }}
          />
          <div className="mt-4 md:mt-6">
            <OtherMeetings meetings={meetings} shownId={page.meeting.id} path={routes.payment} />
          </div>
          {suggestion && (
            <p className="mt-4 md:mt-6">
              <ButtonLink href={routes.myMeetings} look="ghost">
                我的会议
              </ButtonLink>
            </p>
          )}
        </>
      ) : (
        <Card>
          <h1 className="sr-only">参会报名</h1>
          <EmptyState
            picture="/art/empty.svg"
            title="目前没有开放报名的会议"
            text="新一届年会的时间与报名办法发布后，可以在这里报名。"
          >
            <ButtonLink href={routes.academic}>返回学术年会</ButtonLink>
          </EmptyState>
        </Card>
      )}
    </div>
  ),
})
