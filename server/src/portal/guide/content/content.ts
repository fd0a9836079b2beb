// Content of the guide that staff have set: its welcome, common questions of the association, and hidden built-in ones.
// Each node reads it periodically.
import type { Sql } from '../../../kit/db/db.ts'
import { createTtlCache } from '../../../kit/db/ttl-cache.ts'
import * as store from './content-store.ts'
import { createOwnIndex } from './own-questions.ts'
import { commonDocuments, fromOwnQuestion, type SearchDocument } from '../documents/search-documents.ts'

/** Changes apply on every node after this time at the latest. */
const contentCacheMs = 8_000

export type GuideContent = {
  /** Empty for the built-in welcome. */
  welcome: string
  /** Built-in questions that the guide does not answer. */
  hiddenTitles: ReadonlySet<string>
  /** Common questions of the association, and the built-in ones that the guide answers. */
  ownDocuments: readonly SearchDocument[]
  ownIndex: ReturnType<typeof createOwnIndex>
  builtInDocuments: readonly SearchDocument[]
}

/** A question of the association replaces the built-in one with the same words, unless that one protects people. */
function createContent(
  welcome: string,
  hiddenTitles: readonly string[],
  ownDocuments: readonly SearchDocument[],
): GuideContent {
  const left = new Set(hiddenTitles)
  const ownTitles = new Set(ownDocuments.map(({ title }) => title))
  const builtInDocuments = commonDocuments.filter(
    ({ title, isUrgent }) => isUrgent || (!left.has(title) && !ownTitles.has(title)),
  )
  return { welcome, hiddenTitles: left, ownDocuments, ownIndex: createOwnIndex(ownDocuments), builtInDocuments }
}

let latest: { rows: string; content: GuideContent } | null = null

/**
 * Reads the saved content. If no row has changed, it returns the cached content, whose search words take time to
 * compute.
 */
export async function readGuideContent(sql: Sql): Promise<GuideContent> {
  const [welcome, hiddenTitles, questions] = await Promise.all([
    store.selectWelcome(sql),
    store.selectHiddenTitles(sql),
    store.selectAnsweredQuestions(sql),
  ])
  const rows = JSON.stringify([welcome, hiddenTitles, questions])
  if (latest?.rows !== rows)
    latest = { rows, content: createContent(welcome, hiddenTitles, questions.map(fromOwnQuestion)) }
  return latest.content
}

export const loadGuideContent = createTtlCache(contentCacheMs, readGuideContent)
