// Order of questions and options of an attempt. It depends only on the attempt's seed, so it is the same on every node,
// after every restart, and for a later review.
import { optionLetterOf } from '@xinqiao/contract/exams.ts'

/** Mulberry32: deterministic on every platform; its 32 bits of state suffice for an order. */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns the list in another order (Fisher-Yates shuffle). */
export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const shuffledList = [...list]
  for (let i = shuffledList.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const option = shuffledList[i]!
    shuffledList[i] = shuffledList[j]!
    shuffledList[j] = option
  }
  return shuffledList
}

const indexOfLetter = (letter: string) => letter.codePointAt(0)! - 65

/** `fixed`: letters of options that keep their position. */
export type OptionList = { count: number; fixed: string }

export const optionListOf = (question: { options: string[]; fixed_options: string }): OptionList => ({
  count: question.options.length,
  fixed: question.fixed_options,
})

/** Maps the index of an option on the screen to its index in the bank. */
export function orderOptions(seed: number, num: number, { count, fixed }: OptionList, isShuffled: boolean): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (!isShuffled) return indexes
  const staying = new Set(fixed.split('').map(indexOfLetter))
  const moving = indexes.filter((index) => !staying.has(index))
  const shuffledIndexes = shuffle(moving, createSeededRandom(seed ^ Math.imul(num, 0x9e3779b1)))
  return indexes.map((index) => (staying.has(index) ? index : shuffledIndexes.shift()!))
}

const sortLetters = (letters: string[]) => letters.sort().join('')

/** Converts letters of the screen, `A,C`, to letters of the bank, `BD`. */
export const toBankLetters = (letters: readonly string[], order: readonly number[]): string =>
  sortLetters(letters.map((letter) => optionLetterOf(order[indexOfLetter(letter)]!)))

/** Converts letters of the bank to letters of the screen, joined by commas as on the wire. */
export const toScreenLetters = (letters: string, order: readonly number[]): string =>
  letters
    .split('')
    .map((letter) => optionLetterOf(order.indexOf(indexOfLetter(letter))))
    .sort()
    .join(',')
