// Reads from an error of the rate limit how long the caller has to wait.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'

/** @returns seconds to wait before the next try; 0 for any error but that of the rate limit */
export const waitSecondsOf = (error: unknown): number =>
  error instanceof ImFailure && error.code === imErrors.tooOften.code ? (error.data as { seconds: number }).seconds : 0
