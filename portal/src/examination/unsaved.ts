// Answers that the server does not have yet, kept in this browser under one key each, so that two tabs never overwrite
// each other's. They go when the server has them.
export type Given = { answer: string; at: number }
export type Attempt = { userId: number; testId: number; attempt: number }

const start = ({ userId, testId, attempt }: Attempt) => `exam-answer:${userId}:${testId}:${attempt}:`

/** Storage may be full or forbidden: then the answer lives as long as the page. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // nothing to be done about it, and the answer is on its way to the server anyway
  }
}

export const keepUnsaved = (attempt: Attempt, num: number, given: Given): void =>
  quietly(() => localStorage.setItem(start(attempt) + num, JSON.stringify(given)))

/** Unless somebody has answered it anew meanwhile. */
export const dropUnsaved = (attempt: Attempt, num: number, at: number): void =>
  quietly(() => {
    const key = start(attempt) + num
    const kept = localStorage.getItem(key)
    if (kept && (JSON.parse(kept) as Given).at <= at) localStorage.removeItem(key)
  })

export function readUnsaved(attempt: Attempt): Map<number, Given> {
  const found = new Map<number, Given>()
  quietly(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith(start(attempt)))
        found.set(Number(key.slice(start(attempt).length)), JSON.parse(`${value}`) as Given)
    }
  })
  return found
}

/** What other attempts have left behind on this browser. */
export const dropOthers = (attempt: Attempt): void =>
  quietly(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('exam-answer:'))
    for (const key of keys) if (!key.startsWith(start(attempt))) localStorage.removeItem(key)
  })
