// Common questions that the association has written, beside the built-in ones.
import type { SearchDocument } from '../documents/search-documents.ts'
import { listTerms, toLetters } from '../words/terms.ts'

export const isOwn = ({ ownWordings }: SearchDocument): boolean => ownWordings !== undefined

/** True for a question in the very words of the document's question or of another way to ask it. */
export const isAskedExactly = ({ ownWordings = [] }: SearchDocument, question: string): boolean => {
  const letters = toLetters(question)
  return letters !== '' && ownWordings.some((wording) => wording === letters)
}

const maxCandidates = 20

/**
 * Indexes the questions of the association by their words. Only the few that share the most words with what a visitor
 * asks are ranked, because ranking all of them takes too long.
 */
export function createOwnIndex(documents: readonly SearchDocument[]) {
  const placesByTerm = new Map<string, number[]>()
  for (const [place, document] of documents.entries()) {
    const terms = [document.titleWords, ...document.passages].flatMap((text) => [...listTerms(text)])
    for (const term of new Set(terms)) placesByTerm.set(term, [...(placesByTerm.get(term) ?? []), place])
  }
  return {
    has: (term: string): boolean => placesByTerm.has(term),
    /** @param isChosen true for a document that is chosen in any case */
    select(weights: ReadonlyMap<string, number>, isChosen: (document: SearchDocument) => boolean): SearchDocument[] {
      const values = documents.map(() => 0)
      for (const [term, weight] of weights) for (const place of placesByTerm.get(term) ?? []) values[place]! += weight
      const best = [...documents.keys()].filter((place) => values[place]! > 0)
      const candidates = best.toSorted((a, b) => values[b]! - values[a]!).slice(0, maxCandidates)
      const bestDocuments = candidates.map((place) => documents[place]!)
      return [...new Set([...documents.filter(isChosen), ...bestDocuments])]
    },
  }
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
