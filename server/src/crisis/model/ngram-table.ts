// Hash table of runs of characters: finds the row of a run from the row of its beginning and the next character. Rows
// and characters are packed into one number per entry, because maps of maps would need much more memory and time.
import { longestRun } from '../reading/features.ts'

/** Rows are numbered; -1 means none. A row after those with weights is only the beginning of a longer run. */
export type NgramTable = {
  /** The row of a run of one character. */
  rowOfCharacter: (character: number) => number
  /** The row of a run that is one character longer than the run of `row`. */
  rowAfter: (row: number, character: number) => number
}

const characterCount = 0x10000
/** An entry packs a row, the next character, and the row of both: 18, 16 and 18 bits. */
const maxRows = 2 ** 18

const hashOfRun = (row: number, character: number) => {
  const hash = Math.imul(row, 0x9e3779b1) ^ Math.imul(character, 0x85ebca6b)
  return (hash ^ (hash >>> 15)) >>> 0
}

function createEntries(maxCount: number) {
  const mask = 2 ** Math.ceil(Math.log2(maxCount * 1.5)) - 1
  const entries = new Float64Array(mask + 1)
  return {
    rowAfter: (row: number, character: number): number => {
      const key = row * characterCount + character
      for (let slot = hashOfRun(row, character) & mask; ; slot = (slot + 1) & mask) {
        const entry = entries[slot]!
        if (entry === 0) return -1
        const storedKey = Math.floor(entry / maxRows)
        if (storedKey === key) return entry - storedKey * maxRows
      }
    },
    insert: (row: number, character: number, rowAfter: number): void => {
      let slot = hashOfRun(row, character) & mask
      while (entries[slot] !== 0) slot = (slot + 1) & mask
      entries[slot] = (row * characterCount + character) * maxRows + rowAfter
    },
  }
}

const lengthOfRun = (runs: Uint16Array, at: number): number => (runs[at + 2] ? 3 : runs[at + 1] ? 2 : 1)

/**
 * @param runs code units, `longestRun` for each run; a shorter run ends with zeros
 * @param firstRow the row of the first run; the others follow. Beginnings that are no runs get rows after all of them.
 */
export function createNgramTable(runs: Uint16Array, firstRow: number): NgramTable {
  const count = runs.length / longestRun
  const entries = createEntries(count)
  const rowsOfCharacters = new Int32Array(characterCount).fill(-1)
  let unweighed = firstRow + count
  const starts = Array.from({ length: count }, (_, run) => run * longestRun)
  const startsByLength = Map.groupBy(starts, (at) => lengthOfRun(runs, at))
  // shorter runs first, because the row of a longer one follows the row of its beginning
  for (const at of [1, 2, 3].flatMap((length) => startsByLength.get(length) ?? [])) {
    const last = lengthOfRun(runs, at) - 1
    let row = -1
    for (let i = 0; i <= last; i++) {
      const character = runs[at + i]!
      const nextRow = i === 0 ? rowsOfCharacters[character]! : entries.rowAfter(row, character)
      const next = i === last ? firstRow + at / longestRun : nextRow === -1 ? unweighed++ : nextRow
      if (nextRow === -1 && i === 0) rowsOfCharacters[character] = next
      else if (nextRow === -1) entries.insert(row, character, next)
      row = next
    }
  }
  if (unweighed > maxRows) throw new RangeError(`${unweighed} rows, but at most ${maxRows} can be told apart`)
  return { rowOfCharacter: (character) => rowsOfCharacters[character]!, rowAfter: entries.rowAfter }
}
