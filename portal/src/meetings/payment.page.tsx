// Attending the conference: the latest meeting, one's own registration, and the way to register (portal.md 2, 4).
import type { MeetingPage, OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { daysOf } from './Programme.tsx'
import { Screen as PaymentScreen, type PaymentProps } from './payment.screen.tsx'

type Payment = {
  page: MeetingPage | null
  own: OwnRegistration | null
  units: PaymentProps['units']
  suggestion: PaymentProps['suggestion']
}

export const paymentPage = definePage<Payment>({
  params: [],
  cached: false,
  indexed: true,
  screen: 'payment',
  async load({ api, viewer }) {
    const [page, units] = await Promise.all([api('GET /meeting/page', {}), api('GET /activityUnit/getAllUnit', {})])
    if (!viewer || !page) return { page, own: null, units, suggestion: null }
    const [own, suggestion] = await Promise.all([
      api('GET /activityUser/mine', { activityId: page.meeting.id }),
      api('GET /activityUser/suggestion', {}),
    ])
    return { page, own, units, suggestion }
  },
  head: ({ page }) => ({
    title: '参会报名',
    description: page
      ? `${page.meeting.title}，${daysOf(page.meeting)}，${page.meeting.location}，报名截止${page.meeting.registrationDeadline.slice(0, 10)}。`
      : '学术年会的参会报名与缴费。',
    canonical: routes.payment,
  }),
  View: ({ data: { page, own, units, suggestion } }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '学术年会', href: routes.academic },
          { label: '参会报名' },
        ]}
      />
      {page ? (
        <>
          <Screen
            name="payment"
            of={PaymentScreen}
            props={{ page, own, units, isKnown: suggestion !== null, suggestion }}
          />
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
