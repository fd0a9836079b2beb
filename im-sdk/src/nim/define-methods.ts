/** Adds methods to a prototype as a class body does: replaceable and not enumerable. */
export function defineMethods(prototype: object, methods: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
}

/** A method, which also accepts only the callback where it requires no options. */
type WithBareCallback<Method> = Method extends (options: infer Options) => infer Result
  ? object extends NonNullable<Options>
    ? NonNullable<Options> extends { done?: infer Done }
      ? Method & ((done: NonNullable<Done>) => Result)
      : Method
    : Method
  : Method
export type WithBareCallbacks<Methods> = { [Name in keyof Methods]: WithBareCallback<Methods[Name]> }
