// Validates answers of a browser (letters on its screen) against the questions of the attempt.
import { fail } from '@xinqiao/contract/errors.ts'
import { examKinds, isJudgement, isMultipleChoice } from '@xinqiao/contract/exams.ts'
import { orderOptions, toBankLetters } from './option-order.ts'
import type { CachedAttempt } from './attempt-cache.ts'
import type { TimedAnswer } from './store.ts'

/** The questions and options of an attempt, and their order on the examinee's screen. */
type AttemptLayout = Pick<CachedAttempt, 'kinds' | 'options' | 'seed' | 'isShuffled'>

export type SentAnswer = { num: string; answer: string; at?: number | undefined }

/** @throws Failure wrongAnswer with a message that names the question */
function readAnswer(attempt: AttemptLayout, num: number, text: string): string {
  const kind = attempt.kinds[num - 1]
  if (kind === undefined) throw fail('wrongAnswer', `试卷中没有第${num}题，请刷新页面后重试`)
  const letters = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,，]+/)
        .filter(Boolean),
    ),
  ]
  if (letters.length === 0) return ''
  if (letters.length > 1 && !isMultipleChoice(kind))
    throw fail('wrongAnswer', `第${num}题是${examKinds[kind]}，只能选一项`)
  if (isJudgement(kind)) {
    if (letters[0] !== 'T' && letters[0] !== 'F') throw fail('wrongAnswer', `第${num}题只能选“正确”或“错误”`)
    return letters[0]
  }
  const options = attempt.options[num - 1] ?? { count: 0, fixed: '' }
  for (const letter of letters) {
    const index = letter.length === 1 ? letter.codePointAt(0)! - 65 : -1
    if (index < 0 || index >= options.count) throw fail('wrongAnswer', `第${num}题没有选项${letter.slice(0, 8)}`)
  }
  return toBankLetters(letters, orderOptions(attempt.seed, num, options, attempt.isShuffled))
}

/**
 * The newest answer to each question, as letters of the bank. An invalid answer throws, so that nothing is saved
 * partly.
 */
export function readAnswers(attempt: AttemptLayout, sent: readonly SentAnswer[]): TimedAnswer[] {
  const byNumber = new Map<number, TimedAnswer>()
  for (const { num, answer, at } of sent) {
    const sentAnswer = { num: Number(num), answer: readAnswer(attempt, Number(num), answer), at: at ?? null }
    const before = byNumber.get(sentAnswer.num)
    if (!before || (before.at ?? Infinity) <= (sentAnswer.at ?? Infinity)) byNumber.set(sentAnswer.num, sentAnswer)
  }
  return [...byNumber.values()]
}
