// Tests that changed words of a legal text have a version of their own, and that readers see what changed.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type LegalText, privacyPolicy, userAgreement } from './legal.texts.ts'

/** Digests of the words by date. Changed words need a new date in `versions.texts.ts` and a new line here. */
const digests: Record<string, Readonly<Record<string, string>>> = {
  [privacyPolicy.title]: { '2026-11-30': '7eb5cf69dc8dd2e4' },
  [userAgreement.title]: { '2026-11-30': '2b4159ec271c8f00' },
}
const digestOf = ({ lead, sections }: LegalText): string =>
  createHash('sha256')
    .update(JSON.stringify([lead, sections]))
    .digest('hex')
    .slice(0, 16)

test.each([privacyPolicy, userAgreement])('dates the words of $title', (text) => {
  expect(digestOf(text)).toBe(digests[text.title]?.[text.versions[0].date])
})

test.each([privacyPolicy, userAgreement])(
  'lists the versions of $title from the newest, with their changes',
  (text) => {
    const dates = text.versions.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort().toReversed())
    expect(Object.keys(digests[text.title]!).every((date) => dates.includes(date))).toBe(true)
    for (const { date, changes } of text.versions) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(changes.join('')).not.toBe('')
    }
  },
)
