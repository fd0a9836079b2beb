// Answers of the guide without a language model, over 5,000 articles, beside a plain search by SQL in their texts: the
// search alone, and in the chat, from the sent question to the received answer. Staff have written 200 questions.
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { guideAccount, guideLimits } from '@xinqiao/contract/guide.ts'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { articlesFor } from '../server/db/seed/articles.ts'
import { connect, migrate, type Sql } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { readConfig } from '../server/src/kit/config.ts'
import { createModelClient } from '../server/src/kit/model/model-client.ts'
import { updateDocuments } from '../server/src/portal/guide/documents/documents.ts'
import { fiftyQuestions } from '../server/src/portal/guide/fifty-questions.cases.ts'
import { answerQuestion } from '../server/src/portal/guide/guide.ts'
import { listQuestionTerms } from '../server/src/portal/guide/words/terms.ts'
import { openDevice } from './kit/im-client.ts'
import { startImSite } from './kit/im-site.ts'
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

/** Adds all questions that the console accepts from staff, with sentences of the demo articles. */
async function insertQuestions(sql: Sql): Promise<void> {
  const sentences = articlesFor(new Date()).flatMap(({ body }) => body.match(/\p{Script=Han}{8,40}/gu) ?? [])
  const rows = Array.from({ length: guideLimits.questions }, (_, i) => ({
    question: `${sentences[i % sentences.length]}（${i}）`,
    wordings: Array.from(
      { length: guideLimits.wordings },
      (_wording, k) => sentences[(i * 7 + k * 131) % sentences.length],
    ),
    answer: Array.from({ length: 10 }, (_sentence, k) => sentences[(i * 11 + k * 17) % sentences.length]).join('，'),
  }))
  await sql`
    insert into guide_question (question, wordings, answer)
    select question, array(select json_array_elements_text(wordings)), answer
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row(question text, wordings json, answer text)`
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

/** Questions of one account, below its limit of ten in a minute. */
const questionsPerPerson = 8

/** Times from the sending of a question in the chat to the push of the answer. */
async function timeConversations(): Promise<number[]> {
  const site = await startImSite('guide-chat')
  try {
    await insertArticles(site.sql)
    await insertQuestions(site.sql)
    await updateDocuments({ sql: site.sql })
    await site.sql`vacuum analyze`
    const people = await createChatPeople(site.sql, 100)
    let times: number[] = []
    const askAll = async (index: number): Promise<void> => {
      let answered = Promise.withResolvers<void>()
      const { request, close } = await openDevice(site.url, people[index]!, {
        push: (text) => text.includes('急需有人帮助时') && answered.resolve(),
      })
      for (let i = 0; i < questionsPerPerson; i += 1) {
        const [question] = fiftyQuestions[(index * questionsPerPerson + i) % fiftyQuestions.length]!
        answered = Promise.withResolvers<void>()
        const began = performance.now()
        await request('msg.sendMsg', {
          scene: 'p2p',
          to: guideAccount,
          idClient: crypto.randomUUID(),
          content: { type: 0, text: question },
        })
        await answered.promise
        times.push(performance.now() - began)
      }
      close()
    }
    // as in the search alone, the first questions are not measured
    await Promise.all([askAll(0), askAll(1)])
    times = []
    const waiting = [...people.keys()].slice(2)
    const askNext = async (): Promise<void> => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) await askAll(index)
    }
    await Promise.all(Array.from({ length: askers }, askNext))
    return times.toSorted((a, b) => a - b)
  } finally {
    await site.stop()
  }
}

async function measureAnswers(url: string): Promise<void> {
  const sql = connect(url, askers)
  try {
    await migrate(sql)
    await insertArticles(sql)
    await insertQuestions(sql)
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
    const conversations = await timeConversations()
    const p99Of = (times: readonly number[]) => times[Math.floor(times.length * 0.99)]!
    const verdict = judge('guide-answer', `p99 of an answer <= ${maxP99Ms} ms`, p99Of(answers) <= maxP99Ms)
    const isFast = p99Of(conversations) <= maxP99Ms
    const chatVerdict = judge('guide-answer', `p99 of an answer in the chat <= ${maxP99Ms} ms`, isFast)
    const describe = (times: readonly number[]) => [formatNumber(median(times)), formatNumber(p99Of(times))]
    printTable(
      ['50 questions, four at a time', 'p50, ms', 'p99, ms', `<= ${maxP99Ms} ms`],
      [
        ['answer of the guide', ...describe(answers), verdict],
        ['  in the chat, until the answer is received', ...describe(conversations), chatVerdict],
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
