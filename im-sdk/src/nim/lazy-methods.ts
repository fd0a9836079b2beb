// Methods whose code is loaded on the first use of one of them. They answer through `done`.
import { coerceOptions, findDone, invokeMethod } from './core/answer-call.ts'
import { passResult } from './core/done-callback.ts'

/** @param load the methods; a failed download is reported to `done`, and repeated by the next call */
export function createLazyMethods<Groups extends object>(
  names: readonly string[],
  load: () => Promise<Groups>,
): Groups {
  const callLazyMethod = (name: string, input: readonly unknown[]): Promise<unknown> =>
    load().then((groups) => invokeMethod(name, groups[name as keyof Groups] as (...input: never[]) => unknown, input))
  const createMethod =
    (name: string) =>
    (...input: unknown[]): unknown => {
      const done = findDone(input)
      // the code that reads the options may not be there yet
      const answer = callLazyMethod(name, input.map(coerceOptions))
      if (!done) return answer
      // methods of calls return their result, and others pass it to `done`
      void passResult(answer, (result) => result !== undefined && done(null, result), done)
      return undefined
    }
  return Object.fromEntries(names.map((name) => [name, createMethod(name)])) as Groups
}
