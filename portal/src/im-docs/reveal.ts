// Finds entries in the document of the developer documentation, and opens the sections around them.

export type DocsEntry = { id: string; name: string; section: string }

const foldsSelector = '.im-docs details'

/** Entries whose name contains the query, the best first, then those whose text contains it. */
export function findEntries(query: string): DocsEntry[] {
  const searchText = query.trim().toLowerCase()
  const places: DocsEntry[][] = [[], [], [], []]
  for (const node of document.querySelectorAll('.im-docs [data-entry]')) {
    const name = node.textContent
    const lower = name.toLowerCase()
    const position = lower.indexOf(searchText)
    const isInText = node.closest('tr')?.textContent.toLowerCase().includes(searchText) ?? false
    const place = lower === searchText ? 0 : position === 0 ? 1 : position > 0 ? 2 : isInText ? 3 : null
    if (place === null) continue
    const section = node.closest('section')?.querySelector(':is(h2, h3)')?.textContent ?? ''
    places[place]!.push({ id: node.id, name, section })
  }
  return places.flat()
}

/** Opens the sections around the part that the address names, and scrolls to it. */
export function revealTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.querySelector(`#${CSS.escape(id)}`)
  if (!target?.closest('.im-docs')) return
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  target.scrollIntoView()
}

/** Wide screens have room for the names of all methods. */
export function openNames(): void {
  if (matchMedia('(width >= 64rem)').matches) document.querySelector<HTMLDetailsElement>('.im-docs-names')!.open = true
}

/**
 * Opens all sections while the page is printed.
 * @returns a function that ends this
 */
export function openForPrint(): () => void {
  let closedFolds: HTMLDetailsElement[] = []
  const open = () => {
    closedFolds = [...document.querySelectorAll<HTMLDetailsElement>(`${foldsSelector}:not([open])`)]
    for (const fold of closedFolds) fold.open = true
  }
  const close = () => closedFolds.forEach((fold) => (fold.open = false))
  addEventListener('beforeprint', open)
  addEventListener('afterprint', close)
  return () => {
    removeEventListener('beforeprint', open)
    removeEventListener('afterprint', close)
  }
}
