// Sums the rows of weights that belong to the features of a text. Reading these rows from memory takes most of the
// detector's time. Four weights therefore share a 32-bit word, so that a row fits into one cache line of 64 bytes.

/** The number of hidden values, and so of the weights of a row. */
export const hiddenCount = 60
/** Weights are whole numbers from `-largestWeight` to `largestWeight`. */
export const largestWeight = 15
const weightWords = hiddenCount / 4
/** Words of a row in memory: its weights, and the number of the last text that had the row. */
const rowWords = weightWords + 1
/** Raises each weight, so that no part of a word is negative. */
const offset = largestWeight
/** The number of rows whose sum fits into a quarter of a word. */
const maxSummed = 8

function packRows(weights: Int8Array, rowCount: number): Int32Array {
  const words = new Int32Array(rowCount * rowWords)
  for (let row = 0; row < rowCount; row++)
    for (let i = 0; i < weightWords; i++) {
      let word = 0
      for (let part = 3; part >= 0; part--) word = (word << 8) | (weights[row * hiddenCount + 4 * i + part]! + offset)
      words[row * rowWords + i] = word
    }
  return words
}

export function createRowSums(weights: Int8Array) {
  const rowCount = weights.length / hiddenCount
  const words = packRows(weights, rowCount)
  const wordSums = new Int32Array(weightWords)
  const sums = new Int32Array(hiddenCount)
  let textNumber = 0
  let count = 0
  let steps = 0
  const addWordSums = () => {
    for (let i = 0; i < weightWords; i++) {
      const word = wordSums[i]!
      sums[4 * i]! += word & 0xff
      sums[4 * i + 1]! += (word >>> 8) & 0xff
      sums[4 * i + 2]! += (word >>> 16) & 0xff
      sums[4 * i + 3]! += word >>> 24
    }
    wordSums.fill(0)
  }
  return {
    beginText: (): void => {
      textNumber++
      sums.fill(0)
      count = steps = 0
    },
    /** Adds the weights of a row. A row counts once per text; one without weights only counts as a step. */
    add: (row: number): void => {
      steps++
      if (row < 0 || row >= rowCount) return
      const at = row * rowWords
      if (words[at + weightWords] === textNumber) return
      words[at + weightWords] = textNumber
      count++
      for (let i = 0; i < weightWords; i++) wordSums[i]! += words[at + i]!
      if (count % maxSummed === 0) addWordSums()
    },
    /** The sum of each weight; the next text overwrites the array. `count` is the number of rows. */
    endText: (): { sums: Int32Array; count: number; steps: number } => {
      addWordSums()
      for (let i = 0; i < hiddenCount; i++) sums[i]! -= offset * count
      return { sums, count, steps }
    },
  }
}
