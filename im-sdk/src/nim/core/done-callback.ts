// Passes results of promises to the callbacks of a page.
import { toFailure } from './answer-call.ts'
import type { DoneCallback } from './options.ts'

/** Passes the result of a promise to callbacks that do not throw. */
export async function passResult<T>(
  work: Promise<T>,
  onSuccess: (data: T) => void,
  onFailure: (error: Error) => void,
): Promise<void> {
  let data: T
  try {
    data = await work
  } catch (error) {
    return onFailure(toFailure(error))
  }
  onSuccess(data)
}

/** Passes the result of `work` to the callback of a method. */
export const callDone = <T>(done: DoneCallback<T> | undefined, work: () => Promise<T>): void =>
  void passResult(
    work(),
    (data) => done?.(null, data),
    (error) => done?.(error),
  )
