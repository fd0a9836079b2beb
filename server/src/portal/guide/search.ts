// Finds the published texts that answer a question. The index names candidates; the ranking reads their present texts.
import { columns, type ColumnId } from '@xinqiao/contract/articles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import type { Db } from '../../kit/db/db.ts'
import { commonQuestions } from './common-questions.ts'
import { listPassages, quotePassage } from './passages.ts'
import * as store from './store.ts'
import { removeUnknownWords, listQuestionTerms, listTerms } from './terms.ts'

/** A published text with the part that fits the question. `name`: its column or kind. */
export type FoundText = { name: string; title: string; quote: string; passage: string; url: string; time: number }
type SearchDocument = Omit<FoundText, 'quote' | 'passage'> & {
  titleWords: string
  passages: readonly string[]
  isUrgent?: true
}

const maxFound = 3
const maxCandidates = 20
/** Share of the question's words that an answer must have. */
const minCoverage = 0.34
/** Further answers must be about as good as the first. */
const minShareOfBest = 0.6
const titleWeight = 1.6
/** A passage shares at least this many words with the question; a single one is often an accident. */
const minHits = 2
const minTextsOfCommonTerm = 3

const fromArticle = ({ id, title, text, time, columnId }: store.PublishedText): SearchDocument => ({
  ...{ name: columns[columnId as ColumnId], title, titleWords: title, passages: listPassages(text) },
  ...{ url: withQuery(routes.detail, { id }), time: time.getTime() },
})
const fromQuestion = ({ id, title, text, time }: store.PublishedText): SearchDocument => ({
  ...{ name: '心理问答', title, titleWords: title, passages: text.split(/\n+/).filter((line) => line.trim() !== '') },
  ...{ url: withQuery(routes.psychology, { id }), time: time.getTime() },
})
const commonDocuments: readonly SearchDocument[] = commonQuestions.map(({ title, words, text, url, isUrgent }) => ({
  ...{ name: '常见问题', title, titleWords: `${title} ${words}`, passages: [text], url, time: 0 },
  ...(isUrgent && { isUrgent }),
}))

const commonTerms: ReadonlySet<string> = new Set(
  commonDocuments.flatMap(({ titleWords, passages }) => [...listTerms([titleWords, ...passages].join(' '))]),
)

type Weights = ReadonlyMap<string, number>
const sumWeights = (weights: Weights, terms: ReadonlySet<string>): number =>
  [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0)

type RatedPassage = { passage: string; value: number }
type RankedDocument = {
  document: SearchDocument
  passages: readonly RatedPassage[]
  score: number
  coverage: number
  /** Words of the question in title and best passage. */
  hits: number
}

/** Words in title and best passage together decide whether the text is an answer. */
function scoreDocument(document: SearchDocument, weights: Weights, total: number): RankedDocument {
  const titleTerms = listTerms(document.titleWords)
  const passages = document.passages
    .map((passage) => ({ passage, value: sumWeights(weights, listTerms(passage)) }))
    .toSorted((a, b) => b.value - a.value)
  const best = passages[0] ?? { passage: '', value: 0 }
  const foundTerms = new Set([...titleTerms, ...listTerms(best.passage)])
  const hits = [...weights.keys()].filter((term) => foundTerms.has(term)).length
  const covered = sumWeights(weights, foundTerms)
  const score = (titleWeight * sumWeights(weights, titleTerms) + best.value) / total
  return { document, passages, score, coverage: covered / total, hits }
}

/** Words of the question in a title. One alone, such as 同学, may be an accident. */
const countHits = ({ titleWords }: SearchDocument, weights: Weights): number => {
  const titleTerms = listTerms(titleWords)
  return [...weights.keys()].filter((term) => titleTerms.has(term)).length
}

/** A member's title that reads like a text in danger is no answer to anybody. */
const mayShow = (document: SearchDocument, weights: Weights): boolean =>
  document.isUrgent ? countHits(document, weights) > 1 : detectCrisis(document.title) === null

/** The best passage that does not read like a text in danger. */
const findQuotable = (passages: readonly RatedPassage[]): string =>
  passages.find(({ passage }) => detectCrisis(passage) === null)?.passage ?? ''

/**
 * Rare words weigh more. Words of the common questions, which the index does not hold, are rare ones. A word that no
 * text has is mostly the border of two others.
 */
function weighTerms(terms: readonly string[], counts: readonly store.TermCount[]): Map<string, number> {
  const countByTerm = new Map(counts.map(({ term, count }) => [term, count]))
  return new Map(
    terms.map((term) => {
      const count = countByTerm.get(term)
      const rarity = Math.log(1 + store.maxHitsOfTerm / Math.max(count ?? 1, 1))
      return [term, count === undefined && !commonTerms.has(term) ? 1 : rarity]
    }),
  )
}

async function loadCandidates(db: Db, candidates: readonly store.CandidateDocument[]): Promise<SearchDocument[]> {
  const idsOf = (wanted: store.DocumentKind) => candidates.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const [articles, questions] = await Promise.all([
    store.selectPublishedArticles(db, idsOf('article')),
    store.selectPublishedQuestions(db, idsOf('question')),
  ])
  return [...articles.map(fromArticle), ...questions.map(fromQuestion)]
}

/**
 * @returns the best texts first, none for a question without words that the site has; and the words of the question
 * that at least three published texts have, without the others, such as names
 */
export async function findTexts(db: Db, question: string): Promise<{ texts: FoundText[]; subject: string }> {
  const terms = listQuestionTerms(question)
  if (terms.length === 0) return { texts: [], subject: '' }
  const { candidates, counts } = await store.selectCandidates(db, terms, maxCandidates)
  const weights = weighTerms(terms, counts)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const ranked = [...(await loadCandidates(db, candidates)), ...commonDocuments]
    .map((document) => scoreDocument(document, weights, total))
    .filter(({ document, coverage, hits }) => {
      const areEnough = hits >= Math.min(minHits, weights.size) || countHits(document, weights) > 0
      return coverage >= minCoverage && areEnough && mayShow(document, weights)
    })
    .toSorted((a, b) => b.score - a.score || b.document.time - a.document.time)
  const best = ranked[0]?.score ?? 0
  const isUrgent = ({ document }: RankedDocument): boolean => document.isUrgent === true
  const texts = [...ranked.filter(isUrgent), ...ranked.filter((found) => !isUrgent(found))]
    .filter((found) => isUrgent(found) || found.score >= best * minShareOfBest)
    .slice(0, maxFound)
    .map(({ document: { titleWords: _words, passages: _passages, isUrgent: _isUrgent, ...shown }, passages }) => {
      const passage = findQuotable(passages)
      return { ...shown, passage, quote: quotePassage(passage, (text) => sumWeights(weights, listTerms(text))) }
    })
  const countByTerm = new Map(counts.map(({ term, count }) => [term, count]))
  const isCommon = (term: string) => commonTerms.has(term) || (countByTerm.get(term) ?? 0) >= minTextsOfCommonTerm
  return { texts, subject: removeUnknownWords(question, isCommon) }
}
