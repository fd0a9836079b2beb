// Hash table of runs of signs: finds the row of a run from the row of its beginning and the next sign. Rows and signs
// are packed into one number per entry, because maps of maps would need much more memory and time.
import { longestRun } from './features.ts'

/** Rows are numbered; -1 means none. A row after those with weights is only the beginning of a longer run. */
export type RunTable = {
  /** The row of a run of one sign. */
  rowOfSign: (sign: number) => number
  /** The row of a run that is one sign longer than the run of `row`. */
  rowAfter: (row: number, sign: number) => number
}

const signCount = 0x10000
/** An entry packs a row, the next sign, and the row of both: 18, 16 and 18 bits. */
const maxRows = 2 ** 18

const hashOfRun = (row: number, sign: number) => {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(sign, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

function createEntries(maxCount: number) {
  const mask = 2 ** Math.ceil(Math.log2(maxCount * 1.5)) - 1
  const entries = new Float64Array(mask + 1)
  return {
    rowAfter: (row: number, sign: number): number => {
      const key = row * signCount + sign
      for (let slot = hashOfRun(row, sign) & mask; ; slot = (slot + 1) & mask) {
        const entry = entries[slot]!
        if (entry === 0) return -1
        const found = Math.floor(entry / maxRows)
        if (found === key) return entry - found * maxRows
      }
    },
    insert: (row: number, sign: number, rowAfter: number): void => {
      let slot = hashOfRun(row, sign) & mask
      while (entries[slot] !== 0) slot = (slot + 1) & mask
      entries[slot] = (row * signCount + sign) * maxRows + rowAfter
    },
  }
}

const lengthOfRun = (runs: Uint16Array, at: number): number => (runs[at + 2] ? 3 : runs[at + 1] ? 2 : 1)

/**
 * @param runs code units, `longestRun` for each run; a shorter run ends with zeros
 * @param firstRow the row of the first run; the others follow. Beginnings that are no runs get rows after all of them.
 */
export function createRunTable(runs: Uint16Array, firstRow: number): RunTable {
  const count = runs.length / longestRun
  const entries = createEntries(count)
  const rowsOfSigns = new Int32Array(signCount).fill(-1)
  let unweighed = firstRow + count
  const starts = Array.from({ length: count }, (_, run) => run * longestRun)
  const startsByLength = Map.groupBy(starts, (at) => lengthOfRun(runs, at))
  // shorter runs first, because the row of a longer one follows the row of its beginning
  for (const at of [1, 2, 3].flatMap((length) => startsByLength.get(length) ?? [])) {
    const last = lengthOfRun(runs, at) - 1
    let row = -1
    for (let i = 0; i <= last; i++) {
      const sign = runs[at + i]!
      const known = i === 0 ? rowsOfSigns[sign]! : entries.rowAfter(row, sign)
      const next = i === last ? firstRow + at / longestRun : known === -1 ? unweighed++ : known
      if (known === -1 && i === 0) rowsOfSigns[sign] = next
      else if (known === -1) entries.insert(row, sign, next)
      row = next
    }
  }
  if (unweighed > maxRows) throw new RangeError(`${unweighed} rows, but at most ${maxRows} can be told apart`)
  return { rowOfSign: (sign) => rowsOfSigns[sign]!, rowAfter: entries.rowAfter }
}
