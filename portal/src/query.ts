// Query parsing. Invalid values count as absent, so that a wrong link still shows a page.
import { fail } from '@xinqiao/contract/errors.ts'

/** @returns the whole number if it is at least 1, or null */
export function readNumber(url: URL, name: string): number | null {
  const text = url.searchParams.get(name) ?? ''
  if (!/^[1-9]\d{0,15}$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** @throws Failure notFound, because the page requires an id */
export function requireId(url: URL): number {
  const id = readNumber(url, 'id')
  if (id === null) throw fail('notFound')
  return id
}

/** @returns the number of the chosen tab, or the first one */
export function readTab(url: URL, count: number): number {
  const tab = readNumber(url, 'tab')
  return tab !== null && tab <= count ? tab : 1
}
