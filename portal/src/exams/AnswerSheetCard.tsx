// The card beside the questions: which ones are answered, and the button for handing in.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { AnswerCard, answerCardCell } from './AnswerCard.tsx'
import type { ExamPaper } from './paper.ts'

const warnings = new Map([
  [600, '还剩10分钟'],
  [300, '还剩5分钟'],
  [60, '还剩1分钟'],
])

/** Announced at a few moments only, because a clock read out every second would be useless. */
function findTimeWarning(seconds: number): string {
  let warning = ''
  for (const [at, message] of warnings) if (seconds <= at && seconds > 0) warning = message
  return warning
}

type AnswerSheetCardProps = {
  paper: ExamPaper
  answers: ReadonlyMap<number, string>
  answered: number
  /** Number of the shown question. */
  current: number
  /** Remaining time in seconds. */
  seconds: number
  isSending: boolean
  isBusy: boolean
  /** Called with the index of the chosen question. */
  onChoose: (index: number) => void
  onHandIn: () => void
}

export function AnswerSheetCard(props: AnswerSheetCardProps) {
  const { paper, answers, answered, current, seconds, isSending, isBusy, onChoose, onHandIn } = props
  const total = paper.content.length
  return (
    <Card as="section" className="p-5 sm:p-6 lg:sticky lg:top-4" labelledBy="card-title">
      <p className="sr-only" aria-live="assertive">
        {findTimeWarning(seconds)}
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
            aria-current={num === current ? 'true' : undefined}
            onClick={() => onChoose(num - 1)}
            className={`${answerCardCell} ${answers.get(num) ? 'border-brand bg-brand font-semibold text-white' : 'border-control text-ink hover:bg-tint'} aria-current:ring-3 aria-current:ring-brand-line`}
          >
            {num}
          </button>
        )}
      />
      <Button
        look="accent"
        className="mt-6 w-full"
        busy={isSending}
        busyText="正在交卷…"
        disabled={isBusy}
        onClick={onHandIn}
      >
        交卷
      </Button>
    </Card>
  )
}
