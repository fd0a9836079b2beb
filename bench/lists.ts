// Every list over 200,000 articles: query plan and time, compared with a look-up by primary key.
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { insertManyArticles } from '../server/db/fixtures/many-articles.ts'
import { connect, migrate, type Db, type Sql } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { selectContentVersion } from '../server/src/portal/articles/site-store.ts'
import * as store from '../server/src/portal/articles/store.ts'
import { explainQueries, type ExplainedQuery, type PlanStep } from '../server/test/plans.ts'
import { median, printNote, printTable, formatNumber } from './kit/report.ts'
import { scratchFolder } from './kit/site.ts'

const count = 200_000
const repeats = 15

const page = { columnId: undefined, tagId: undefined, limit: 8, offset: 0 }
const staff = { state: undefined, columnId: undefined, key: undefined, limit: 10, offset: 0 }

type ListCase = [name: string, work: (db: Db) => Promise<unknown>]

function createListCases(article: store.ArticleCardRow): ListCase[] {
  return [
    ['one article by its key', (db) => db`select id, title from article where id = ${article.id}`],
    ['visitor: all columns', (db) => store.selectVisibleArticles(db, page)],
    ['visitor: a column', (db) => store.selectVisibleArticles(db, { ...page, columnId: 1 })],
    ['visitor: a column, page 1000', (db) => store.selectVisibleArticles(db, { ...page, columnId: 1, offset: 7992 })],
    ['visitor: a tag', (db) => store.selectVisibleArticles(db, { ...page, tagId: 4 })],
    ['visitor: a tag in its column', (db) => store.selectVisibleArticles(db, { ...page, columnId: 3, tagId: 4 })],
    ['visitor: an article', (db) => store.selectVisibleArticle(db, article.id)],
    ['visitor: previous and next', (db) => store.selectNeighbourArticles(db, article)],
    ['feed: the newest 30', (db) => store.selectNewestArticles(db, 30)],
    ['sitemap: the newest 20,000', (db) => store.selectNewestArticles(db, 20_000)],
    ['server: version of the content', (db) => selectContentVersion(db)],
    ['staff: all', (db) => store.selectArticlesForStaff(db, staff)],
    ['staff: a column', (db) => store.selectArticlesForStaff(db, { ...staff, columnId: 2 })],
    ['staff: drafts', (db) => store.selectArticlesForStaff(db, { ...staff, state: 'draft' })],
    ['staff: scheduled', (db) => store.selectArticlesForStaff(db, { ...staff, state: 'scheduled' })],
    ['staff: published', (db) => store.selectArticlesForStaff(db, { ...staff, state: 'published' })],
    ['staff: withdrawn', (db) => store.selectArticlesForStaff(db, { ...staff, state: 'withdrawn' })],
    ['staff: words in the title', (db) => store.selectArticlesForStaff(db, { ...staff, key: '第19999' })],
    ['attachments of a page', (db) => store.selectAttachments(db, [1, 2, 3, 4, 5, 6, 7, article.id])],
  ]
}

/** Times the whole request as the server makes it, with a prepared statement and the driver's work. */
async function timeCall(sql: Sql, work: ListCase[1]): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i += 1) {
    const began = performance.now()
    await work(sql)
    times.push(performance.now() - began)
  }
  return median(times)
}

const nameStep = ({ type, table, index }: PlanStep) =>
  index ? `${type} (${index})` : table ? `${type} of ${table}` : type
const isCount = ({ query }: ExplainedQuery) => /^\s*select count/.test(query)

async function measureLists(url: string): Promise<void> {
  const sql = connect(url, 2)
  try {
    await migrate(sql)
    await insertManyArticles(sql, count)
    const [any] = await sql<{ id: number }[]>`
      select id from visible_article where column_id = 1 order by publish_at offset ${count / 10} limit 1`
    const article = await store.selectVisibleArticle(sql, any?.id ?? 0)
    if (!article) throw new Error('no article in sight')
    const rows: string[][] = []
    const counts: string[][] = []
    for (const [name, work] of createListCases(article)) {
      const explained = await explainQueries(url, work)
      const whole = await timeCall(sql, work)
      for (const query of explained) {
        const row = [name, formatNumber(query.ms, 2), query.steps.map(nameStep).join(' < ')]
        if (isCount(query)) counts.push(row)
        else rows.push([...row.slice(0, 2), formatNumber(whole, 2), row[2] ?? ''])
      }
    }
    printTable(['list', 'in PostgreSQL, ms', 'whole call with its count, ms', 'plan'], rows)
    printTable(['count of the same', 'in PostgreSQL, ms', 'plan'], counts)
    printNote(
      `${count} articles, two thirds of them in sight; the first line is the reference. Calls: median of ${repeats}.`,
    )
  } finally {
    await sql.end()
  }
}

export async function run(): Promise<void> {
  const folder = path.join(scratchFolder('lists'), 'pg')
  // the product's memory settings; fsync is off, because it does not affect reads
  const server = await startEmbeddedPostgres(folder, { settings: { shared_buffers: '256MB', fsync: 'off' } })
  try {
    await measureLists(server.url)
  } finally {
    await server.stop()
  }
}
