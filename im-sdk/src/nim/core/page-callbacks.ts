// Calls functions of the page. An exception of the page is logged, appears later in the console as an uncaught
// exception, and has no effect on the SDK.

type AnyFunction = (...args: never[]) => unknown

/**
 * Calls a function of the page.
 * @returns undefined when it throws
 */
export function callPage<Args extends unknown[], Result>(
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

/**
 * The input of a method: a callback, or options with callbacks such as `done`. A `done` that is no function counts as
 * not set, and so does null, which pages pass for options that they do not have. Other input is returned unchanged.
 */
export function isolateCallbacks<Input>(input: Input, onThrow: (error: unknown) => void): Input {
  const isolate =
    (callback: AnyFunction, owner?: object) =>
    (...args: never[]) =>
      callPage((...all: never[]) => callback.apply(owner, all), args, onThrow)
  if (isFunction(input)) return isolate(input) as Input
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const changes = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (isFunction(value)) return [[name, isolate(value, input)]]
    return value === null || name === 'done' ? [[name, undefined]] : []
  })
  return changes.length > 0 ? { ...input, ...Object.fromEntries(changes) } : input
}
