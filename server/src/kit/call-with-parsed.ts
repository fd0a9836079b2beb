// Calls a function that was looked up by a name: a handler, or a function of a definition.

/**
 * The type of a looked-up function accepts no input, since each name has another one.
 * @param input parsed by the schema of the same name, so that it fits at runtime
 */
export const callWithParsed = <Rest extends readonly unknown[], Output>(
  call: (input: never, ...rest: Rest) => Output,
  input: unknown,
  ...rest: Rest
): Output => call(input as never, ...rest)
