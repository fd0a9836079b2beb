// Keeps the search words of published texts up to date.
import type { Kit } from '../../../kit/ctx.ts'
import { listPassages } from './passages.ts'
import * as store from './store.ts'
import { listTerms } from '../words/terms.ts'

const maxBatchSize = 50

const toDocument = (kind: store.DocumentKind, { id, mark, title, text }: store.SourceText) => ({
  kind,
  source_id: id,
  mark,
  title_terms: [...listTerms(title)],
  terms: [...listTerms([title, ...listPassages(text)].join('\n'))],
})

/** Job. Repeats until nothing is outdated. */
export async function updateDocuments({ sql }: Pick<Kit, 'sql'>): Promise<void> {
  await store.deleteHiddenDocuments(sql)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    const [articles, questions] = await Promise.all([
      store.selectChangedArticles(sql, maxBatchSize),
      store.selectChangedQuestions(sql, maxBatchSize),
    ])
    const documents = [
      ...articles.map((article) => toDocument('article', article)),
      ...questions.map((question) => toDocument('question', question)),
    ]
    if (documents.length === 0) return
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await store.upsertDocuments(sql, documents)
  }
}
