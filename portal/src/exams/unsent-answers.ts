// Unsent answers, stored in this browser under one key each, so that two tabs never overwrite each other. Deleted once
// the server has them.
export type UnsentAnswer = { answer: string; at: number }
export type AttemptRef = { userId: number; testId: number; attempt: number }

const keyStartOf = ({ userId, testId, attempt }: AttemptRef) => `exam-answer:${userId}:${testId}:${attempt}:`

/**
 * Storage may be full or forbidden (a private window).
 * @returns whether the access succeeded
 */
function trySafely(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/**
 * Stores an unsent answer.
 * @returns false when this browser cannot: then the answer lasts only as long as the page, and the user is warned
 */
export const storeUnsentAnswer = (attempt: AttemptRef, num: number, entry: UnsentAnswer): boolean =>
  trySafely(() => localStorage.setItem(keyStartOf(attempt) + num, JSON.stringify(entry)))

/** Deletes an answer that the server has, but not a newer one that was stored meanwhile. */
export const deleteUnsentAnswer = (attempt: AttemptRef, num: number, at: number): boolean =>
  trySafely(() => {
    const key = keyStartOf(attempt) + num
    const storedText = localStorage.getItem(key)
    if (storedText && (JSON.parse(storedText) as UnsentAnswer).at <= at) localStorage.removeItem(key)
  })

export function readUnsentAnswers(attempt: AttemptRef): Map<number, UnsentAnswer> {
  const answers = new Map<number, UnsentAnswer>()
  trySafely(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith(keyStartOf(attempt)))
        answers.set(Number(key.slice(keyStartOf(attempt).length)), JSON.parse(`${value}`) as UnsentAnswer)
    }
  })
  return answers
}

/** Deletes answers of other attempts in this browser. */
export const deleteAnswersOfOtherAttempts = (attempt: AttemptRef): boolean =>
  trySafely(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('exam-answer:'))
    for (const key of keys) if (!key.startsWith(keyStartOf(attempt))) localStorage.removeItem(key)
  })
