// Marking: converts letters of the bank to points. Pure functions.
import { type ExamQuestionKind, isMultipleChoice } from '@xinqiao/contract/exams.ts'

export type PartialCredit = 'none' | 'half' | 'each'
export type AnswerMark = { isRight: boolean; points: number }

/** Rounds a score to two decimals, as score sheets show it. */
export const roundScore = (score: number): number => Math.round(score * 100) / 100

/**
 * @param key the right letters; null gives every examinee the full score
 * @param full maximum points of the question
 */
export function markAnswer(
  kind: ExamQuestionKind,
  key: string | null,
  answer: string,
  full: number,
  partial: PartialCredit,
): AnswerMark {
  if (key === null || answer === key) return { isRight: true, points: full }
  if (!isMultipleChoice(kind) || partial === 'none' || answer === '') return { isRight: false, points: 0 }
  // one wrong letter gives no points, because choosing all options would pay otherwise
  if (answer.split('').some((letter) => !key.includes(letter))) return { isRight: false, points: 0 }
  const share = partial === 'half' ? 0.5 : answer.length / key.length
  return { isRight: false, points: roundScore(full * share) }
}
