// Finds the published texts that answer a question. The index names candidates; the ranking reads their present texts.
import { toSimplified } from '@xinqiao/contract/simplified-characters.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import type { Db } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import type { GuideContent } from '../content/content.ts'
import { termsOf } from '../documents/document-terms.ts'
import { isAskedExactly, isOwn, putOwnFirst } from '../content/own-questions.ts'
import { quotePassage } from '../documents/passages.ts'
import {
  commonDocuments,
  commonName,
  fromArticle,
  fromCounsellor,
  fromQuestion,
  fromSitePages,
  type FoundText,
  type SearchDocument,
} from '../documents/search-documents.ts'
import * as store from '../documents/store.ts'
import {
  createTermLookup,
  isMark,
  isSynonymPair,
  removeUnknownWords,
  listParts,
  listQuestionTerms,
  listTerms,
  type TermLookup,
} from '../words/terms.ts'
import { scoreDocument, sumWeights, type RankedDocument, type RatedPassage, type Weights } from './score.ts'
import { recogniseQuestion } from '../common-questions/recognise-question.ts'

const maxFound = 3
const maxCandidates = 20
/** Shares of the question's words that an answer must have, and that a question of another person must have. */
const minCoverage = 0.45
const minCoverageOfOthers = 0.6
const minCoverageOfOnly = 0.2
/** Common questions that are suggested where nothing is found. */
const maxSuggested = 3
/** Weight of a pair of characters that no text has. Such a pair mostly belongs to two words. */
const unknownWeight = 0.8
/** A synonym weighs more than a pair of characters, because authors choose it and a pair may be an accident. */
const weightOfMark = 1.5
/** Further answers must be about as good as the first. */
const minShareOfBest = 0.6
/** A passage shares at least this many words with the question; a single one is often an accident. */
const minHits = 2
/** Words of a question about the asker. A text answers it only if its title shares a word with the question. */
const personal = /我|俺|自己|活着|[他她]们?/u
const minTextsOfCommonTerm = 3
/** Length of the beginning in which a name is searched. */
const maxNamedIn = 500

const commonTerms: ReadonlySet<string> = new Set(
  commonDocuments.flatMap(({ titleWords, passages }) => [...listTerms([titleWords, ...passages].join(' '))]),
)

/** Pairs of characters in wordings about harm. They count also where a synonym covers a part of them: 咨询师摸. */
const urgentPairs: ReadonlySet<string> = new Set(
  commonDocuments
    .filter((document) => document.isUrgent && !document.isOnly)
    .flatMap(({ title, titleWords }) => [...listTerms(titleWords.slice(title.length))])
    .filter((term) => !isMark(term) && !isSynonymPair(term)),
)
const listSearchTerms = (question: string): string[] => {
  const terms = listQuestionTerms(question)
  const urgent = [...listTerms(question)].filter((term) => urgentPairs.has(term))
  return terms.length === 0 ? [] : [...new Set([...terms, ...urgent])]
}

/** Counts the words of the question in a title. A single one, such as 同学, may be there by chance. */
const countHits = (document: SearchDocument, weights: Weights): number => {
  const { title } = termsOf(document)
  return [...weights.keys()].filter((term) => title.has(term)).length
}

/** Hides titles that read like a text in danger, and texts of protection that share only one word with the question. */
const mayShow = (document: SearchDocument, weights: Weights): boolean =>
  document.isUrgent ? countHits(document, weights) > 1 : detectCrisis(document.title) === null

/** The best passage that does not read like a text in danger. */
const findQuotable = (passages: readonly RatedPassage[]): string =>
  passages.find(({ passage }) => detectCrisis(passage) === null)?.passage ?? ''

/**
 * Rare words weigh more. Words of the common questions, which the index does not hold, are rare ones. A word that no
 * text has is mostly the border of two others.
 */
function weighTerms(
  terms: readonly string[],
  counts: readonly store.TermCount[],
  { ownIndex }: GuideContent,
): Map<string, number> {
  const countByTerm = new Map(counts.map(({ term, count }) => [term, count]))
  return new Map(
    terms.map((term) => {
      const count = countByTerm.get(term)
      const rarity = Math.log(1 + store.maxHitsOfTerm / Math.max(count ?? 1, 1))
      if (isMark(term)) return [term, rarity * weightOfMark]
      const isUnknown = count === undefined && !commonTerms.has(term) && !ownIndex.has(term)
      return [term, isUnknown ? unknownWeight : rarity]
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
 * `texts`: best first. `rules`: the texts that come before named counsellors. `subject`: the words of the question that
 * published texts have. `suggestions`: similar common questions. `isFixed`: the only text is quoted as it is.
 * `isMeant`: a common question was recognised. `isWhole`: no part of the line is a question of its own.
 */
export type SearchResult = {
  texts: FoundText[]
  rules: FoundText[]
  subject: string
  suggestions: string[]
  isFixed: boolean
  isMeant: boolean
  isWhole: boolean
}
const emptyResult: SearchResult = {
  ...{ texts: [], rules: [], subject: '', suggestions: [] },
  ...{ isFixed: false, isMeant: false, isWhole: false },
}

/** True where words of a title have a synonym of the question, which is never an accident. */
const hasCommonMark = (titleTerms: TermLookup, weights: Weights): boolean =>
  [...weights.keys()].some((term) => isMark(term) && titleTerms.has(term))

function isAnswer({ document, coverage, hits }: RankedDocument, weights: Weights, isPersonal: boolean): boolean {
  const { isOfOthers, isOnly, isByMark } = document
  const isMarked = coverage >= minCoverageOfOnly && hasCommonMark(termsOf(document).name, weights)
  if (isByMark || (isOnly && isMarked)) return isMarked
  const hasMark = hasCommonMark(termsOf(document).title, weights)
  const titleHits = countHits(document, weights)
  const minTitleHits = isOfOthers ? minHits : isPersonal ? 1 : 0
  const areEnough = hasMark || (hits >= Math.min(minHits, weights.size) && titleHits >= minTitleHits)
  const min = isOfOthers ? minCoverageOfOthers : minCoverage
  return coverage >= min && areEnough && mayShow(document, weights)
}

const isCommonOne = ({ name }: SearchDocument): boolean => name === commonName
const isBuiltIn = (document: SearchDocument): boolean => isCommonOne(document) && !isOwn(document)

/** True for a text that comes before others. */
const isFirst = ({ document }: RankedDocument): boolean => document.isUrgent === true || document.isByMark === true

function present({ document, passages }: RankedDocument, weights: Weights): FoundText {
  const { name, title, url, time, isOfOthers } = document
  if (isOfOthers) return { name, title, url, time, passage: '', quote: '' }
  const passage = findQuotable(passages)
  const quote = isCommonOne(document)
    ? passage
    : quotePassage(passage, (text) => sumWeights(weights, createTermLookup(text)))
  return { name, title, url, time, passage, quote }
}

/** Searches one question without the names of counsellors. A question that is only a name finds nothing here. */
async function searchOne(
  db: Db,
  content: GuideContent,
  question: string,
  pages: readonly SearchDocument[],
): Promise<SearchResult> {
  const terms = listSearchTerms(question)
  const askedDocument = content.ownDocuments.find((document) => isAskedExactly(document, question))
  if (terms.length === 0 && !askedDocument) return emptyResult
  const { candidates, counts } = await store.selectCandidates(db, terms, maxCandidates)
  const weights = weighTerms(terms, counts, content)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const { meant, likely, isNone, isSure, hasArticles } = recogniseQuestion(question)
  const ownDocuments = content.ownIndex.select(weights, (own) => own === askedDocument || own.title === meant)
  const commonOnes = [...ownDocuments, ...content.builtInDocuments]
  const scored = [...(await loadCandidates(db, candidates)), ...commonOnes, ...pages].map((document) =>
    scoreDocument(document, weights, total),
  )
  const isLeftOut = (document: SearchDocument) =>
    isBuiltIn(document) ? isNone || (isSure && !document.isUrgent) : !hasArticles && !isOwn(document)
  const ranked = scored
    .filter((found) => isAnswer(found, weights, personal.test(question)) && !isLeftOut(found.document))
    .toSorted((a, b) => b.score - a.score || b.document.time - a.document.time)
  const best = ranked[0]?.score ?? 0
  const isOfMeant = (title: string | undefined) => title !== undefined && title === meant
  const meantTexts = [
    ...scored.filter(({ document }) => isOfMeant(document.leadsTo)),
    ...scored.filter(({ document }) => isCommonOne(document) && isOfMeant(document.title)),
    ...scored.filter(({ document }) => isOfMeant(document.follows)),
  ]
  const askedTexts = scored.filter(({ document }) => document === askedDocument)
  const only = [...meantTexts, ...ranked].find(({ document }) => document.isOnly)
  const fit = ({ document }: RankedDocument): number | null => {
    if (document === askedDocument) return Infinity
    return isCommonOne(document) ? sumWeights(weights, termsOf(document).title) : null
  }
  const builtInFits = [...meantTexts, ...ranked].filter(({ document }) => isBuiltIn(document)).map(fit)
  const minOwnFit = builtInFits.length > 0 ? Math.max(...builtInFits.map(Number)) : Infinity
  const others = ranked.filter((found) => {
    if (isFirst(found)) return false
    return found.score >= best * minShareOfBest || (isOwn(found.document) && fit(found)! >= minOwnFit)
  })
  const foundTexts = only
    ? [...meantTexts, only, ...askedTexts]
    : [...meantTexts, ...askedTexts, ...ranked.filter(isFirst), ...others]
  const shown = putOwnFirst([...new Set(foundTexts)], fit)
  const isLikely = (document: SearchDocument) => likely.includes(document.title)
  const isNear = (document: SearchDocument, hits: number) =>
    hits >= minHits || hasCommonMark(termsOf(document).title, weights)
  const countByTerm = new Map(counts.map(({ term, count }) => [term, count]))
  const isCommon = (term: string) =>
    commonTerms.has(term) ||
    content.ownIndex.has(term) ||
    isSynonymPair(term) ||
    (countByTerm.get(term) ?? 0) >= minTextsOfCommonTerm
  const isRule = ({ document: { firstMarks } }: RankedDocument) => firstMarks?.some((mark) => weights.has(mark))
  return {
    texts: shown.slice(0, maxFound).map((text) => present(text, weights)),
    rules: shown.filter(isRule).map((text) => present(text, weights)),
    subject: removeUnknownWords(question, isCommon),
    isFixed: only !== undefined,
    isMeant: meant !== null && !content.hiddenTitles.has(meant),
    isWhole: isNone || askedDocument !== undefined,
    suggestions: scored
      .filter(
        ({ document, hits }) =>
          isCommonOne(document) && !document.isUrgent && (isLikely(document) || isNear(document, hits)),
      )
      .toSorted((a, b) => Number(isLikely(b.document)) - Number(isLikely(a.document)) || b.score - a.score)
      .slice(0, maxSuggested)
      .map(({ document }) => document.title),
  }
}

/** Rules and named counsellors come first, then the best text of each part of the line, then others. */
export async function findTexts(db: Db, content: GuideContent, question: string): Promise<SearchResult> {
  const [counsellors, sitePages] = await Promise.all([
    store.selectNamedCounsellors(db, toSimplified(question).slice(0, maxNamedIn), maxFound),
    store.selectSitePages(db, chinaDay()),
  ])
  const pages = fromSitePages(sitePages)
  const rest = counsellors.reduce((text, { name }) => text.replaceAll(name, ' '), question)
  const whole = await searchOne(db, content, rest, pages)
  if (whole.isFixed) return whole
  const lineParts = whole.isWhole ? [] : listParts(rest, maxFound)
  const parts = await Promise.all(lineParts.map((part) => searchOne(db, content, part, pages)))
  const allTexts = [
    ...whole.rules,
    ...counsellors.map(fromCounsellor),
    ...parts.flatMap(({ texts, isMeant }) => (isMeant || !whole.isMeant ? texts.slice(0, 1) : [])),
    ...whole.texts,
  ]
  const texts = allTexts.filter(
    (text, i) => allTexts.findIndex(({ url, title }) => url === text.url && title === text.title) === i,
  )
  return { ...whole, texts: texts.slice(0, maxFound) }
}
