// Translates a search for counsellors into grams, plain words, and domains with their synonyms.
import { splitSearchKey, joinSearchedText } from './search-grams.ts'

export type DomainTerms = { id: number; name: string; synonyms: readonly string[] }

export type SearchWord = {
  /** The word, normalised like the column `counsellor.searched`. */
  word: string
  grams: readonly string[]
  /** Domains whose name or synonym contains the word; counsellors of these domains match, too. */
  domainIds: readonly number[]
}

/** A word of a search names a domain from this length on; one character occurs in too many synonyms. */
const minTermLength = 2

function overlapsTerm(word: string, term: string): boolean {
  if (word.length < minTermLength || term.length < minTermLength) return false
  return word.includes(term) || term.includes(word)
}

/** @returns the words of a search, all of which a counsellor must match; empty when the key has no letters or digits */
export function parseSearchKey(key: string, domains: readonly DomainTerms[]): SearchWord[] {
  const terms = domains.map(({ id, name, synonyms }) => ({
    id,
    plain: [name, ...synonyms].map((term) => joinSearchedText([term])),
  }))
  return splitSearchKey(key).words.map((word) => ({
    word,
    grams: splitSearchKey(word).grams,
    domainIds: terms.filter(({ plain }) => plain.some((term) => overlapsTerm(word, term))).map(({ id }) => id),
  }))
}
