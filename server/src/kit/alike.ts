// What several callers are told word for word alike, or one caller again: made once, checked once, written and packed once.
//
// That it is alike is said by whoever makes it, and told by its being the same object: nothing is looked up by what it
// holds, so nobody can be given what was made for somebody else.

/** As one caller sees them. `viewer` is 0 where nothing about this caller is in it, and then several hold this one. */
export type Seen<S> = { rows: readonly S[]; viewer: number }

type Make<S, P extends readonly unknown[], T> = (rows: readonly S[], viewer: number, ...parts: P) => T
type Made = { make: unknown; parts: readonly unknown[]; output: object }

const made = new WeakMap<object, Made>()
const alike = new WeakSet<object>()

/**
 * @param make is told for whom: nobody in particular, when the rows are alike for many; must be the same function each time
 * @param parts what else it uses
 * @returns the very same for all who hold the same rows and the same parts
 */
export function makeAlike<S, P extends readonly unknown[], T extends object>(
  seen: Seen<S>,
  make: Make<S, P, T>,
  ...parts: P
): T {
  const known = made.get(seen)
  if (known?.make === make && known.parts.every((part, i) => part === parts[i])) return known.output as T
  const output = make(seen.rows, seen.viewer, ...parts)
  made.set(seen, { make, parts, output })
  return tellAlike(output)
}

/** @param output is the same for whoever is given it */
export function tellAlike<T extends object>(output: T): T {
  alike.add(output)
  return output
}

/** It may be told again, word for word. */
export const isAlike = (output: unknown): output is object =>
  typeof output === 'object' && output !== null && alike.has(output)
