// One registration by its number: /academic/place?id=…, for any meeting.
import { fail } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PageHead } from '../../frame/PageHead.tsx'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readNumber } from '../../query.ts'
import { Screen as RegistrationScreen, type RegistrationProps } from './registration.screen.tsx'
import { formatDays } from '../meetings/Programme.tsx'

export const registrationPage = definePage<RegistrationProps>({
  params: ['id'],
  cached: false,
  indexed: false,
  screen: 'registration',
  async load({ api, url, viewer }) {
    const id = readNumber(url, 'id')
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: withQuery(routes.place, { id }) }))
    if (id === null) throw fail('notFound')
    const [registration, units] = await Promise.all([
      api('GET /activityUser/place', { id }),
      api('GET /activityUnit/getAllUnit', {}),
    ])
    return { registration, units }
  },
  head: ({ registration }) => ({
    title: `我的报名：${registration.meetingTitle}`,
    description: '签到码、住宿、变更与参会证明。',
    canonical: withQuery(routes.place, { id: registration.id }),
  }),
  View: ({ data }) => (
    <div className="frame max-w-[60rem]">
      <PageHead
        under="myMeetings"
        title={data.registration.meetingTitle}
        lead={`${formatDays(data.registration)}，${data.registration.location}`}
      />
      <Screen name="registration" of={RegistrationScreen} props={data} />
    </div>
  ),
})
