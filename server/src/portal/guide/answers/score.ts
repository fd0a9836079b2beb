// How well a text fits a question.
import { termsOf } from '../documents/document-terms.ts'
import { commonName, type SearchDocument } from '../documents/search-documents.ts'
import type { TermLookup } from '../words/terms.ts'

/** Factors by which common questions come before articles, and articles before questions of others. */
const weightOfCommon = 1.15
const weightOfOthers = 0.7
const titleWeight = 1.6
/** A title that has nearly all words of the question is the question itself. */
const shareOfWholeTitle = 0.95
const weightOfWholeTitle = 2

/** How much each word of a question counts. */
export type Weights = ReadonlyMap<string, number>

export function sumWeights(weights: Weights, terms: TermLookup): number {
  let sum = 0
  for (const [term, weight] of weights) if (terms.has(term)) sum += weight
  return sum
}

export type RatedPassage = { passage: string; value: number }
export type RankedDocument = {
  document: SearchDocument
  passages: readonly RatedPassage[]
  score: number
  coverage: number
  /** Words of the question in title and best passage. */
  hits: number
}

/** Words in title and best passage together decide whether the text is an answer. */
export function scoreDocument(document: SearchDocument, weights: Weights, total: number): RankedDocument {
  const { name, title: titleTerms, passages: ownPassages } = termsOf(document)
  const passages = ownPassages
    .map(({ passage, terms }) => ({ passage, terms, value: sumWeights(weights, terms) }))
    .toSorted((a, b) => b.value - a.value)
  const best = passages[0] ?? { terms: titleTerms, value: 0 }
  let covered = 0
  let hits = 0
  for (const [term, weight] of weights) {
    if (!titleTerms.has(term) && !best.terms.has(term)) continue
    covered += weight
    hits += 1
  }
  const value = (titleWeight * sumWeights(weights, titleTerms) + best.value) / total
  const isAsked = sumWeights(weights, document.ownWordings ? titleTerms : name) >= total * shareOfWholeTitle
  const factor = document.name === commonName ? weightOfCommon : document.isOfOthers ? weightOfOthers : 1
  const score = value * factor * (isAsked ? weightOfWholeTitle : 1)
  return { document, passages, score, coverage: covered / total, hits }
}
