// The clock of the process, moved for tests. Timers and the database keep theirs.
import { vi } from 'vitest'

const readRealTime = Date.now.bind(Date)

/** Moves `Date.now` from the real time until the end of the test, or until `mockRestore` of the result. */
export const advanceClock = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => readRealTime() + ms)
