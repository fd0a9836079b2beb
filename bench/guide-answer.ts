// Answers of the guide without a language model, over 5,000 articles, beside a plain search by SQL in their texts.
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { articlesFor } from '../server/db/seed/articles.ts'
import { connect, migrate, type Sql } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { readConfig } from '../server/src/kit/config.ts'
import { createModelClient } from '../server/src/kit/model/model-client.ts'
import { updateDocuments } from '../server/src/portal/guide/documents.ts'
import { fiftyQuestions } from '../server/src/portal/guide/fifty-questions.cases.ts'
import { answerQuestion } from '../server/src/portal/guide/guide.ts'
import { listQuestionTerms } from '../server/src/portal/guide/terms.ts'
import { formatNumber, judge, median, printNote, printTable } from './kit/report.ts'
import { scratchFolder } from './kit/site.ts'

const count = 5_000
const rounds = 20
/** Questions at the same time. */
const askers = 4
const maxP99Ms = 100

/** Articles whose paragraphs are those of the demo articles in other orders, so that their words are as frequent. */
async function insertArticles(sql: Sql): Promise<void> {
  const articles = articlesFor(new Date())
  const paragraphs = articles.flatMap(({ body }) => body.match(/<p>.*?<\/p>/gs) ?? [])
  const rows = Array.from({ length: count }, (_, i) => ({
    column_id: 1 + (i % 3),
    title: `${articles[i % articles.length]!.title}（${i}）`,
    content: Array.from({ length: 12 }, (_paragraph, k) => paragraphs[(i * 7 + k * 131) % paragraphs.length]).join(''),
  }))
  await sql`
    insert into article (column_id, title, summary, excerpt, content, state, publish_at)
    select column_id, title, '', '', content, 'published', now() - interval '1 hour'
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row(column_id smallint, title text, content text)`
}

/** A search as a page might do it: the longest words in title or text. */
const searchPlainly = (sql: Sql, question: string) => {
  const words = listQuestionTerms(question).slice(0, 2)
  return sql`
    select id, title, content from visible_article
    where ${words.map((word) => sql`content like ${`%${word}%`}`).reduce((all, one) => sql`${all} and ${one}`, sql`true`)}
    order by publish_at desc limit 3`
}

async function timeQuestions(ask: (question: string) => Promise<unknown>): Promise<number[]> {
  const waiting = Array.from({ length: rounds }, () => fiftyQuestions.map(([question]) => question)).flat()
  const times: number[] = []
  const askNext = async (): Promise<void> => {
    for (let question = waiting.pop(); question !== undefined; question = waiting.pop()) {
      const began = performance.now()
      await ask(question)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: askers }, askNext))
  return times.toSorted((a, b) => a - b)
}

async function measureAnswers(url: string): Promise<void> {
  const sql = connect(url, askers)
  try {
    await migrate(sql)
    await insertArticles(sql)
    const began = performance.now()
    await updateDocuments({ sql })
    const indexed = (performance.now() - began) / 1000
    await sql`vacuum analyze`
    const config = readConfig({ NODE_ENV: 'test' })
    const ask = (question: string) =>
      answerQuestion({ sql, config, askModel: createModelClient(config) }, question, (text) => text)
    await Promise.all(fiftyQuestions.slice(0, 10).map(([question]) => ask(question)))
    const answers = await timeQuestions(ask)
    const plain = await timeQuestions((question) => searchPlainly(sql, question))
    const p99Of = (times: readonly number[]) => times[Math.floor(times.length * 0.99)]!
    const verdict = judge('guide-answer', `p99 of an answer <= ${maxP99Ms} ms`, p99Of(answers) <= maxP99Ms)
    const describe = (times: readonly number[]) => [formatNumber(median(times)), formatNumber(p99Of(times))]
    printTable(
      ['50 questions, four at a time', 'p50, ms', 'p99, ms', `<= ${maxP99Ms} ms`],
      [
        ['answer of the guide', ...describe(answers), verdict],
        ['plain SQL: like, without ranking', ...describe(plain), 'reference'],
      ],
    )
    printNote(`${count} articles; their search words were read in ${formatNumber(indexed)} s.`)
  } finally {
    await sql.end()
  }
}

export async function run(): Promise<void> {
  const folder = path.join(scratchFolder('guide-answer'), 'pg')
  const server = await startEmbeddedPostgres(folder, { settings: { shared_buffers: '256MB', fsync: 'off' } })
  try {
    await measureAnswers(server.url)
  } finally {
    await server.stop()
  }
}
