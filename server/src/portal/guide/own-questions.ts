// Common questions that the association has written, beside the built-in ones.
import type { SearchDocument } from './search-documents.ts'
import { toLetters } from './terms.ts'

export const isOwn = ({ ownWordings }: SearchDocument): boolean => ownWordings !== undefined

/** True for a question in the very words of the document's question or of another way to ask it. */
export const isAskedExactly = ({ ownWordings = [] }: SearchDocument, question: string): boolean => {
  const letters = toLetters(question)
  return letters !== '' && ownWordings.some((wording) => wording === letters)
}

type RankedText = { document: SearchDocument }

/**
 * Puts questions of the association before built-in ones that fit the question equally or worse. Texts that protect
 * people stay before them.
 * @param fit how well the words of a common question fit; null for other texts
 */
export function putOwnFirst<Text extends RankedText>(
  texts: readonly Text[],
  fit: (text: Text) => number | null,
): Text[] {
  const moveUp = (list: Text[], own: Text): Text[] => {
    const afterUrgent = list.findLastIndex(({ document }) => document.isUrgent) + 1
    const ownFit = fit(own) ?? 0
    const place = list.findIndex((text) => !isOwn(text.document) && (fit(text) ?? Infinity) <= ownFit)
    const from = list.indexOf(own)
    const to = Math.max(afterUrgent, place)
    return place < 0 || to >= from ? list : list.toSpliced(from, 1).toSpliced(to, 0, own)
  }
  return texts
    .filter(({ document }) => isOwn(document))
    .toReversed()
    .reduce(moveUp, [...texts])
}
