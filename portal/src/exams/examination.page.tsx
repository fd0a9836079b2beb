// Examinations of the signed-in user: open ones, and with `type=2` past ones (portal.md 2).
import { passMark } from '@xinqiao/contract/exams.ts'
import type { CurrentExam, FinishedExam } from '@xinqiao/contract/http/exams/exams.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { PageHead } from '../frame/PageHead.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { ResultStamp } from './ResultStamp.tsx'

type ExaminationPageData = { type: 1; list: CurrentExam[] } | { type: 2; list: FinishedExam[] }

const tabHref = (type: number) => withQuery(routes.examination, { type: type > 1 ? type : null })

export const examinationPage = definePage<ExaminationPageData>({
  params: ['type'],
  cached: false,
  indexed: false,
  async load({ api, url, viewer }) {
    const type = readNumber(url, 'type') === 2 ? 2 : 1
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: tabHref(type) }))
    if (type === 2) return { type, list: (await api('GET /testUser/listByDone', {})).list }
    return { type, list: (await api('GET /testUser/listByUndone', {})).list }
  },
  head: ({ type }) => ({
    title: type === 2 ? '已结束的考试' : '在线考试',
    description: '当前考试、已结束的考试与成绩。',
    canonical: tabHref(type),
  }),
  View: ({ data }) => (
    <div className="frame pb-12">
      <PageHead title="在线考试" lead="作答会随时保存：刷新页面、更换设备或网络中断后，都可以从原处继续。" />
      <TabLinks
        label="考试"
        tabs={[
          { label: '当前考试', href: tabHref(1), current: data.type === 1 },
          { label: '已结束的考试', href: tabHref(2), current: data.type === 2 },
        ]}
      />
      {data.list.length === 0 ? (
        <NoExams type={data.type} />
      ) : (
        <ul className="mt-6 grid gap-4">
          {data.type === 1
            ? data.list.map((exam) => <CurrentCard key={exam.id} exam={exam} />)
            : data.list.map((exam) => <FinishedCard key={exam.id} exam={exam} />)}
        </ul>
      )}
    </div>
  ),
})

const NoExams = ({ type }: { type: 1 | 2 }) => (
  <EmptyState
    picture="/art/empty.svg"
    title={type === 1 ? '目前没有需要参加的考试' : '还没有已结束的考试'}
    text={
      type === 1
        ? '有新的考试安排时，会显示在这里。已交卷的考试请到“已结束的考试”中查看。'
        : '交卷后可以在这里查看成绩与解析。'
    }
  >
    <ButtonLink href={tabHref(type === 1 ? 2 : 1)} look="ghost">
      {type === 1 ? '查看已结束的考试' : '查看当前考试'}
    </ButtonLink>
  </EmptyState>
)

const card = 'relative rounded-card bg-surface p-5 shadow-card sm:p-7'

type ExamFactsProps = { exam: CurrentExam | FinishedExam }
const ExamFacts = ({ exam }: ExamFactsProps) => (
  <dl className="mt-3 grid gap-x-8 gap-y-1 text-compact sm:grid-cols-[repeat(2,max-content)]">
    {[
      ['开始时间', formatMinute(exam.startTime)],
      ['结束时间', formatMinute(exam.endTime)],
      ['考试时长', `${exam.duration}分钟`],
      ['作答次数', `已用${exam.used}次，共${exam.attempts}次`],
    ].map(([label, value]) => (
      <div key={label} className="flex gap-3">
        <dt className="text-muted">{label}</dt>
        <dd className="text-ink tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

const paperHref = (exam: CurrentExam) => withQuery(routes.paper, { id: exam.paperId, testId1: exam.id })
const startLabel = (exam: CurrentExam) =>
  exam.state === 'inProgress' ? '继续作答' : exam.used > 0 ? '再考一次' : '开始考试'

const CurrentCard = ({ exam }: { exam: CurrentExam }) => (
  <li className={card}>
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <h2 className="text-xl leading-8 font-bold text-ink">{exam.name}</h2>
        <ExamFacts exam={exam} />
      </div>
      {exam.state === 'notStarted' ? (
        <p className="flex items-center gap-2 rounded-full bg-page px-5 py-2.5 text-muted">
          <Icon name="clock" className="size-4.5" />
          尚未开始
        </p>
      ) : (
        <ButtonLink
          href={paperHref(exam)}
          look={exam.state === 'inProgress' ? 'accent' : 'primary'}
          className="min-w-32"
        >
          {startLabel(exam)}
          <span className="sr-only">：{exam.name}</span>
        </ButtonLink>
      )}
    </div>
    {exam.state === 'inProgress' && (
      <p className="mt-4 flex items-center gap-2 text-warm-deep">
        <Icon name="clock" className="size-4.5" />
        正在计时，请尽快继续作答
      </p>
    )}
  </li>
)

const FinishedCard = ({ exam }: { exam: FinishedExam }) => (
  <li className={card}>
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <h2 className="text-xl leading-8 font-bold text-ink">{exam.name}</h2>
        <ExamFacts exam={exam} />
      </div>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        {exam.result === 'shown' && (
          <>
            <p className="text-muted">
              得分 <strong className="ml-1 text-3xl font-bold text-ink tabular-nums">{exam.score}</strong> 分
            </p>
            <ResultStamp isPassed={exam.score >= passMark} />
          </>
        )}
        {exam.result === 'absent' && <p className="text-muted">未参加</p>}
        {exam.result === 'hidden' && <p className="text-muted">成绩将在考试结束后公布</p>}
        {exam.hasHistory && (
          <ButtonLink
            href={withQuery(routes.historyPapers, { paperId: exam.paperId, testId: exam.id })}
            look="ghost"
            className="min-w-28"
          >
            查看详情
            <span className="sr-only">：{exam.name}</span>
          </ButtonLink>
        )}
      </div>
    </div>
  </li>
)
