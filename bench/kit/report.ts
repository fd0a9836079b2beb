// Report of a benchmark: a table with figure, target and reference, and a verdict.

type ClaimVerdict = { name: string; claim: string; met: boolean }

const verdicts: ClaimVerdict[] = []

/** The median, because it resists outliers of a shared machine. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export const formatNumber = (value: number, digits = 1): string => value.toFixed(digits)
export const formatKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

/** Chinese characters are two columns wide. */
const measureWidth = (text: string) => text.length + text.replace(/[^\u2e80-\uffef]/g, '').length

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, i) => Math.max(measureWidth(name), ...rows.map((row) => measureWidth(row[i] ?? ''))))
  const formatLine = (cells: readonly string[]) =>
    `  ${cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - measureWidth(cell))).join('   ')}`.trimEnd()
  console.log(formatLine(head))
  console.log(formatLine(widths.map((wide) => '-'.repeat(wide))))
  for (const row of rows) console.log(formatLine(row))
  console.log('')
}

export const printNote = (text: string): void => console.log(`  ${text}\n`)

/** @returns the verdict for the table's last column */
export function judge(name: string, claim: string, met: boolean): string {
  verdicts.push({ name, claim: claim, met })
  return met ? 'met' : 'MISSED'
}

/** Formats a count, such as `3 of 4`. */
export function countMet(name: string): string {
  const own = verdicts.filter((verdict) => verdict.name === name)
  return `${own.filter((verdict) => verdict.met).length} of ${own.length}`
}

/** @returns the number of missed targets */
export function printVerdicts(): number {
  const missed = verdicts.filter((verdict) => !verdict.met)
  console.log(`\n${verdicts.length - missed.length} targets met, ${missed.length} missed`)
  for (const { name, claim } of missed) console.log(`  MISSED ${name}: ${claim}`)
  return missed.length
}
