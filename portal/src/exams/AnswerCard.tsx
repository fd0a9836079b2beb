// The answer card: one button per question number, in groups with count and score.
import { examKindList, examKinds, type ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { ReactNode } from 'react'

/** Number of questions and total score per kind of question. Papers and past attempts both have these fields. */
export type QuestionKindTotals = Record<
  'single' | 'singleScore' | 'multiple' | 'multipleScore' | 'judge' | 'judgeScore',
  number
>
export type AnswerCardEntry = { num: number; examType: ExamQuestionKind }

const fields = {
  0: ['single', 'singleScore'],
  1: ['multiple', 'multipleScore'],
  2: ['judge', 'judgeScore'],
} as const

export const questionCountOf = (counts: QuestionKindTotals, kind: ExamQuestionKind) => counts[fields[kind][0]]
export const totalScoreOf = (counts: QuestionKindTotals, kind: ExamQuestionKind) => counts[fields[kind][1]]

type AnswerCardProps<E extends AnswerCardEntry> = {
  counts: QuestionKindTotals
  entries: readonly E[]
  render: (entry: E) => ReactNode
}

export const AnswerCard = <E extends AnswerCardEntry>({ counts, entries, render }: AnswerCardProps<E>) => (
  <div className="grid gap-5">
    {examKindList
      .filter((kind) => questionCountOf(counts, kind) > 0)
      .map((kind) => (
        <section key={kind} aria-label={examKinds[kind]}>
          <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-compact font-semibold text-ink">
            {examKinds[kind]}
            <span className="text-sm font-normal text-muted">
              {questionCountOf(counts, kind)}题，共{totalScoreOf(counts, kind)}分
            </span>
          </h3>
          <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
            {entries
              .filter((entry) => entry.examType === kind)
              .map((entry) => (
                <li key={entry.num}>{render(entry)}</li>
              ))}
          </ul>
        </section>
      ))}
  </div>
)

export const answerCardCell =
  'grid min-h-11 w-full place-items-center rounded-lg border text-compact tabular-nums transition-colors duration-150'
