// Words of documents. They are cached, because every question is compared with all common questions.
import type { SearchDocument } from './search-documents.ts'
import { createTermLookup, type TermLookup } from '../words/terms.ts'

export type DocumentTerms = {
  /** Words of the title alone. */
  name: TermLookup
  /** Words of the title and of other ways to ask. */
  title: TermLookup
  passages: readonly { passage: string; terms: TermLookup }[]
}

const termsByDocument = new WeakMap<SearchDocument, DocumentTerms>()

export function termsOf(document: SearchDocument): DocumentTerms {
  const knownTerms = termsByDocument.get(document)
  if (knownTerms) return knownTerms
  const { title, titleWords, passages } = document
  const terms: DocumentTerms = {
    name: createTermLookup(title),
    title: createTermLookup(titleWords),
    passages: passages.map((passage) => ({ passage, terms: createTermLookup(passage) })),
  }
  termsByDocument.set(document, terms)
  return terms
}
