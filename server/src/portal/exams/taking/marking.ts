// What an answer is worth. Pure: letters of the bank in, points out.
import type { ExamKind } from '@xinqiao/contract/exams.ts'

export type Partial = 'none' | 'half' | 'each'
export type Mark = { isRight: boolean; points: number }

/** Two decimals are what a score sheet shows. */
export const roundScore = (score: number): number => Math.round(score * 100) / 100

/**
 * @param key the right letters; null gives everybody the full score
 * @param full what the question is worth
 */
export function markAnswer(kind: ExamKind, key: string | null, given: string, full: number, partial: Partial): Mark {
  if (key === null || given === key) return { isRight: true, points: full }
  if (kind !== 1 || partial === 'none' || given === '') return { isRight: false, points: 0 }
  // one wrong letter and nothing is left: otherwise choosing all of them would pay
  if (given.split('').some((letter) => !key.includes(letter))) return { isRight: false, points: 0 }
  const share = partial === 'half' ? 0.5 : given.length / key.length
  return { isRight: false, points: roundScore(full * share) }
}
