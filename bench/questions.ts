// Lists over 200,000 questions and 1,000,000 answers at 50 connections, beside a row by its key and the bare server; and
// likes on one hot answer, which must lose none and count none twice.
import { Agent, request } from 'node:http'
import { makeAccount } from '../server/db/make/account.ts'
import { insertManyQuestions } from '../server/db/make/many-questions.ts'
import { makeSecrets, readRootKeys } from '../server/src/kit/secrets.ts'
import { startImSite, type ImSite } from './kit/im-site.ts'
import { pace, quantile } from './kit/load.ts'
import { judge, note, printTable, round } from './kit/report.ts'
import { load } from './kit/wrk.ts'

const questions = 200_000
const answers = 1_000_000
const connections = 50
const seconds = 4
const likers = 60
const likesPerSecond = 500

type Person = { id: number; token: string }
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function send(site: ImSite, path: string, body: object, token?: string): Promise<{ code: number; data: unknown }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const sent = request(`${site.url}/prod-api${path}`, { method: 'POST', headers, agent }, (reply) => {
      let given = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (given += part))
      reply.on('end', () => resolve(JSON.parse(given) as { code: number; data: unknown }))
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

async function enter(site: ImSite): Promise<Person[]> {
  const secrets = makeSecrets(readRootKeys(undefined, site.folder))
  const people: Person[] = []
  for (let i = 0; i < likers; i += 1) {
    const username = `liker-${i}`
    const id = await makeAccount(site.sql, secrets, { username, phone: `137${`${i}`.padStart(8, '0')}` })
    const reply = await send(site, '/auth/mh/login', { username, password: 'Xinqiao#2026' })
    people.push({ id, token: (reply.data as { access_token: string }).access_token })
  }
  return people
}

async function measureLists(site: ImSite): Promise<void> {
  const [row] = await site.sql<{ question: number; counsellor: number; tags: number[] }[]>`
    select (select question_id from answer where in_sight order by id limit 1) as question,
      (select min(id) from counsellor where is_listed) as counsellor,
      (select array_agg(id order by id) from domain) as tags`
  const { question, counsellor, tags } = row!
  const lists: [string, string][] = [
    ['reference: /healthz, no database', '/healthz'],
    ['one question by its key', `/prod-api/problem/getById?id=${question}`],
    ['hot answers', '/prod-api/problemAnswer/list?type=1&page=1&size=8'],
    ['latest answers', '/prod-api/problemAnswer/list?type=2&page=1&size=8'],
    ['answers, page 1,000', '/prod-api/problemAnswer/list?type=2&page=1000&size=8'],
    ['answers to a question', `/prod-api/problemAnswer/list?problemId=${question}`],
    ['answers of a counsellor', `/prod-api/problemAnswer/listById?doctorId=${counsellor}&size=8`],
    ['recommended questions', '/prod-api/problem/getList?page=1&size=8'],
    ['of a common tag', `/prod-api/problem/getList?tagIds=${tags[0]}`],
    ['of two rare tags', `/prod-api/problem/getList?tagIds=${tags.at(-1)},${tags.at(-2)}`],
    ['hot questions', '/prod-api/problem/hotList?page=1&size=8'],
    ['counsellors', '/prod-api/consultDoctor/list?page=1&size=5'],
    ['counsellors by a word', `/prod-api/consultDoctor/list?key=${encodeURIComponent('焦虑')}`],
  ]
  const rows: string[][] = []
  for (const [name, path] of lists) {
    await load(site.url + path, connections, 1) // warm
    const { perSecond, p99Ms } = await load(site.url + path, connections, seconds)
    const isReference = name.startsWith('reference')
    const word = isReference ? '' : judge('questions', `${name}: p99 ${round(p99Ms)} ms, target < 30 ms`, p99Ms < 30)
    rows.push([name, round(perSecond, 0), round(p99Ms), word])
  }
  printTable(['list', 'per second', 'p99, ms', 'target < 30'], rows)
}

async function measureLikes(site: ImSite): Promise<void> {
  const people = await enter(site)
  const [row] = await site.sql<{ id: number }[]>`select id from answer where in_sight order by id desc limit 1`
  const problemAnswerId = row!.id
  // what the made answers count beside their likes is not ours
  await site.sql`update answer set like_count = (select count(*) from answer_like where answer_id = ${problemAnswerId})
    where id = ${problemAnswerId}`
  const isOn = people.map(() => false)
  let refused = 0
  const like = async (worker: number) => {
    isOn[worker] = !isOn[worker]
    const what = isOn[worker] ? 'add' : 'delete'
    const reply = await send(site, `/problemAnswerLike/${what}`, { problemAnswerId }, people[worker]!.token)
    if (reply.code !== 200) refused += 1
  }
  const times = await pace(like, likers, likesPerSecond, 10)
  const [counted] = await site.sql<{ counter: number; rows: number }[]>`
    select like_count as counter, (select count(*) from answer_like where answer_id = ${problemAnswerId}) as rows
    from answer where id = ${problemAnswerId}`
  const { counter, rows } = counted!
  const isExact = counter === rows && refused === 0
  printTable(
    ['likes and unlikes on one answer', 'p50, ms', 'p99, ms', 'counter', 'rows', 'refused', ''],
    [
      [
        `${likesPerSecond}/s for 10 s, ${likers} people`,
        round(quantile(times, 0.5)),
        round(quantile(times, 0.99)),
        `${counter}`,
        `${rows}`,
        `${refused}`,
        judge('questions', `${likesPerSecond} likes a second on one row, exact`, isExact),
      ],
    ],
  )
}

export async function run(): Promise<void> {
  const site = await startImSite('questions')
  try {
    await insertManyQuestions(site.sql, questions, answers)
    note(`${questions} questions, ${answers} answers, ${connections} connections, ${seconds} s each.`)
    await measureLists(site)
    await measureLikes(site)
  } finally {
    agent.destroy()
    await site.stop()
  }
}
