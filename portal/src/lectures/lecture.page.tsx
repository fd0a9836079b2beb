// Page of one lecture: the player, the room beside it, and what it is about.
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { requireId } from '../query.ts'
import { lectureHref } from './lecture-addresses.ts'
import { lectureTexts } from './lecture.texts.ts'
import { type LectureProps, Screen as LectureScreen } from './lecture.screen.tsx'

const chatRoles: readonly number[] = [roles.user, roles.counsellor]

export const lecturePage = definePage<LectureProps>({
  params: ['id'],
  cached: false,
  indexed: true,
  screen: 'lecture',
  async load({ api, url, viewer }) {
    const id = requireId(url)
    const lecture = await api('GET /lecture/getById', { id })
    const questions = lecture.missing === null ? (await api('GET /lecture/questions', { id })).content : []
    return {
      lecture,
      questions,
      isSignedIn: viewer !== null,
      canChat: viewer?.roles.some((role) => chatRoles.includes(role.id)) ?? false,
      renderedAt: Date.now(),
    }
  },
  head: ({ lecture }) => ({
    title: `${lecture.title} · ${lectureTexts.title}`,
    description: `${lecture.summary}。讲者：${lecture.speaker}`,
    canonical: lectureHref(lecture),
  }),
  View: ({ data }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: lectureTexts.title, href: routes.lectures },
          { label: data.lecture.title },
        ]}
      />
      <Screen name="lecture" of={LectureScreen} props={data} />
    </div>
  ),
})
