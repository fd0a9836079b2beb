// Calls functions of the page. An exception of the page is logged, appears later in the console as an uncaught
// exception, and has no effect on the SDK.

type AnyFunction = (...args: never[]) => unknown

/**
 * Calls a function of the page.
 * @returns undefined when it throws
 */
export function callPageCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
  args: Args,
  onThrow?: (error: unknown) => void,
): Result | undefined {
  try {
    return callback(...args)
  } catch (error) {
    onThrow?.(error)
    setTimeout(() => {
      throw error
    })
    return undefined
  }
}

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function'

/** Old pages read their options from `done`, after an error and where there is no other result. */
const passOptions =
  (done: AnyFunction, options: object, mayBeNull: boolean) =>
  (error: unknown, data: unknown, ...others: unknown[]): unknown => {
    const { done: _done, ...passed } = options as { done?: unknown }
    const isNothing = data === undefined || (data === null && !mayBeNull)
    return done.apply(options, [error, isNothing ? passed : data, ...others] as never[])
  }

/**
 * The input of a method: a callback, or options with callbacks such as `done`. A `done` that is no function counts as
 * not set, and so does null, which pages pass for options that they do not have. Other input is returned unchanged.
 * @param mayBeNull true when null is a result: nothing was found
 */
export function isolateCallbacks<Input>(input: Input, onThrow: (error: unknown) => void, mayBeNull = false): Input {
  const isolate =
    (callback: AnyFunction, owner?: object) =>
    (...args: never[]) =>
      callPageCallback((...all: never[]) => callback.apply(owner, all), args, onThrow)
  if (isFunction(input)) return isolate(input) as Input
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const changes = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (isFunction(value))
      return [[name, isolate(name === 'done' ? passOptions(value, input, mayBeNull) : value, input)]]
    return value === null || name === 'done' ? [[name, undefined]] : []
  })
  return changes.length > 0 ? { ...input, ...Object.fromEntries(changes) } : input
}
