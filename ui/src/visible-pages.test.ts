// Tests of the page numbers under a list: ends and neighbours, and no gap of a single page.
import { expect, test } from 'vitest'
import { listVisiblePages } from './visible-pages.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [6, 9, [1, null, 5, 6, 7, 8, 9]],
  [9, 9, [1, null, 8, 9]],
])('lists the pages around page %i of %i', (current, last, expected) => {
  expect(listVisiblePages(current, last)).toEqual(expected)
})

test('hides at least two pages in every gap', () => {
  for (let last = 1; last <= 30; last++) {
    for (let current = 1; current <= last; current++) {
      const pages = listVisiblePages(current, last)
      pages.forEach((page, index) => {
        if (page === null) expect((pages[index + 1] ?? 0) - (pages[index - 1] ?? 0)).toBeGreaterThan(2)
      })
    }
  }
})
