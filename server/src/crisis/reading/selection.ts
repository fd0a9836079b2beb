// Selects the units of a long text that are read: those with words of a crisis, wherever they are. The search for such
// words is much cheaper than the reading.
import { countCrisisWords } from './features.ts'
import { needsOnlyPunctuation } from './normalise.ts'
import { normaliseUnit, type TextUnit } from './units.ts'

/** A text of up to this number of units is read completely. */
const maxUnits = 1_500
/** Units at the beginning and at the end that are read in any case, because danger may have no such word. */
const firstUnits = 380
const lastUnits = 20
/** So many characters of the other units are read. */
const maxSelectedLength = 40_000

/** Words of a crisis and hidden spellings of a unit, up to a maximum. Most units need not be normalised for this. */
export function countCrisisHits(unit: TextUnit, maxCount: number): number {
  if (needsOnlyPunctuation(unit.text)) return countCrisisWords(unit.text, maxCount)
  const { text, hidden } = normaliseUnit(unit)
  return Math.min(maxCount, hidden + countCrisisWords(text, maxCount))
}

const maxHits = 4

/** Selects the first and last units and those with most hits; ties keep their order. `steps` measures the work. */
export function selectUnits(units: readonly TextUnit[]): { units: readonly TextUnit[]; steps: number } {
  if (units.length <= maxUnits) return { units, steps: 0 }
  const lastAlone = units.findLastIndex(({ isJoined }) => !isJoined)
  const isAtEdge = (i: number) => i < firstUnits || (i > lastAlone - lastUnits && i <= lastAlone)
  const selectedUnits = units.filter((_, i) => isAtEdge(i))
  const byHits = Array.from({ length: maxHits + 1 }, (): TextUnit[] => [])
  for (const [i, unit] of units.entries()) if (!isAtEdge(i)) byHits[countCrisisHits(unit, maxHits)]!.push(unit)
  let length = 0
  for (const unit of byHits.slice(1).toReversed().flat()) {
    length += unit.text.length
    if (length > maxSelectedLength || selectedUnits.length >= maxUnits) break
    selectedUnits.push(unit)
  }
  return { units: selectedUnits, steps: units.reduce((sum, { text }) => sum + text.length, 0) }
}
