// A meeting and the ways to take part (portal.md 2): /academic/xueshunianhui, with ?id=… for another meeting than the
// default.
import type { ListedMeeting, MeetingDetail } from '@xinqiao/contract/http/conference/meetings.ts'
import { meetingKinds } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { wrapTables } from '../../articles/body.ts'
import { definePage, type ViewProps } from '../../page.ts'
import { readNumber } from '../../query.ts'
import { OtherMeetings } from './OtherMeetings.tsx'
import { formatDays, Programme } from './Programme.tsx'

/** `id` is the meeting in the address; without it the page shows the default meeting. */
type ConferenceProps = { id: number | null; page: MeetingDetail | null; meetings: ListedMeeting[] }

type HubLink = { title: string; text: string; action: string; path: string; icon: IconName }
const hubLinks: readonly HubLink[] = [
  {
    title: '论文征集',
    text: '面向全省同行征集论文，双盲评审，优秀论文参加大会报告与壁报交流。',
    action: '查看征文通知',
    path: routes.essay,
    icon: 'file',
  },
  {
    title: '技能竞赛',
    text: '团体案例展示与科普视频两个类别，团队不超过三人，评选一、二、三等奖与优秀奖。',
    action: '查看竞赛通知',
    path: routes.competition,
    icon: 'play',
  },
  {
    title: '参会报名',
    text: '选择参会身份，填写参会回执，扫码缴费后凭签到码入场。',
    action: '我要报名',
    path: routes.payment,
    icon: 'check',
  },
]
const others = [
  { label: '先进个人申报', path: routes.individual },
  { label: '先进集体申报', path: routes.individual1 },
  { label: '评奖公示', path: routes.awards },
  { label: '参会说明', path: routes.participants },
  { label: '我的会议', path: routes.myMeetings },
  { label: '我的投稿与申报', path: routes.submissions },
]

export const conferencePage = definePage<ConferenceProps>({
  params: ['id'],
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const id = readNumber(url, 'id')
    const [page, meetings] = await Promise.all([
      api('GET /meeting/page', { id: id ?? undefined }),
      api('GET /meeting/list', {}),
    ])
    return { id, page, meetings }
  },
  head: ({ id, page }) => ({
    title: page?.meeting.title ?? '学术年会',
    description: page
      ? `${page.meeting.title}，${formatDays(page.meeting)}在${page.meeting.location}举行，${isAnnual(page) ? '论文征集、技能竞赛与参会报名' : '日程与参会报名'}。`
      : '学术年会的论文征集、技能竞赛与参会报名。',
    canonical: withQuery(routes.academic, { id }),
  }),
  View: ConferenceView,
})

const isAnnual = (page: MeetingDetail | null) => page?.meeting.kind !== 'event'

/** Papers, competition and awards belong to the annual conference; the other pages to every meeting. */
const forEveryMeeting: readonly string[] = [routes.participants, routes.myMeetings]
const aboutMeeting: readonly string[] = [routes.payment, routes.participants]

function ConferenceView({ data: { id, page, meetings }, site }: ViewProps<ConferenceProps>) {
  const annual = isAnnual(page)
  const linkTo = (path: string) => withQuery(path, { id: aboutMeeting.includes(path) ? id : null })
  return (
    <>
      <section aria-labelledby="hub-title" className="on-dark relative overflow-hidden bg-night text-white">
        <img
          src="/art/bridge.svg"
          alt=""
          width="1200"
          height="420"
          className="absolute inset-0 size-full object-cover opacity-25"
        />
        <div className="frame relative py-12 sm:py-20">
          <p className="text-on-brand-muted">{annual ? meetingKinds.annual : meetingKinds.event}</p>
          <h1
            id="hub-title"
            className="mt-2 max-w-3xl text-title leading-11 font-bold text-balance sm:text-[2.5rem] sm:leading-14"
          >
            <Phrases text={page?.meeting.title ?? '学术年会'} />
          </h1>
          {page ? (
            <>
              <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
                <li className="flex items-center gap-2">
                  <Icon name="clock" />
                  {formatDays(page.meeting)}
                </li>
                <li className="flex items-center gap-2">
                  <Icon name="pin" />
                  {page.meeting.location}
                </li>
              </ul>
              <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
                <ButtonLink href={linkTo(routes.payment)} look="accent">
                  {page.isOpen ? '参会报名' : '查看会议与报名'}
                </ButtonLink>
                <span className="text-on-ink">报名截止 {formatMinute(page.meeting.registrationDeadline)}</span>
              </p>
            </>
          ) : (
            <p className="mt-5 max-w-2xl text-on-ink">新一届年会正在筹备，时间、地点与报名办法将在这里发布。</p>
          )}
        </div>
      </section>
      <div className="frame mt-6 space-y-6 md:mt-8 md:space-y-8">
        {annual ? (
          <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
            {hubLinks
              .filter((link) => site.isServed(link.path))
              .map((way) => (
                <li key={way.path}>
                  <a
                    href={linkTo(way.path)}
                    className="flex h-full flex-col rounded-card bg-surface p-6 shadow-card transition-shadow duration-150 hover:shadow-raised"
                  >
                    <span className="grid size-12 place-items-center rounded-full bg-tint text-brand">
                      <Icon name={way.icon} className="size-6" />
                    </span>
                    <h2 className="mt-4 text-xl font-bold text-ink">{way.title}</h2>
                    <p className="mt-1.5 flex-1 text-compact">{way.text}</p>
                    <span className="mt-4 flex items-center gap-1 font-semibold text-brand-deep">
                      {way.action}
                      <Icon name="arrowRight" className="size-4" />
                    </span>
                  </a>
                </li>
              ))}
          </ul>
        ) : (
          page && (
            <Card as="section" labelledBy="about">
              <BlockHeading id="about">会议说明</BlockHeading>
              <div className="article mt-5" dangerouslySetInnerHTML={{ __html: wrapTables(page.meeting.content) }} />
            </Card>
          )
        )}
        <nav aria-label={annual ? '年会其他事项' : '会议其他事项'} className="flex flex-wrap gap-3">
          {others
            .filter((other) => site.isServed(other.path) && (annual || forEveryMeeting.includes(other.path)))
            .map((other) => (
              <ButtonLink key={other.path} href={linkTo(other.path)} look="ghost">
                {other.label}
              </ButtonLink>
            ))}
        </nav>
        {page && <OtherMeetings meetings={meetings} shownId={page.meeting.id} path={routes.academic} />}
        {page && page.sessions.length > 0 && (
          <Card as="section" labelledBy="programme">
            <BlockHeading id="programme">会议日程</BlockHeading>
            <Programme sessions={page.sessions} />
          </Card>
        )}
      </div>
    </>
  )
}
