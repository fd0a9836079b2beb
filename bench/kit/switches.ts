// Concurrent likes, collections and follows of one row: none may be lost or counted twice.
import { Agent, request } from 'node:http'
import { createAccount } from '../../server/db/fixtures/account.ts'
import { createSecrets, readOrCreateRootKeys } from '../../server/src/kit/auth/secrets.ts'
import type { ImSite } from './im-site.ts'
import { runPaced, quantile } from './load.ts'
import { judge, printTable, formatNumber } from './report.ts'

const likers = 60
const likesPerSecond = 500

type SignedInUser = { id: number; token: string }
const agent = new Agent({ keepAlive: true, maxSockets: likers })

function sendCall(site: ImSite, path: string, body: object, token?: string): Promise<{ code: number; data: unknown }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const sent = request(`${site.url}/prod-api${path}`, { method: 'POST', headers, agent }, (reply) => {
      let replyText = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (replyText += part))
      reply.on('end', () => resolve(JSON.parse(replyText) as { code: number; data: unknown }))
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

async function signInUsers(site: ImSite): Promise<SignedInUser[]> {
  const secrets = createSecrets(readOrCreateRootKeys(undefined, site.folder))
  const people: SignedInUser[] = []
  for (let i = 0; i < likers; i += 1) {
    const username = `liker-${i}`
    const id = await createAccount(site.sql, secrets, { username, phone: `137${`${i}`.padStart(8, '0')}` })
    const reply = await sendCall(site, '/auth/mh/login', { username, password: 'Xinqiao#2026' })
    people.push({ id, token: (reply.data as { access_token: string }).access_token })
  }
  return people
}

type ReactionCase = {
  name: string
  table: string
  target: string
  counter: string
  ways: [on: string, off: string]
  field: string
}

/** One row of each kind, toggled by sixty people. */
const switches: ReactionCase[] = [
  {
    name: 'likes and unlikes of one answer',
    table: 'answer_like',
    target: 'answer',
    counter: 'like_count',
    ways: ['/problemAnswerLike/add', '/problemAnswerLike/delete'],
    field: 'problemAnswerId',
  },
  {
    name: 'collects of one answer',
    table: 'answer_collect',
    target: 'answer',
    counter: 'collect_count',
    ways: ['/problemCollect/add', '/problemCollect/delete'],
    field: 'problemAnswerId',
  },
  {
    name: 'follows of one counsellor',
    table: 'counsellor_follow',
    target: 'counsellor',
    counter: 'follow_count',
    ways: ['/consultDoctorCollect/add', '/consultDoctorCollect/del'],
    field: 'consultDoctorId',
  },
]

async function measureSwitch(
  site: ImSite,
  people: readonly SignedInUser[],
  { name, table, target, counter, ways, field }: ReactionCase,
) {
  const { sql } = site
  const open = target === 'answer' ? sql`in_sight` : sql`is_listed`
  const [row] = await sql<{ id: number }[]>`select max(id) as id from ${sql(target)} where ${open}`
  const { id } = row!
  const column = sql(`${target}_id`)
  // the fixture writes random counters; the comparison at the end needs the number of rows
  await sql`update ${sql(target)} set ${sql(counter)} = (select count(*) from ${sql(table)} where ${column} = ${id})
    where id = ${id}`
  const isOn = people.map(() => false)
  const lastSends = people.map(() => Promise.resolve())
  let refused = 0
  const sendSwitches = async (worker: number) => {
    isOn[worker] = !isOn[worker]
    const reply = await sendCall(site, ways[isOn[worker] ? 0 : 1], { [field]: id }, people[worker]!.token)
    if (reply.code !== 200) refused += 1
  }
  // each person toggles sequentially, so that the last state is known
  const sendNextSwitches = (worker: number) => (lastSends[worker] = lastSends[worker]!.then(() => sendSwitches(worker)))
  const startedAt = performance.now()
  const times = await runPaced(sendNextSwitches, likers, likesPerSecond, 10)
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  const [counted] = await sql<{ counter: number; rows: number; kept: number[] }[]>`
    select ${sql(counter)} as counter, (select count(*) from ${sql(table)} where ${column} = ${id}) as rows,
      array(select account_id from ${sql(table)} where ${column} = ${id}) as kept
    from ${sql(target)} where id = ${id}`
  const keptIds = new Set(counted!.kept)
  const wrong = people.filter((person, i) => keptIds.has(person.id) !== isOn[i]).length
  const isExact = counted!.counter === counted!.rows && refused === 0 && wrong === 0
  return [
    `${name}, 10 s, ${likers} people`,
    formatNumber(perSecond, 0),
    formatNumber(quantile(times, 0.5)),
    formatNumber(quantile(times, 0.99)),
    `${counted!.counter}`,
    `${counted!.rows}`,
    `${wrong}`,
    `${refused}`,
    judge(
      'questions',
      `${name}: ${likesPerSecond} a second on one row, exact`,
      isExact && perSecond > likesPerSecond - 10,
    ),
  ]
}

export async function measureSwitches(site: ImSite): Promise<void> {
  const people = await signInUsers(site)
  const rows: string[][] = []
  for (const item of switches) rows.push(await measureSwitch(site, people, item))
  agent.destroy()
  printTable(
    ['switched on and off', 'per second', 'p50, ms', 'p99, ms', 'counter', 'rows', 'not as last said', 'refused', ''],
    rows,
  )
}
