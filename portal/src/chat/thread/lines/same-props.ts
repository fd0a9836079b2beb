// Compares the props of a component that is rendered for each of many rows.

/**
 * True when both have equal values: callbacks count as equal, because they are new but equivalent at each rendering;
 * objects are equal when their own values are the same.
 */
export function hasSameProps<Props extends object>(before: Props, now: Props): boolean {
  const names = Object.keys(now) as (keyof Props)[]
  return names.length === Object.keys(before).length && names.every((name) => isSame(before[name], now[name]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')) return true
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(b)
  return names.length === Object.keys(a).length && names.every((name) => Object.is(a[name], b[name]))
}
