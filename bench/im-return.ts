// Restarts a node with 10,000 clients: how long until all are back, and which errors their pages see.
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { connect, migrate } from '../server/src/kit/db/db.ts'
import { serverSettings, startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { quantile } from './kit/load.ts'
import { judge, printNote, printTable, formatNumber } from './kit/report.ts'
import { stayConnected, type ConnectedCrowd } from './kit/returning-client.ts'
import { freePort, npmStart, scratchFolder, startProgram, type StartedSite } from './kit/site.ts'

const crowdSize = Number(process.env.BENCH_CROWD ?? 10_000)
const openersAtOnce = 100
const maxWaitMs = 120_000
const targetSeconds = 30

type RestartableServer = { url: string; isSyncing: boolean; start: () => Promise<StartedSite> }
type ReturnOutcome = {
  /** Time from the signal until every client has synced again. */
  seconds: number
  /** Time in which no server ran. */
  awaySeconds: number
  errors: string
  retries: number
  timeouts: number
  delays: number[]
  /** CPU of server and database per returning client. */
  cpuMs: number
}

async function openAll(crowd: ConnectedCrowd, people: readonly ChatPerson[]): Promise<void> {
  let next = 0
  const connectRemainingPeople = async () => {
    while (next < people.length) await stayConnected(crowd, people[next++]!)
  }
  await Promise.all(Array.from({ length: openersAtOnce }, connectRemainingPeople))
}

async function measureReturn(
  program: RestartableServer,
  people: readonly ChatPerson[],
  postgresPid: number,
): Promise<ReturnOutcome> {
  const { url, isSyncing } = program
  const crowd: ConnectedCrowd = {
    url,
    isSyncing,
    isOver: false,
    retries: 0,
    timeouts: 0,
    online: new Set<object>(),
    errors: new Map<string, number>(),
    delays: [],
  }
  let site = await program.start()
  try {
    await openAll(crowd, people)
    await wait(3_000)
    Object.assign(crowd, { delays: [], errors: new Map(), retries: 0, timeouts: 0 })
    const databaseBefore = readTreeCpuMs(postgresPid)
    const began = performance.now()
    await site.stop('SIGTERM')
    const stoppedAt = performance.now()
    site = await program.start()
    const awaySeconds = (performance.now() - stoppedAt) / 1000
    // excludes the start of the node, which does not depend on the clients
    const serverBefore = readTreeCpuMs(site.pid)
    while (crowd.online.size < people.length && performance.now() - began < maxWaitMs) await wait(50)
    const seconds = (performance.now() - began) / 1000
    const cpuMs = (readTreeCpuMs(site.pid) - serverBefore + readTreeCpuMs(postgresPid) - databaseBefore) / people.length
    const missing = people.length - crowd.online.size
    const errors = [...crowd.errors].map(([name, times]) => `${times} × ${name}`)
    return {
      seconds,
      awaySeconds,
      cpuMs,
      retries: crowd.retries,
      timeouts: crowd.timeouts,
      errors: [...errors, ...(missing > 0 ? [`${missing} not back`] : [])].join('; ') || 'none',
      delays: crowd.delays.sort((a, b) => a - b),
    }
  } finally {
    crowd.isOver = true
    await site.stop('SIGKILL')
  }
}

export async function run(): Promise<void> {
  const folder = scratchFolder('im-return')
  const postgres = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: serverSettings })
  const sql = connect(postgres.socketUrl, 4)
  try {
    await migrate(sql)
    const people = await createChatPeople(sql, crowdSize)
    const [port, barePort] = [await freePort(), await freePort()]
    const [url, bareUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}`]
    const env = {
      ...npmStart.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      SEED: 'none',
      DATA_DIR: folder,
      DATABASE_URL: postgres.socketUrl,
      DRAIN_SECONDS: '0',
    }
    const bare = {
      url: bareUrl,
      isSyncing: false,
      start: () => startProgram(process.execPath, ['bench/im-bare.ts', `${barePort}`, postgres.socketUrl], bareUrl),
    }
    const site = {
      url,
      isSyncing: true,
      start: () => startProgram(process.execPath, [...npmStart.v8Flags, 'server/src/main.ts'], `${url}/readyz`, env),
    }
    const reference = await measureReturn(bare, people, postgres.pid)
    const outcome = await measureReturn(site, people, postgres.pid)

    const claim = `${formatNumber(outcome.seconds)} s, errors ${outcome.errors}, target ${targetSeconds} s and none`
    const verdict = judge('im-return', claim, outcome.seconds < targetSeconds && outcome.errors === 'none')
    const rowOf = (name: string, read: (from: ReturnOutcome) => string, rest: [string, string] = ['', '']) =>
      [name, read(outcome), ...rest, read(reference)] as const
    printTable(
      [`${crowdSize} clients`, 'measured', 'target', '', 'bare socket, one query'],
      [
        rowOf('from SIGTERM until all have synced', ({ seconds }) => `${formatNumber(seconds)} s`, [
          `< ${targetSeconds} s`,
          verdict,
        ]),
        rowOf('errors that a page sees', ({ errors }) => errors, ['none', '']),
        rowOf('no server for', ({ awaySeconds }) => `${formatNumber(awaySeconds)} s`),
        rowOf('silent retries, of these unanswered', ({ retries, timeouts }) => `${retries}, ${timeouts}`),
        rowOf(
          'one client, from connecting to synced: p50, p99',
          ({ delays }) => `${formatNumber(quantile(delays, 0.5))}, ${formatNumber(quantile(delays, 0.99))} ms`,
        ),
        rowOf('CPU of server and database a client', ({ cpuMs }) => `${formatNumber(cpuMs, 2)} ms`),
      ],
    )
    printNote('server, database and all clients share the machine; each client is spread by the node that stops')
  } finally {
    await sql.end()
    await postgres.stop()
  }
}
