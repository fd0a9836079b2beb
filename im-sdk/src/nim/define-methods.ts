/** Adds methods to a prototype as a class body does: replaceable and not enumerable. */
export function defineMethods(prototype: object, methods: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
}
