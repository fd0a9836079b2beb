// An attempt in progress: the clock, the answer card, one question at a time, handing in (portal.md 4).
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CurrentExam } from '@xinqiao/contract/http/exams/exams.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { createAnswerSheet } from './answer-sheet.ts'
import { AnswerSheetCard } from './AnswerSheetCard.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import type { ExamPaper } from './paper.ts'
import { QuestionView } from './QuestionView.tsx'
import { SavingAlert, SavingLine } from './saving-state.tsx'
import { formatRemainingTime, useRemainingTime } from './use-remaining-time.ts'
import { useHandIn } from './use-hand-in.ts'
import { useAttemptEventReports } from './use-attempt-events.ts'

type RunningAttemptProps = { exam: CurrentExam; userId: number; paper: ExamPaper }
const urgentSeconds = 300

export function RunningAttempt({ exam, userId, paper }: RunningAttemptProps) {
  const [sheet] = useState(() => createAnswerSheet(paper, { userId, testId: paper.testId, attempt: paper.attempt }))
  const { answers, saving, unsentCount, isStored } = useSyncExternalStore(sheet.subscribe, sheet.read, sheet.read)
  useEffect(() => {
    sheet.open()
    return sheet.close
  }, [sheet])
  const [index, setIndex] = useState(0)
  const handIn = useHandIn(sheet, exam.paperId, paper.testId)
  const view = useRef<HTMLDivElement>(null)
  const question = paper.content[index]!
  const total = paper.content.length
  const answeredCount = paper.content.filter(({ num }) => answers.get(num)).length
  const isOver = handIn.state === 'done'
  const secondsLeft = useRemainingTime(paper.testId, paper.seconds, !isOver, () => void handIn.sendHandIn('交卷成功！'))
  const seconds = isOver ? 0 : secondsLeft
  useAttemptEventReports(paper.testId, saving.state === 'offline')

  const showQuestion = (next: number, takesFocus = false) => {
    if (next < 0) return showToast('暂无上一题', 'bad')
    if (next >= total) return showToast('暂无下一题', 'bad')
    setIndex(next)
    // from the card the focus moves to the question; from the buttons below it stays on them
    if (takesFocus) view.current?.focus()
  }
  const isBusy = handIn.state === 'sending' || isOver || saving.state === 'over'

  return (
    <>
      <SavingAlert saving={saving} unsentCount={unsentCount} isStored={isStored} />
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
                  {formatRemainingTime(seconds)}
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
              onAnswer={(answer) => sheet.setAnswer(question.num, answer)}
            />
          </div>
          <p className="sr-only" aria-live="polite">
            第{question.num}题：{question.content}
          </p>
          <div className="mt-8 flex flex-wrap justify-between gap-3">
            <Button look="ghost" onClick={() => showQuestion(index - 1)}>
              <Icon name="arrowLeft" className="size-4" />
              上一题
            </Button>
            <Button look="ghost" onClick={() => showQuestion(index + 1)}>
              下一题
              <Icon name="arrowRight" className="size-4" />
            </Button>
          </div>
        </Card>
        <AnswerSheetCard
          paper={paper}
          answers={answers}
          answered={answeredCount}
          current={question.num}
          seconds={seconds}
          isSending={handIn.state === 'sending'}
          isBusy={isBusy}
          onChoose={(next) => showQuestion(next, true)}
          onHandIn={() => (answeredCount < total ? handIn.ask() : void handIn.sendHandIn('提交成功！'))}
        />
      </div>
      {handIn.state === 'asking' && (
        <HandInDialog
          missing={total - answeredCount}
          onConfirm={() => void handIn.sendHandIn('提交成功！')}
          onClose={handIn.cancel}
        />
      )}
    </>
  )
}
