// Finds watched words in a text, even with spaces, full-width letters or punctuation between the characters.
import type { WordAction } from '@xinqiao/contract/questions.ts'
import type { WatchWord } from '../records/review-store.ts'

const comparedCharacter = /[\p{L}\p{N}]/u

/** Normalises width and case, keeps only letters and digits, and records the original index of each character. */
function flattenText(text: string): { plain: string; offsets: number[] } {
  let plain = ''
  const offsets: number[] = []
  let offset = 0
  for (const character of text) {
    for (const part of character.normalize('NFKC').toLowerCase()) {
      if (!comparedCharacter.test(part)) continue
      plain += part
      for (let i = 0; i < part.length; i += 1) offsets.push(offset)
    }
    offset += character.length
  }
  return { plain, offsets }
}

export const plainWordOf = (word: string): string => flattenText(word).plain

export type WatchWordCheck = {
  /** The text, with each character of a masked word replaced. */
  text: string
  words: Record<WordAction, string[]>
}

export function checkWatchWords(text: string, watchWords: readonly WatchWord[]): WatchWordCheck {
  const { plain, offsets } = flattenText(text)
  const words: WatchWordCheck['words'] = { hold: [], mask: [], refuse: [], alert: [] }
  const hiddenPositions = new Set<number>()
  for (const { word, plain: plainWord, action } of watchWords) {
    let at = plainWord === '' ? -1 : plain.indexOf(plainWord)
    if (at >= 0) words[action].push(word)
    if (action !== 'mask') continue
    while (at >= 0) {
      for (let i = at; i < at + plainWord.length; i += 1) hiddenPositions.add(offsets[i]!)
      at = plain.indexOf(plainWord, at + 1)
    }
  }
  if (hiddenPositions.size === 0) return { text, words }
  let masked = ''
  let offset = 0
  for (const character of text) {
    masked += hiddenPositions.has(offset) ? '＊' : character
    offset += character.length
  }
  return { text: masked, words }
}
