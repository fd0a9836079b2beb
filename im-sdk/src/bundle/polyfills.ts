// Polyfills for the oldest supported browsers (im-sdk/README.md), and for APIs that exist only on https pages. Each is
// installed only where it is missing.
type PropertyValues = Record<string, unknown>

function polyfill(owner: object, name: string, value: unknown): void {
  if ((owner as PropertyValues)[name] === undefined)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}

/** Replaces `structuredClone`. Copies plain data only, because the SDK copies nothing else. */
function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element) => clone<unknown>(element)) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clone<unknown>(inner)])) as T
}

function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index)
    index += 1
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function canParse(url: string, base?: string): boolean {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

polyfill(globalThis, 'structuredClone', clone)
polyfill(crypto, 'randomUUID', randomUuid)
polyfill(Map, 'groupBy', groupBy)
polyfill(URL, 'canParse', canParse)
polyfill(Array.prototype, 'at', function at<T>(this: T[], index: number) {
  return this[index < 0 ? this.length + index : index]
})
polyfill(Array.prototype, 'toReversed', function toReversed<T>(this: T[]) {
  return this.map((_item, i) => this[this.length - 1 - i])
})
polyfill(Array.prototype, 'findLast', function findLast<T>(this: T[], isMatch: (item: T) => boolean) {
  return this.toReversed().find(isMatch)
})
