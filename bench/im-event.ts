// Events: 10,000 accounts on two processes, each with 100 subscriptions. Each publishes once within a minute; then each
// goes offline and returns once within a minute.
import { setTimeout as wait } from 'node:timers/promises'
import { createSignedBackend } from '../server/db/fixtures/signed-backend.ts'
import { openSecrets } from '../server/src/kit/auth/secrets.ts'
import { createTestRedis } from '../server/test/stand-ins/redis.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { openClient, openDevice, type LightClient } from './kit/im-client.ts'
import { startImNodes, type ImNodes } from './kit/im-site.ts'
import { quantile, runPaced } from './kit/load.ts'
import { judge, printNote, printTable, formatNumber } from './kit/report.ts'
import { createRecorder, type Recorder } from './kit/recorder.ts'
import { withRelay } from './kit/relay.ts'
import { readWrites } from './kit/writes.ts'

const crowd = Number(process.env.BENCH_CROWD ?? 10_000)
const subscriptions = Math.min(100, crowd - 1)
const seconds = 60
const openersAtOnce = 50
const type = 1
/** The first value that accounts may publish themselves. */
const value = 10_000

type Watcher = { client: LightClient; recorder: Recorder }
type Connect = (i: number, recorder: Recorder) => Promise<LightClient>

/**
 * Distance between an account and those that it watches. They leave at other times, because an absent account misses
 * changes.
 */
const stride = Math.floor(crowd / (subscriptions + 1))

/** The accounts that an account watches. Each is watched by as many. */
const watchedIndexes = (i: number): number[] =>
  Array.from({ length: subscriptions }, (_, step) => (i + (step + 1) * stride) % crowd)

async function openAll(connect: Connect): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  let next = 0
  const openRemaining = async () => {
    while (next < crowd) {
      const i = next++
      const recorder = createRecorder()
      const client = await connect(i, recorder)
      const input = {
        type,
        accounts: watchedIndexes(i).map((other) => `watcher${other}`),
        subscribeTime: 86_400,
        sync: false,
      }
      const reply = (await client.request('event.subscribeEvent', input)) as { failedAccounts?: string[] } | null
      if (reply?.failedAccounts?.length) throw new Error('a subscription was refused')
      watchers[i] = { client, recorder }
    }
  }
  await Promise.all(Array.from({ length: openersAtOnce }, openRemaining))
  return watchers
}

const readCpuMs = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + readTreeCpuMs(pid), 0)

/** When an account lost its connection and when it was signed in again, in ms. */
type Absence = { from: number; to: number }
/** A change takes some time to its watchers. A watcher that leaves or returns within this time may miss it. */
const marginMs = 500

/** True when the watcher was online at both changes of the account that it watches. */
const sawBoth = (watcher: Absence, watched: Absence): boolean =>
  watched.from > watcher.to + marginMs || watched.to < watcher.from - marginMs

/** Each account loses its connection and signs in again once, which its watchers learn. */
async function returnAll(watchers: Watcher[], connect: Connect, pids: readonly number[]) {
  for (const { recorder } of watchers) recorder.clear()
  const before = readCpuMs(pids)
  const absences: Absence[] = []
  const comeBack = async (i: number) => {
    const { client, recorder } = watchers[i]!
    const from = performance.now()
    client.close()
    watchers[i] = { client: await connect(i, recorder), recorder }
    absences[i] = { from, to: performance.now() }
  }
  await runPaced(comeBack, crowd, crowd / seconds, seconds)
  const cores = (readCpuMs(pids) - before) / (seconds * 1000)
  await wait(2_000)
  let [seen, missing] = [0, 0]
  for (const [i, { recorder }] of watchers.entries()) {
    const expected = watchedIndexes(i).filter((other) => sawBoth(absences[i]!, absences[other]!)).length * 2
    seen += expected
    missing += Math.max(0, expected - recorder.countOnlineChanges())
  }
  return { cores, seen, missing }
}

/** Tables that each login writes to, with or without events. */
const loginTables: ReadonlySet<string> = new Set(['im_connection', 'im_login', 'im_device', 'im_account'])
type Growth = readonly { name: string; count: number }[]

/** The tables with more rows written than before, most rows first. */
function findGrowth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Growth {
  const growth = Array.from(after, ([name, count]) => ({ name, count: count - (before.get(name) ?? 0) }))
  return growth.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}
const describeGrowth = (growth: Growth): string => growth.map(({ name, count }) => `${name} ${count}`).join(', ') || '0'

/** Each account publishes once; the events carry the time of their sending. */
async function publishAll(watchers: readonly Watcher[], pids: readonly number[]) {
  for (const { recorder } of watchers) recorder.clear()
  const before = readCpuMs(pids)
  const publish = (i: number) =>
    watchers[i]!.client.request('event.publishEvent', {
      type,
      value,
      custom: `@normal@${performance.now().toFixed(1)}@`,
      account: `watcher${i}`,
      validTime: 3_600,
      broadcastType: 1,
    })
  await runPaced(publish, crowd, crowd / seconds, seconds)
  const cores = (readCpuMs(pids) - before) / (seconds * 1000)
  await wait(2_000)
  const delays = watchers.flatMap(({ recorder }) => recorder.delays.normal).sort((a, b) => a - b)
  return { cores, delays, lost: crowd * subscriptions - delays.length }
}

/** Measures the same subscriptions and events through rooms of the socket library and Redis. */
const measureRelay = (redisUrl: string) =>
  withRelay(redisUrl, async (nodes) => {
    const watchers = await openAll((i, recorder) => openClient(nodes[i % 2]!.url, { push: recorder.read }))
    const pids = nodes.map(({ pid }) => pid)
    const result = await publishAll(watchers, pids)
    for (const { client } of watchers) client.close()
    return result
  })

/** Accounts of an app, which see each other's events. */
async function createWatchers({ sql, folder, nodes }: ImNodes): Promise<string> {
  const call = await createSignedBackend(sql, await openSecrets(sql, { dataDir: folder }), nodes[0]!.url)
  const names = Array.from({ length: crowd }, (_, i) => ({ accid: `watcher${i}`, token: `token-of-watcher-${i}` }))
  for (let i = 0; i < crowd; i += 500)
    await call('user/import', {
      accounts: JSON.stringify(names.slice(i, i + 500).map((who) => ({ ...who, name: '' }))),
    })
  const [app] = await sql<{ app_key: string }[]>`select app_key from im_app where not is_site order by id desc limit 1`
  return app!.app_key
}

export async function run(): Promise<void> {
  const redis = await createTestRedis()
  try {
    const relay = await measureRelay(redis.url)
    const site = await startImNodes('im-event', redis.url, 2)
    try {
      const appKey = await createWatchers(site)
      const connect: Connect = (i, recorder) =>
        openDevice(
          site.nodes[i % 2]!.url,
          { accid: `watcher${i}`, token: `token-of-watcher-${i}`, appKey },
          { push: recorder.read },
        )
      const watchers = await openAll(connect)
      const written = await readWrites(site.sql)
      const pids = [site.postmasterPid, ...site.nodes.map(({ pid }) => pid)]
      const { cores, delays, lost } = await publishAll(watchers, pids)
      const published = await readWrites(site.sql)
      const rows = describeGrowth(findGrowth(written, published))
      const returned = await returnAll(watchers, connect, pids)
      const growth = findGrowth(published, await readWrites(site.sql))
      const others = growth.filter(({ name }) => !loginTables.has(name))
      printTable(
        [`${crowd} accounts, ${subscriptions} subscriptions each`, 'measured', 'target', '', 'bare sockets over Redis'],
        [
          [
            'each publishes within a minute: rows written',
            rows,
            'none',
            judge('im-event', `rows written: ${rows}`, rows === '0'),
            '',
          ],
          [
            '  CPU of servers and database',
            `${formatNumber(cores, 2)} cores`,
            '< 1 core',
            judge('im-event', `${formatNumber(cores, 2)} cores`, cores < 1),
            `${formatNumber(relay.cores, 2)} cores`,
          ],
          [
            'each goes offline and returns within a minute: rows written',
            describeGrowth(growth),
            'of logins only',
            judge('im-event', `rows of returning: ${describeGrowth(others)}`, others.length === 0),
            '',
          ],
          [
            '  changes while the watcher was online, missing',
            `${returned.seen}, ${returned.missing}`,
            'none',
            judge('im-event', `${returned.missing} changes missing`, returned.missing === 0),
            '',
          ],
          [
            '  CPU of servers and database',
            `${formatNumber(returned.cores, 2)} cores`,
            '< 1 core',
            judge('im-event', `${formatNumber(returned.cores, 2)} cores of returning`, returned.cores < 1),
            '',
          ],
          [
            'events that were published, lost',
            `${delays.length}, ${lost}`,
            '',
            '',
            `${relay.delays.length}, ${relay.lost}`,
          ],
          [
            '  p50, p99 of such a delivery',
            `${formatNumber(quantile(delays, 0.5))}, ${formatNumber(quantile(delays, 0.99), 0)} ms`,
            '',
            '',
            `${formatNumber(quantile(relay.delays, 0.5))}, ${formatNumber(quantile(relay.delays, 0.99), 0)} ms`,
          ],
        ],
      )
      printNote('servers, database, Redis and all clients share the machine')
      for (const { client } of watchers) client.close()
    } finally {
      await site.stop()
    }
  } finally {
    await redis.stop()
  }
}
