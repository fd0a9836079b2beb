// The time until a limit of frequency allows the next try.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'

/** @returns seconds to wait after this error; 0 when it is not about a limit of frequency */
export const waitSecondsOf = (error: unknown): number =>
  error instanceof ImFailure && error.code === imErrors.tooOften.code ? (error.data as { seconds: number }).seconds : 0
