// Tests of query plans: a question reads limited parts of the indexes, not all search words.
import { expect, inject, test } from 'vitest'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import * as store from './store.ts'

const server = useTestServer()

test('finds candidates and their texts by an index', async () => {
  const { owner } = server()
  await owner`
    insert into guide_document (kind, source_id, mark, title_terms, terms)
    select 'article', n, '', array['标题', 't' || n % 50], array['心理', '标题', 'w' || n % 900, 'w' || n % 70]
    from generate_series(1, 20000) as n`
  await owner`
    insert into article (column_id, title, summary, excerpt, content, state, publish_at)
    select 1, '标题' || n, '', '', '<p>心理</p>', 'published', now() from generate_series(1, 3000) as n`
  await owner`vacuum analyze guide_document`
  await owner`vacuum analyze article`
  const [database] = await owner<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(url, async (db) => {
    await store.selectCandidates(db, ['心理', '标题', 'w12', 'w899', 't7'], 20)
    await store.selectPublishedArticles(db, [1, 2, 3])
    await store.selectPublishedQuestions(db, [1, 2, 3])
  })
  expect(explained).toHaveLength(3)
  const scans = explained.flatMap(({ steps }) =>
    steps.filter(({ type }) => type === 'Seq Scan').map(({ table }) => table),
  )
  expect(scans.filter((table) => table === 'guide_document' || table === 'article')).toEqual([])
})
