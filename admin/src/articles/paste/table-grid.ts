// Visible cells of a pasted table: hidden rows and columns of a spreadsheet are removed.
import { isHidden, readStyle } from './markup.ts'

export type GridCell = { element: Element; colspan: number; rowspan: number }

const maxSpan = 100

const readSpan = (element: Element, name: string): number => {
  const span = Number(element.getAttribute(name) ?? 1)
  return Number.isInteger(span) && span > 1 ? Math.min(span, maxSpan) : 1
}

const isZero = (size: string | null | undefined) => /^0(?:px|pt)?$/.test(size?.trim() ?? '')

/** Spreadsheets hide by `display: none`, by a height or width of 0, or by `visibility: collapse`. */
function isCollapsed(element: Element, side: 'width' | 'height'): boolean {
  const style = readStyle(element)
  return (
    isHidden(element) || isZero(element.getAttribute(side)) || isZero(style[side]) || style['visibility'] === 'collapse'
  )
}

function findHiddenColumns(table: Element): Set<number> {
  const hiddenColumns = new Set<number>()
  let at = 0
  for (const column of table.querySelectorAll('col')) {
    if (column.closest('table') !== table) continue
    for (let span = readSpan(column, 'span'); span > 0; span -= 1, at += 1)
      if (isCollapsed(column, 'width')) hiddenColumns.add(at)
  }
  return hiddenColumns
}

/** @returns visible rows with their visible cells; a merged cell spans only its visible part */
export function listVisibleRows(table: Element): GridCell[][] {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const hiddenColumns = findHiddenColumns(table)
  const hiddenRows = rows.map((row) => isCollapsed(row, 'height'))
  const taken = rows.map(() => new Set<number>())
  const grid = rows.map((): GridCell[] => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const element of row.children) {
      while (taken[y]!.has(x)) x += 1
      const [width, height] = [readSpan(element, 'colspan'), Math.min(readSpan(element, 'rowspan'), rows.length - y)]
      const columns = Array.from({ length: width }, (_, i) => x + i)
      const lines = Array.from({ length: height }, (_, i) => y + i)
      for (const line of lines) for (const column of columns) taken[line]!.add(column)
      const shownLines = lines.filter((line) => !hiddenRows[line])
      const colspan = columns.filter((column) => !hiddenColumns.has(column)).length
      if (shownLines.length > 0 && colspan > 0 && !isHidden(element))
        grid[shownLines[0]!]!.push({ element, colspan, rowspan: shownLines.length })
      x += width
    }
  }
  return grid.filter((_, y) => !hiddenRows[y] && rows[y]!.children.length > 0)
}
