// Search words of documents. They are cached, because every question is compared with all common questions.
import type { SearchDocument } from './search-documents.ts'
import { listTerms } from '../words/terms.ts'

export type DocumentTerms = {
  /** Words of the title alone. */
  name: ReadonlySet<string>
  /** Words of the title and of other ways to ask. */
  title: ReadonlySet<string>
  passages: readonly { passage: string; terms: ReadonlySet<string> }[]
}

const termsByDocument = new WeakMap<SearchDocument, DocumentTerms>()

export function termsOf(document: SearchDocument): DocumentTerms {
  const knownTerms = termsByDocument.get(document)
  if (knownTerms) return knownTerms
  const { title, titleWords, passages } = document
  const terms: DocumentTerms = {
    name: listTerms(title),
    title: listTerms(titleWords),
    passages: passages.map((passage) => ({ passage, terms: listTerms(passage) })),
  }
  termsByDocument.set(document, terms)
  return terms
}
