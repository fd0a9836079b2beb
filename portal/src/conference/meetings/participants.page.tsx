// Information for participants of the current meeting, from arrival to departure.
import type { MeetingDetail } from '@xinqiao/contract/http/conference/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { PageHead } from '../../frame/PageHead.tsx'
import { definePage, type ViewProps } from '../../page.ts'
import { readNumber } from '../../query.ts'
import { formatDays } from './Programme.tsx'
import { participants } from './participants.texts.ts'

/** `id` is the meeting in the address; without it the page shows the default meeting. */
type ParticipantsData = { id: number | null; page: MeetingDetail | null }

export const participantsPage = definePage<ParticipantsData>({
  params: ['id'],
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const id = readNumber(url, 'id')
    return { id, page: await api('GET /meeting/page', { id: id ?? undefined }) }
  },
  head: ({ id, page }) => ({
    title: id !== null && page ? `参会说明：${page.meeting.title}` : '参会说明',
    description: page
      ? `${page.meeting.title}的报到、住宿、用餐、签到与参会证明说明。`
      : '学术年会的报到、住宿、用餐、签到与参会证明说明。',
    canonical: withQuery(routes.participants, { id }),
  }),
  View: ParticipantsView,
})

function ParticipantsView({ data: { id, page } }: ViewProps<ParticipantsData>) {
  return (
    <div className="frame max-w-[60rem]">
      <PageHead
        under="academic"
        title="参会说明"
        lead={page ? `${page.meeting.title}，${formatDays(page.meeting)}` : participants.lead}
      />
      <div className="space-y-4 md:space-y-6">
        {participants.parts.map((part) => (
          <Card key={part.title} as="section" labelledBy={part.id} className="px-5 py-6 sm:px-10 sm:py-8">
            <BlockHeading id={part.id}>{part.title}</BlockHeading>
            <ul className="mt-4 list-disc space-y-2 pl-5">
              {part.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        ))}
        <Notice>{participants.care}</Notice>
        <p className="flex flex-wrap gap-3">
          <ButtonLink href={withQuery(routes.payment, { id })} look="accent">
            参会报名
          </ButtonLink>
          <ButtonLink href={routes.myMeetings} look="ghost">
            我的会议
          </ButtonLink>
          <ButtonLink href={routes.credits} look="ghost">
            我的学分与证书
          </ButtonLink>
          <ButtonLink href={withQuery(routes.academic, { id })} look="ghost">
            返回学术年会
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}
