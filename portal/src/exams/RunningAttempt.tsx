// An attempt in progress: the clock, the answer card, one question at a time, handing in (portal.md 4).
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { CurrentExam } from '@xinqiao/contract/http/exams/exams.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { createAnswerSheet } from './answer-sheet.ts'
import { AnswerCard, cardCell } from './AnswerCard.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import type { Paper } from './paper.ts'
import { QuestionView } from './QuestionView.tsx'
import { SavingAlert, SavingLine } from './SavingState.tsx'
import { formatLeft, useClock } from './use-clock.ts'
import { useWatch } from './use-watch.ts'

type Props = { exam: CurrentExam; userId: number; paper: Paper }
const warnings = new Map([
  [600, '还剩10分钟'],
  [300, '还剩5分钟'],
  [60, '还剩1分钟'],
])
const urgentSeconds = 300

export function RunningAttempt({ exam, userId, paper }: Props) {
  const [sheet] = useState(() => createAnswerSheet(paper, { userId, testId: paper.testId, attempt: paper.attempt }))
  const { answers, saving, waiting, isStored } = useSyncExternalStore(sheet.subscribe, sheet.read, sheet.read)
  useEffect(() => {
    sheet.open()
    return sheet.close
  }, [sheet])
  const [place, setPlace] = useState(0)
  const [handIn, setHandIn] = useState<'no' | 'asking' | 'sending' | 'done'>('no')
  const isSending = useRef(false)
  const view = useRef<HTMLDivElement>(null)
  const question = paper.content[place]!
  const total = paper.content.length
  const answered = paper.content.filter(({ num }) => answers.get(num)).length

  const leave = (message: string, tone: 'good' | 'bad', type?: 2) => {
    sheet.settle()
    setHandIn('done')
    toastOnNextPage(message, tone)
    location.assign(withQuery(routes.examination, { type }))
  }
  const send = async (message: string) => {
    if (isSending.current) return
    isSending.current = true
    setHandIn('sending')
    try {
      await api('POST /testUser/commit', { paperId: exam.paperId, testId: paper.testId, answer: sheet.collect() })
      leave(message, 'good')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.reason === 'examOver' || error.reason === 'examHandedIn') return leave(error.message, 'bad', 2)
      setHandIn('no')
      isSending.current = false
      showToast(error.message, 'bad')
    }
  }
  const isOver = handIn === 'done'
  const left = useClock(paper.testId, paper.seconds, !isOver, () => void send('交卷成功！'))
  const seconds = isOver ? 0 : left
  useWatch(paper.testId, saving.state === 'offline')
  const announced = useAnnouncement(seconds)

  const go = (next: number, takesFocus = false) => {
    if (next < 0) return showToast('暂无上一题', 'bad')
    if (next >= total) return showToast('暂无下一题', 'bad')
    setPlace(next)
    // from the card the focus moves to the question; from the buttons below it stays on them
    if (takesFocus) view.current?.focus()
  }
  const isBusy = handIn === 'sending' || isOver || saving.state === 'over'

  return (
    <>
      <SavingAlert saving={saving} waiting={waiting} isStored={isStored} />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <Card className="p-5 sm:p-8">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-4">
            <h1 className="min-w-0 text-xl font-bold text-ink">{exam.name}</h1>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
              <SavingLine saving={saving} />
              <p className="flex items-center gap-3">
                <span className="text-sm text-muted">剩余时间</span>
                <span
                  role="timer"
                  aria-label="剩余时间"
                  className={`text-2xl font-bold tabular-nums ${seconds <= urgentSeconds ? 'text-danger' : 'text-ink'}`}
                >
                  {formatLeft(seconds)}
                </span>
              </p>
            </div>
          </div>
          {saving.state === 'over' && (
            <p role="alert" className="mt-4 text-danger">
              {saving.message}
            </p>
          )}
          <div ref={view} tabIndex={-1} className="mt-6 outline-none">
            <QuestionView
              key={question.num}
              question={question}
              total={total}
              answer={answers.get(question.num) ?? ''}
              disabled={isBusy}
              onAnswer={(answer) => sheet.give(question.num, answer)}
            />
          </div>
          <p className="sr-only" aria-live="polite">
            第{question.num}题：{question.content}
          </p>
          <div className="mt-8 flex flex-wrap justify-between gap-3">
            <Button look="ghost" onClick={() => go(place - 1)}>
              <Icon name="arrowLeft" className="size-4" />
              上一题
            </Button>
            <Button look="ghost" onClick={() => go(place + 1)}>
              下一题
              <Icon name="arrowRight" className="size-4" />
            </Button>
          </div>
        </Card>
        <Card as="section" className="p-5 sm:p-6 lg:sticky lg:top-4" labelledBy="card-title">
          <p className="sr-only" aria-live="assertive">
            {announced}
          </p>
          <div className="mb-4 flex items-baseline justify-between gap-3">
            <h2 id="card-title" className="text-lg font-bold text-ink">
              答题卡
            </h2>
            <p className="text-sm text-muted">
              已答{answered}题，共{total}题
            </p>
          </div>
          <AnswerCard
            counts={paper}
            entries={paper.content}
            render={({ num }) => (
              <button
                type="button"
                aria-label={`第${num}题，${answers.get(num) ? '已答' : '未答'}`}
                aria-current={num === question.num ? 'true' : undefined}
                onClick={() => go(num - 1, true)}
                className={`${cardCell} ${answers.get(num) ? 'border-brand bg-brand font-semibold text-white' : 'border-control text-ink hover:bg-tint'} aria-current:ring-3 aria-current:ring-brand-line`}
              >
                {num}
              </button>
            )}
          />
          <Button
            look="accent"
            className="mt-6 w-full"
            busy={handIn === 'sending'}
            busyText="正在交卷…"
            disabled={isBusy}
            onClick={() => (answered < total ? setHandIn('asking') : void send('提交成功！'))}
          >
            交卷
          </Button>
        </Card>
      </div>
      {handIn === 'asking' && (
        <HandInDialog
          missing={total - answered}
          onConfirm={() => void send('提交成功！')}
          onClose={() => setHandIn((now) => (now === 'asking' ? 'no' : now))}
        />
      )}
    </>
  )
}

/** Announced at a few moments only, because a clock read out every second would be useless. */
function useAnnouncement(seconds: number): string {
  let announced = ''
  for (const [at, sentence] of warnings) if (seconds <= at && seconds > 0) announced = sentence
  return announced
}
