// Reading a query: what a page does not understand counts as absent, so an odd link still shows something.
import { fail } from '@xinqiao/contract/errors.ts'

/** @returns the whole number from 1 on, or null */
export function readNumber(url: URL, name: string): number | null {
  const text = url.searchParams.get(name) ?? ''
  if (!/^[1-9]\d{0,15}$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** @throws Failure notFound, since a page about one thing is nothing without its id */
export function requireId(url: URL): number {
  const id = readNumber(url, 'id')
  if (id === null) throw fail('notFound')
  return id
}

/** @returns the chosen tab's number, the first one when absent or unknown */
export function readTab(url: URL, count: number): number {
  const tab = readNumber(url, 'tab')
  return tab !== null && tab <= count ? tab : 1
}
