// Page numbers of a long list: the ends, the current page and its neighbours.

/** @returns page numbers in order, with `null` for a gap */
export function listVisiblePages(current: number, last: number): (number | null)[] {
  const shownPages = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  // a gap of one page would be no shorter than its number
  if (current - 1 === 3) shownPages.push(2)
  if (current + 1 === last - 2) shownPages.push(last - 1)
  const pages = [...new Set(shownPages)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? [null, page] : [page]))
}
