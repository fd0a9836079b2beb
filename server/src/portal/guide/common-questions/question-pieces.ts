// Cuts a question into pieces, whose weights tell which common question it asks.
import { toSimplified } from '@xinqiao/contract/simplified-characters.ts'
import { extractMarks } from '../words/synonyms.ts'

const longestPiece = 3
const maxLength = 120

/** Runs of up to three characters with their borders, pairs around a character, and synonyms. */
export function listPieces(question: string): string[] {
  const text = toSimplified(question.normalize('NFKC').toLowerCase()).slice(0, maxLength)
  const pieces = new Set(extractMarks(text).marks)
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = ['^', ...Array.from(word), '$']
    for (let at = 0; at < letters.length; at++) {
      for (let length = 1; length <= longestPiece; length++) pieces.add(letters.slice(at, at + length).join(''))
      if (at + 2 < letters.length) pieces.add(`${letters[at]}_${letters[at + 2]}`)
    }
  }
  return [...pieces]
}
