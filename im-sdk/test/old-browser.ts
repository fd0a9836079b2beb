// An engine as old as the oldest browsers that the script supports (im-sdk/README.md).
import vm from 'node:vm'
import type * as Sdk from '../src/index.ts'

/** Built-ins of the language that Chromium 76, Safari 13 or Firefox 78 lacks. */
export const newerBuiltIns: Record<string, readonly string[]> = {
  Array: ['fromAsync'],
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength', 'resize'],
  Map: ['groupBy'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy', 'hasOwn'],
  'Object.getPrototypeOf(Int8Array.prototype)': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'with'],
  'Object.getPrototypeOf(Object.getPrototypeOf([].values()))': [
    ...['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
  ],
  Promise: ['any', 'try', 'withResolvers'],
  RegExp: ['escape'],
  'Set.prototype': [
    ...['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  ],
  'String.prototype': ['at', 'isWellFormed', 'replaceAll', 'toWellFormed'],
  globalThis: ['AggregateError', 'BigInt', 'FinalizationRegistry', 'Iterator', 'WeakRef'],
}

const host = {
  clearInterval,
  clearTimeout,
  setInterval,
  setTimeout,
  Blob,
  TextDecoder,
  TextEncoder,
  URLSearchParams,
  WebSocket,
  AbortController,
  Response,
  atob,
  console,
  fetch,
  performance,
  queueMicrotask,
}
export type HostName = keyof typeof host

/**
 * Loads the script.
 * @param missing other names that the browser lacks
 */
export function loadScript(script: string, missing: readonly HostName[] = []): typeof Sdk {
  const globals = vm.createContext({
    ...Object.fromEntries(Object.entries(host).filter(([name]) => !(missing as readonly string[]).includes(name))),
    crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) },
    URL: Object.assign(class extends URL {}, { canParse: undefined }),
  })
  for (const [owner, names] of Object.entries(newerBuiltIns))
    vm.runInContext(`for (const name of ${JSON.stringify(names)}) delete (${owner})[name]`, globals)
  vm.runInContext(script, globals)
  return vm.runInContext('SDK', globals) as typeof Sdk
}
