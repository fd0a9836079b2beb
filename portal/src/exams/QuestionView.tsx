// One question: radios for a single answer, checkboxes for several, correct or wrong for a judgement.
import { examKinds, isJudgement, isMultipleChoice } from '@xinqiao/contract/exams.ts'
import type { QuestionWithoutAnswer } from '@xinqiao/contract/http/exams/exams.ts'

type QuestionViewProps = {
  question: QuestionWithoutAnswer
  total: number
  /** Letters joined by commas; empty when unanswered. */
  answer: string
  disabled: boolean
  onAnswer: (answer: string) => void
}
type AnswerChoice = { value: string; label: string }

const judgements: readonly AnswerChoice[] = [
  { value: 'T', label: '正确' },
  { value: 'F', label: '错误' },
]
/** Options of a question; the letter before the first period is the answer's value (portal.md 3). */
const listChoices = (question: QuestionWithoutAnswer): readonly AnswerChoice[] =>
  isJudgement(question.examType)
    ? judgements
    : question.optionList.map((label) => ({ value: label.split('.', 1)[0] ?? '', label }))

export function QuestionView({ question, total, answer, disabled, onAnswer }: QuestionViewProps) {
  const chosenLetters = answer === '' ? [] : answer.split(',')
  const isMultiple = isMultipleChoice(question.examType)
  const chooseOption = (value: string, isChecked: boolean) => {
    if (!isMultiple) return onAnswer(value)
    const rest = chosenLetters.filter((letter) => letter !== value)
    onAnswer((isChecked ? [...rest, value] : rest).sort().join(','))
  }
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="w-full">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-compact text-muted">
          <span className="rounded-full bg-tint px-3 py-0.5 font-semibold text-brand-deep">
            {examKinds[question.examType]}
          </span>
          第{question.num}题，共{total}题{isMultiple && '（可选多项）'}
        </span>
        <span className="mt-3 block text-lg leading-8 font-semibold whitespace-pre-line text-ink">
          {question.content}
        </span>
      </legend>
      <div className="mt-5 grid gap-3">
        {listChoices(question).map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-lg border border-control px-4 py-3 text-ink transition-colors duration-150 hover:bg-tint has-checked:border-brand has-checked:bg-tint has-checked:ring-1 has-checked:ring-brand"
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={`question-${question.num}`}
              value={value}
              checked={chosenLetters.includes(value)}
              onChange={(event) => chooseOption(value, event.target.checked)}
              className="mt-1 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0 whitespace-pre-line">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
