// History of a finished paper: /examination/historypapers?paperId&testId (portal.md 2). It has one page per kind of
// question.
import { type ExamQuestionKind, examKinds, isJudgement, isSingleChoice, passMark } from '@xinqiao/contract/exams.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { GradedQuestion } from '@xinqiao/contract/http/exams/exams.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { AnswerCard, answerCardCell } from './AnswerCard.tsx'
import { ResultStamp } from './ResultStamp.tsx'

type MarkedAttempt = EndpointOutput<Contract, 'GET /testPaper/showHistory'>
type HistorypapersData = { result: MarkedAttempt; paperId: number; testId: number; kind: ExamQuestionKind }

const readKind = (page: number | null): ExamQuestionKind => (page === 2 ? 1 : page === 3 ? 2 : 0)
const kindHref = ({ paperId, testId }: Pick<HistorypapersData, 'paperId' | 'testId'>, kind: ExamQuestionKind) =>
  withQuery(routes.historyPapers, { paperId, testId, page: isSingleChoice(kind) ? null : kind + 1 })

type AnswerMark = 'unanswered' | 'right' | 'wrong'
const readAnswerMark = ({ stuAnswer, isRight }: GradedQuestion): AnswerMark =>
  isRight === 0 ? 'right' : stuAnswer === '' ? 'unanswered' : 'wrong'
const marks: Record<AnswerMark, { label: string; cell: string; tag: string }> = {
  right: { label: '正确', cell: 'border-success bg-success text-white', tag: 'bg-success-tint text-success' },
  wrong: { label: '错误', cell: 'border-danger bg-danger text-white', tag: 'bg-danger-tint text-danger' },
  unanswered: { label: '未作答', cell: 'border-control bg-surface text-muted', tag: 'bg-page text-muted' },
}

export const historyPapersPage = definePage<HistorypapersData>({
  params: ['paperId', 'testId', 'page'],
  cached: false,
  indexed: false,
  async load({ api, url, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: url.pathname + url.search }))
    const paperId = readNumber(url, 'paperId')
    const testId = readNumber(url, 'testId')
    if (paperId === null || testId === null) throw fail('notFound')
    const result = await api('GET /testPaper/showHistory', { paperId, testId })
    return { result, paperId, testId, kind: readKind(readNumber(url, 'page')) }
  },
  head: ({ result }) => ({
    title: `${result.name} 考试回顾`,
    description: '成绩、答案与解析。',
    canonical: routes.historyPapers,
  }),
  View: ({ data }) => (
    <div className="frame py-6 pb-12">
      <a
        href={withQuery(routes.examination, { type: 2 })}
        className="mb-4 inline-flex min-h-11 items-center gap-1.5 text-brand-deep hover:underline"
      >
        <Icon name="arrowLeft" className="size-4" />
        返回已结束的考试
      </a>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <Card className="p-5 sm:p-8">
          <h1 className="text-xl font-bold text-ink">{data.result.name}</h1>
          <KindPage data={data} />
        </Card>
        <AttemptSummary data={data} />
      </div>
    </div>
  ),
})

function KindPage({ data }: { data: HistorypapersData }) {
  const { result, kind } = data
  const questions = result.content.filter((question) => question.examType === kind)
  const kinds: readonly ExamQuestionKind[] = [0, 1, 2]
  return (
    <>
      <h2 className="mt-5 text-lg font-bold text-brand-deep">
        {examKinds[kind]}
        <span className="ml-3 text-sm font-normal text-muted">第{kind + 1}页，共3页</span>
      </h2>
      {questions.length === 0 && <p className="mt-4 text-muted">本卷没有{examKinds[kind]}</p>}
      <ol className="divide-y divide-line">
        {questions.map((question) => (
          <GradedQuestionView key={question.num} question={question} />
        ))}
      </ol>
      <nav aria-label="题型翻页" className="mt-6 flex flex-wrap justify-between gap-3 border-t border-line pt-6">
        {kinds.includes((kind - 1) as ExamQuestionKind) ? (
          <ButtonLink look="ghost" href={kindHref(data, (kind - 1) as ExamQuestionKind)}>
            <Icon name="arrowLeft" className="size-4" />
            上一页
          </ButtonLink>
        ) : (
          <span />
        )}
        {kinds.includes((kind + 1) as ExamQuestionKind) && (
          <ButtonLink look="ghost" href={kindHref(data, (kind + 1) as ExamQuestionKind)}>
            下一页
            <Icon name="arrowRight" className="size-4" />
          </ButtonLink>
        )}
      </nav>
    </>
  )
}

const judgement = { T: '正确', F: '错误' } as Record<string, string>
const formatAnswer = (question: GradedQuestion, answer: string) =>
  answer === '' ? '未作答' : isJudgement(question.examType) ? judgement[answer] : answer.replaceAll(',', '、')

function GradedQuestionView({ question }: { question: GradedQuestion }) {
  const mark = marks[readAnswerMark(question)]
  return (
    <li id={`q${question.num}`} className="py-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-compact text-muted">
        第{question.num}题<span className={`rounded-full px-3 py-0.5 font-semibold ${mark.tag}`}>{mark.label}</span>得
        {question.score}分，满分{question.fullScore}分
      </p>
      <p className="mt-2 text-lg leading-8 font-semibold whitespace-pre-line text-ink">{question.content}</p>
      {question.optionList.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {question.optionList.map((option) => (
            <li key={option} className="whitespace-pre-line">
              {option}
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
        <div className="flex gap-2">
          <dt className="text-muted">您的答案</dt>
          <dd className="font-semibold text-ink">{formatAnswer(question, question.stuAnswer)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">正确答案</dt>
          <dd className="font-semibold text-success">{formatAnswer(question, question.answer)}</dd>
        </div>
      </dl>
      {question.explanation && (
        <p className="mt-3 rounded-lg bg-page px-4 py-3 whitespace-pre-line">
          <span className="font-semibold text-ink">解析：</span>
          {question.explanation}
        </p>
      )}
    </li>
  )
}

const AttemptSummary = ({ data }: { data: HistorypapersData }) => {
  const { result } = data
  return (
    <Card as="section" className="p-5 sm:p-6 lg:sticky lg:top-4" labelledBy="card-title">
      <div className="flex items-center justify-between gap-4">
        <p className="text-muted">
          <span className="block">
            得分 <strong className="ml-1 text-3xl text-ink tabular-nums">{result.score}</strong> 分
          </span>
          用时{result.duration}分钟
        </p>
        <ResultStamp isPassed={result.score >= passMark} />
      </div>
      {result.certificateId !== null && (
        <ButtonLink
          look="ghost"
          className="mt-4 w-full"
          href={withQuery('/prod-api/certificate/pdf', { id: result.certificateId })}
        >
          <Icon name="download" className="size-4" />
          下载合格证书
        </ButtonLink>
      )}
      <h2 id="card-title" className="mt-5 mb-3 border-t border-line pt-4 text-lg font-bold text-ink">
        答题卡
      </h2>
      <AnswerCard
        counts={result}
        entries={result.content}
        render={(question) => (
          <a
            href={`${kindHref(data, question.examType)}#q${question.num}`}
            aria-label={`第${question.num}题，${marks[readAnswerMark(question)].label}`}
            className={`${answerCardCell} ${marks[readAnswerMark(question)].cell}`}
          >
            {question.num}
          </a>
        )}
      />
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {(['right', 'wrong', 'unanswered'] as const).map((mark) => (
          <li key={mark} className="flex items-center gap-1.5">
            <span className={`size-3.5 rounded border ${marks[mark].cell}`} aria-hidden="true" />
            {marks[mark].label} {result.content.filter((question) => readAnswerMark(question) === mark).length}
          </li>
        ))}
      </ul>
    </Card>
  )
}
