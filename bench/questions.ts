// Lists over 200,000 questions and 1,000,000 answers at 50 connections, compared with a look-up by primary key and with
// the bare server. Also toggles likes, collections and follows of one row, which must count exactly.
import { roles } from '@xinqiao/contract/roles.ts'
import { createAccount } from '../server/db/fixtures/account.ts'
import { insertManyQuestions } from '../server/db/fixtures/many-questions.ts'
import { hashToken, createSecrets, createToken, readOrCreateRootKeys } from '../server/src/kit/auth/secrets.ts'
import { insertSignInSession } from '../server/src/portal/accounts/records/store.ts'
import { readTreeCpuMs, ownCpuMs } from './kit/cpu.ts'
import { startImSite, type ImSite } from './kit/im-site.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { measureSwitches } from './kit/switches.ts'
import { measureLoad, type LoadFigures } from './kit/wrk.ts'

const questions = 200_000
const answers = 1_000_000
const connections = 50
const rounds = 7

/** Fifty readers with fifty items in their collection each, half of them answers. */
async function createReaders(site: ImSite): Promise<string[]> {
  const { sql } = site
  await sql`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
    select 'modest-' || n, '', ${roles.user}::smallint, '', ('modest-' || n)::bytea, '读者' || n
    from generate_series(1, ${connections}::int) as n`
  for (const table of ['answer', 'question'] as const)
    await sql`
      insert into ${sql(`${table}_collect`)} (${sql(`${table}_id`)}, account_id, created_at)
      select kept.id, reader.id, now() - kept.id * interval '1 second'
      from account reader cross join lateral (
        select id from ${sql(table)} where id % ${connections}::int = reader.id % ${connections}::int and state = 'shown'
        order by id desc limit 25) as kept
      where reader.username like 'modest-%'`
  return Promise.all(Array.from({ length: connections }, (_, i) => signIn(site, `modest-${1 + i}`)))
}

/** Fifty sign-in sessions of the secretariat, and a review queue in which every fiftieth question is open. */
async function createStaffSessions(site: ImSite): Promise<string[]> {
  await site.sql`
    insert into review (question_id, cause, detail, state, decision)
    select id, 'word', '', case when id % 50 = 0 then 'open' else 'settled' end, case when id % 50 = 0 then null else 'show' end
    from question order by id`
  const secrets = createSecrets(readOrCreateRootKeys(undefined, site.folder))
  await createAccount(site.sql, secrets, { username: 'moderator', phone: '13600000000', roleId: roles.administrator })
  return Promise.all(Array.from({ length: connections }, () => signIn(site, 'moderator')))
}

type ListCase = { name: string; path: string; asking?: Parameters<typeof measureLoad>[3] }

/** Visitors share a reply for one second; each signed-in request reads the database. */
const maxP99Ms = (list: ListCase) => (list.asking?.people ? 60 : 30)
const maxSignedInMicros = 700

/** Lists of visitors and of readers with large collections, and uncached pages. */
async function nameLists(site: ImSite): Promise<ListCase[]> {
  const [row] = await site.sql<{ question: number; counsellor: number; tags: number[]; answers: number }[]>`
    select (select value from tally where name = 'answers') as answers, (select question_id from answer where in_sight order by id limit 1) as question,
      (select min(id) from counsellor where is_listed) as counsellor,
      (select array_agg(id order by id) from domain) as tags`
  const { question, counsellor, tags, answers: count } = row!
  const everybody: [string, string][] = [
    ['one question by its key', `/problem/getById?id=${question}`],
    ['hot answers', '/problemAnswer/list?type=1&size=8'],
    ['latest answers', '/problemAnswer/list?type=2&size=8'],
    ['answers, page 1,000', '/problemAnswer/list?type=2&page=1000&size=8'],
    ['answers, the last page', `/problemAnswer/list?type=2&page=${Math.ceil(count / 8)}&size=8`],
    ['answers to a question', `/problemAnswer/list?problemId=${question}&size=100`],
    ['answers of a counsellor', `/problemAnswer/listById?doctorId=${counsellor}&size=50`],
    ['recommended questions', '/problem/getList?size=8'],
    ['of a common tag', `/problem/getList?tagIds=${tags[0]}`],
    ['of two rare tags', `/problem/getList?tagIds=${tags.at(-1)},${tags.at(-2)}`],
    ['hot questions', '/problem/hotList?size=8'],
    ['tags', '/consultDomain/list'],
    ['counsellors', '/consultDoctor/list?size=5'],
    ['counsellors, women', '/consultDoctor/list?size=5&sex=1'],
    ['counsellors by a word', `/consultDoctor/list?key=${encodeURIComponent('焦虑')}`],
  ]
  const own: [string, string][] = [
    ['answers of whom one follows', '/problemAnswer/list?type=4'],
    ['answers one keeps', '/problemAnswer/list?type=5'],
    ['favourites, as the page asks for them', '/problemStemCollect/getAllList?size=8'],
    ['questions one asked', '/problem/listOwnPage?size=8'],
    ['whom one follows', '/consultDoctorCollect/list?size=8'],
    ['how much one keeps', '/problem/ownCounts'],
    ['unread messages', '/message/getUnReadByUserId'],
    ['read messages', '/message/getReadByUserId'],
    ['how many messages are unread', '/message/unreadCount'],
  ]
  const deskLists: [string, string][] = [
    ['all questions', '/admin/questions'],
    ['questions held back', '/admin/questions?state=held'],
    ['questions by a word', `/admin/questions?key=${encodeURIComponent('焦虑')}`],
    ['all reviews', '/admin/reviews'],
    ['open reviews', '/admin/reviews?state=open'],
    ['tags and what they count', '/admin/domains'],
    ['watched words', '/admin/words'],
    ['counsellors', '/admin/counsellors'],
  ]
  const pages: [string, string][] = [
    ['latest answers, 1,000 pages in turn', '/problemAnswer/list?type=2&size=8'],
    ['hot questions, 1,000 pages in turn', '/problem/hotList?size=8'],
  ]
  const signInFrom = (first: number) =>
    Promise.all(Array.from({ length: connections }, (_, i) => signIn(site, `many-${first + i}`)))
  const people = await signInFrom(1_900)
  // per account: 100 questions, 180 answers, 50 collected questions, 20 followed counsellors
  const collectors = await signInFrom(1_700)
  const modest = await createReaders(site)
  const deskViewers = await createStaffSessions(site)
  return [
    ...everybody.map(([name, path]) => ({ name, path })),
    ...pages.map(([name, path]) => ({ name, path, asking: { pages: 1_000 } })),
    ...everybody.map(([name, path]) => ({ name: `signed in: ${name}`, path, asking: { people } })),
    ...own.map(([name, path]) => ({ name: `one's own: ${name}`, path, asking: { people: collectors } })),
    { name: "one's own: all favourites, fifty", path: '/problemStemCollect/getAllList', asking: { people: modest } },
    ...deskLists.map(([name, path]) => ({ name: `staff: ${name}`, path, asking: { people: deskViewers } })),
  ]
}

/** Creates a session without signing in, because these accounts have no passwords. */
async function signIn(site: ImSite, username: string): Promise<string> {
  const token = createToken()
  const [account] = await site.sql<{ id: number }[]>`select id from account where username = ${username}`
  await insertSignInSession(site.sql, {
    accountId: account!.id,
    tokenHash: hashToken(token),
    device: '',
    ip: '127.0.0.1',
    idleSeconds: 86_400,
    lifeSeconds: 86_400,
  })
  return token
}

type RoundFigures = LoadFigures & { node: number; database: number }

/** Measures all lists in rounds, so that a disturbed second affects only one of many samples. */
async function measureLists(site: ImSite): Promise<void> {
  const lists: ListCase[] = [
    { name: 'reference: /healthz, no database', path: '/healthz' },
    ...(await nameLists(site)).map((list) => ({ ...list, path: `/prod-api${list.path}` })),
  ]
  const readCpu = () => [ownCpuMs(site.pid), readTreeCpuMs(site.postmasterPid)] as const
  const measureList = async ({ path, asking }: ListCase): Promise<RoundFigures> => {
    const [node, database] = readCpu()
    const probe = await measureLoad(`${site.url}${path}`, connections, 1, asking)
    const [nodeAfter, databaseAfter] = readCpu()
    return { ...probe, node: nodeAfter - node, database: databaseAfter - database }
  }
  const measured = lists.map((): RoundFigures[] => [])
  for (let turn = -1; turn < rounds; turn += 1)
    for (const [i, list] of lists.entries()) {
      const measuredRound = await measureList(list)
      // the first round warms up
      if (turn >= 0) measured[i]!.push(measuredRound)
    }
  const rows = lists.map((list, i) => {
    const own = measured[i]!
    const p99s = own.map(({ p99Ms }) => p99Ms)
    const p99 = median(p99s)
    const count = own.reduce((sum, item) => sum + item.count, 0)
    const micros = (of: (round: RoundFigures) => number) =>
      Math.round((own.reduce((sum, item) => sum + of(item), 0) * 1000) / count)
    const [node, database] = [micros((item) => item.node), micros((item) => item.database)]
    const target = maxP99Ms(list)
    const isReference = i === 0
    return [
      list.name,
      formatNumber(median(own.map(({ perSecond }) => perSecond)), 0),
      formatNumber(p99),
      `${formatNumber(Math.min(...p99s))} to ${formatNumber(Math.max(...p99s))}`,
      `${node}`,
      `${database}`,
      isReference
        ? ''
        : judge('questions', `${list.name}: p99 ${formatNumber(p99)} ms, target < ${target} ms`, p99 < target),
      list.asking?.people
        ? judge(
            'questions',
            `${list.name}: ${node + database} µs CPU, target < ${maxSignedInMicros}`,
            node + database < maxSignedInMicros,
          )
        : '',
    ]
  })
  printTable(['list', 'per second', 'p99, ms', 'least to most', 'CPU, µs: node', 'database', 'p99', 'CPU < 700'], rows)
}

export async function run(): Promise<void> {
  const site = await startImSite('questions')
  try {
    await insertManyQuestions(site.sql, questions, answers)
    printNote(
      `${questions} questions, ${answers} answers, ${connections} connections; p99 and per second: the middle one of ${rounds} rounds of 1 s.`,
    )
    await measureLists(site)
    await measureSwitches(site)
  } finally {
    await site.stop()
  }
}
