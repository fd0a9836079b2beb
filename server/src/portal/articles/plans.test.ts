// Tests of query plans: each list reads an index, and none scans all articles.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { insertManyArticles } from '../../../db/fixtures/many-articles.ts'
import { explainQueries, type ExplainedQuery } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import type { Db } from '../../kit/db/db.ts'
import * as siteStore from './site-store.ts'
import * as store from './store.ts'

const server = useTestServer()
let url = ''

beforeAll(async () => {
  const { sql } = server().kit
  await insertManyArticles(server().owner, 20_000)
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
})

const isCount = ({ query }: ExplainedQuery) => /^\s*select count/.test(query)
const readsArticle = ({ steps }: ExplainedQuery) => steps.filter((step) => step.table === 'article')

async function explain(work: (db: Db) => Promise<unknown>) {
  const explained = await explainQueries(url, work)
  return { lists: explained.filter((item) => !isCount(item)), counts: explained.filter(isCount) }
}

const page = { columnId: undefined, tagId: undefined, limit: 8, offset: 16 }
const staffPage = { state: undefined, columnId: undefined, key: undefined, limit: 10, offset: 20 }
const selectMiddleArticle = async (db: Db) => {
  const [row] = await db<{ id: number }[]>`select id from visible_article where column_id = 1 offset 2000 limit 1`
  const article = await store.selectVisibleArticle(db, row?.id ?? 0)
  return article!
}

describe('the list is read in its order from its index, without sorting', () => {
  test.each([
    ['a column', 'article_by_column', (db: Db) => store.selectVisibleArticles(db, { ...page, columnId: 2 })],
    ['a tag', 'article_by_tag', (db: Db) => store.selectVisibleArticles(db, { ...page, tagId: 4 })],
    [
      'a tag in its column',
      'article_by_tag',
      (db: Db) => store.selectVisibleArticles(db, { ...page, columnId: 3, tagId: 4 }),
    ],
    ['the heads of all columns', 'article_by_column', (db: Db) => store.selectHeadArticles(db, 7)],
    ['the newest', 'article_by_time', (db: Db) => store.selectNewestArticles(db, 30)],
    ['for staff', 'article_for_staff', (db: Db) => store.selectArticlesForStaff(db, staffPage)],
  ])('%s', async (_name, index, list) => {
    const { lists } = await explain(list)
    expect(lists).toHaveLength(1)
    expect(lists.flatMap(readsArticle)).toEqual([{ type: 'Index Scan', table: 'article', index }])
    expect(lists.flatMap(({ steps }) => steps.map((step) => step.type))).not.toContain('Sort')
  })
})

test('merges the list of all columns from the lists of each', async () => {
  const { lists } = await explain((db) => store.selectVisibleArticles(db, page))
  expect(lists.flatMap(readsArticle)).toEqual([{ type: 'Index Scan', table: 'article', index: 'article_by_column' }])
  const { sql } = server().kit
  const { rows } = await store.selectVisibleArticles(sql, page)
  const plain = await sql<{ id: number }[]>`
    select id from visible_article order by pinned desc, publish_at desc, id desc limit 8 offset 16`
  expect(rows.map((row) => row.id)).toEqual(plain.map((row) => row.id))
})

test('reads the neighbours of an article from an index, either way', async () => {
  const article = await selectMiddleArticle(server().kit.sql)
  const { lists } = await explain((db) => store.selectNeighbourArticles(db, article))
  const reads = lists.flatMap(readsArticle)
  expect(reads.map((step) => step.type)).toEqual(['Index Scan', 'Index Scan'])
  // for a column with many articles, the index over all columns is as good
  for (const { index } of reads) expect(['article_in_column_by_time', 'article_by_time']).toContain(index)
  expect(lists.flatMap(({ steps }) => steps.map((step) => step.type))).not.toContain('Sort')
})

test('reads the version of the content from one index row', async () => {
  const { lists } = await explain((db) => siteStore.selectContentVersion(db))
  expect(lists.flatMap(readsArticle)).toEqual([{ type: 'Index Only Scan', table: 'article', index: 'article_by_time' }])
})

test('counts through an index, not through the articles', async () => {
  const { counts } = await explain(async (db) => {
    await store.selectVisibleArticles(db, { ...page, columnId: 2 })
    await store.selectVisibleArticles(db, { ...page, tagId: 4 })
  })
  expect(counts).toHaveLength(2)
  expect(counts.flatMap(readsArticle).map((step) => step.type)).not.toContain('Seq Scan')
})
