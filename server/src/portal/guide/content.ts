// Content of the guide that staff have set: its welcome, common questions of the association, and hidden built-in ones.
// Each node reads it periodically.
import type { Sql } from '../../kit/db/db.ts'
import { createTtlCache } from '../../kit/db/ttl-cache.ts'
import * as store from './content-store.ts'
import { commonDocuments, fromOwnQuestion, type SearchDocument } from './search-documents.ts'
import { listTerms } from './terms.ts'

/** Changes apply on every node after this time at the latest. */
const contentCacheMs = 8_000

export type GuideContent = {
  /** Empty for the built-in welcome. */
  welcome: string
  /** Built-in questions that the guide does not answer. */
  hiddenTitles: ReadonlySet<string>
  /** All common questions that the guide answers. */
  documents: readonly SearchDocument[]
  /** Search words of the association's questions. */
  ownTerms: ReadonlySet<string>
}

/** A question of the association replaces the built-in one with the same words, unless that one protects people. */
function createContent(
  welcome: string,
  hiddenTitles: readonly string[],
  ownDocuments: readonly SearchDocument[],
): GuideContent {
  const left = new Set(hiddenTitles)
  const ownTitles = new Set(ownDocuments.map(({ title }) => title))
  const builtIn = commonDocuments.filter(
    ({ title, isUrgent }) => isUrgent || (!left.has(title) && !ownTitles.has(title)),
  )
  const ownWords = ownDocuments.flatMap(({ titleWords, passages }) => [titleWords, ...passages])
  return {
    welcome,
    hiddenTitles: left,
    documents: [...ownDocuments, ...builtIn],
    ownTerms: new Set(ownWords.flatMap((words) => [...listTerms(words)])),
  }
}

export async function readGuideContent(sql: Sql): Promise<GuideContent> {
  const [welcome, hiddenTitles, questions] = await Promise.all([
    store.selectWelcome(sql),
    store.selectHiddenTitles(sql),
    store.selectAnsweredQuestions(sql),
  ])
  return createContent(welcome, hiddenTitles, questions.map(fromOwnQuestion))
}

export const loadGuideContent = createTtlCache(contentCacheMs, readGuideContent)
