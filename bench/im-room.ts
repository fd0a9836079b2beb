// A chatroom with 5,000 visitors on two socket processes with all limits: entering, ordinary messages, and more
// messages than it passes on.
import { setTimeout as wait } from 'node:timers/promises'
import { forEachInOrder } from '../server/src/kit/async/for-each-in-order.ts'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { createManagedRoom } from '../server/src/im/room/managed/managed.ts'
import { createTestRedis } from '../server/test/stand-ins/redis.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { openClient, type LightClient } from './kit/im-client.ts'
import { startImNodes } from './kit/im-site.ts'
import { quantile, runPaced } from './kit/load.ts'
import { judge, printNote, printTable, formatNumber } from './kit/report.ts'
import { createRecorder, type Recorder } from './kit/recorder.ts'
import { withRelay } from './kit/relay.ts'

const crowd = Number(process.env.BENCH_CROWD ?? 5_000)
const entrySeconds = 10
/** Visitors behind one address, such as a clinic or a school that watches together. */
const visitorsPerAddress = 50
/** Limit for the slowest entry, so that the last visitor is in soon after the ten seconds. */
const maxEntryMs = 2_000
const ordinary = { perSecond: 10, seconds: 30 }
/** 18.9 ordinary messages in a second, below the 20 of which a room must lose none. */
const busy = { perSecond: 21, seconds: 20 }
const flood = { perSecond: 150, seconds: 5 }
/** One message in ten is of the creator or a manager, with high priority. */
const isHigh = (i: number) => i % 10 === 0
/** Enough that each one stays below the rate limit of an account, 50 messages in 10 seconds. */
const managers = 4
const writers = 40
const sentence = '老师刚才说的睡前一小时不看手机，我试了一个星期，真的有用，谢谢您'

const addressOf = (i: number): string => `127.0.1.${1 + Math.floor(i / visitorsPerAddress)}`

type Visitor = { client: LightClient; recorder: Recorder }
type Node = { url: string; pid: number }

const readCpuMs = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + readTreeCpuMs(pid), 0)

async function enterAll(nodes: readonly Node[], people: readonly ChatPerson[], roomId: number) {
  const visitors: Visitor[] = []
  let errors = 0
  const enter = async (i: number) => {
    const recorder = createRecorder()
    const client = await openClient(nodes[i % nodes.length]!.url, { push: recorder.read }, addressOf(i))
    const { accid, token } = people[i]!
    const login = { chatroomId: `${roomId}`, account: accid, token, deviceId: `bench-${accid}`, clientType: 16 }
    await client.request('chatroom.login', login)
    visitors[i] = { client, recorder }
  }
  const countError = (i: number) => enter(i).catch(() => (errors += 1))
  const times = await runPaced(countError, people.length, people.length / entrySeconds, entrySeconds)
  return { visitors, errors, times }
}

type Traffic = { perSecond: number; seconds: number }

/** Makes the visitors after the creator managers. */
const appointManagers = (visitors: readonly Visitor[], people: readonly ChatPerson[]): Promise<void> =>
  forEachInOrder(people.slice(1, managers), ({ accid: account }) =>
    visitors[0]!.client.request('chatroom.markMember', { account, mark: 'manager', isAdd: true, custom: '' }),
  )

/** Messages of the managers and of other visitors in turn. */
async function sendMessages(visitors: readonly Visitor[], { perSecond, seconds }: Traffic, pids: readonly number[]) {
  for (const { recorder } of visitors) recorder.clear()
  const before = readCpuMs(pids)
  let count = 0
  const sent = { high: 0, normal: 0 }
  const send = async () => {
    const i = count++
    const highPriority = isHigh(i)
    const kind = highPriority ? 'high' : 'normal'
    const { client } = visitors[highPriority ? (i / 10) % managers : managers + (i % writers)]!
    sent[kind] += 1
    await client.request('chatroom.sendMsg', {
      idClient: crypto.randomUUID(),
      highPriority,
      content: { type: 0, text: `@${kind}@${performance.now().toFixed(1)}@${sentence}` },
    })
  }
  await runPaced(send, 1, perSecond, seconds)
  await wait(3_000)
  const delays: number[] = []
  const received = { high: 0, normal: 0 }
  for (const { recorder } of visitors) {
    for (const kind of ['high', 'normal'] as const) {
      received[kind] += recorder.delays[kind].length
      for (const delay of recorder.delays[kind]) delays.push(delay)
    }
  }
  delays.sort((a, b) => a - b)
  // the writer of a message does not receive it
  const expected = (kind: 'high' | 'normal') => sent[kind] * (visitors.length - 1)
  return {
    delays,
    lost: { high: expected('high') - received.high, normal: expected('normal') - received.normal },
    passed: received.normal / expected('normal'),
    cpuMicros: ((readCpuMs(pids) - before) * 1000) / delays.length,
  }
}

/** Measures the same traffic through bare sockets and Redis. */
const measureRelay = (redisUrl: string) =>
  withRelay(redisUrl, async (nodes) => {
    const visitors: Visitor[] = []
    for (let i = 0; i < crowd; i += 1) {
      const recorder = createRecorder()
      visitors.push({ client: await openClient(nodes[i % 2]!.url, { push: recorder.read }), recorder })
    }
    const pids = nodes.map(({ pid }) => pid)
    const result = await sendMessages(visitors, ordinary, pids)
    for (const { client } of visitors) client.close()
    return result
  })

export async function run(): Promise<void> {
  const redis = await createTestRedis()
  try {
    const relay = await measureRelay(redis.url)
    const site = await startImNodes('im-room', redis.url, 2, 'socket')
    try {
      const people = await createChatPeople(site.sql, crowd)
      const { id } = people[0]!
      const [account] = await site.sql<{ app_id: number }[]>`select app_id from im_account where id = ${id}`
      const creator = { id, appId: account!.app_id }
      const roomId = await createManagedRoom(site.sql, { creator, name: '睡眠讲座' })
      const { visitors, errors, times } = await enterAll(site.nodes, people, roomId)
      if (errors > 0) throw new Error(`${errors} visitors were rejected`)
      await appointManagers(visitors, people)
      await wait(3_000)
      const pids = [site.postmasterPid, ...site.nodes.map(({ pid }) => pid)]
      const calm = await sendMessages(visitors, ordinary, pids)
      const crowded = await sendMessages(visitors, busy, pids)
      const flooded = await sendMessages(visitors, flood, pids)
      const slowest = Math.max(...times)
      const p99 = quantile(calm.delays, 0.99)
      printTable(
        [
          `a room with ${crowd} visitors on two socket processes, limits on`,
          'measured',
          'target',
          '',
          'bare sockets over Redis',
        ],
        [
          [
            `${crowd} enter within ${entrySeconds} s: rejected`,
            `${errors}, p99 ${formatNumber(quantile(times, 0.99), 0)} ms, slowest ${formatNumber(slowest, 0)} ms`,
            `none; <= ${maxEntryMs} ms`,
            judge('im-room', `${errors} rejected, slowest ${slowest} ms`, errors === 0 && slowest <= maxEntryMs),
            '',
          ],
          [
            `${ordinary.perSecond} messages a second: p99 of a delivery`,
            `${formatNumber(p99, 0)} ms`,
            '<= 300 ms',
            judge('im-room', `p99 ${formatNumber(p99, 0)} ms`, p99 <= 300),
            `${formatNumber(quantile(relay.delays, 0.99), 0)} ms`,
          ],
          [
            '  lost: normal, high priority',
            `${calm.lost.normal}, ${calm.lost.high}`,
            'none',
            judge('im-room', 'no message lost at 10 a second', calm.lost.normal + calm.lost.high === 0),
            `${relay.lost.normal}, ${relay.lost.high}`,
          ],
          [
            `${busy.perSecond} messages a second: lost normal, high priority`,
            `${crowded.lost.normal}, ${crowded.lost.high}`,
            'none',
            judge('im-room', 'no message lost below 20 a second', crowded.lost.normal + crowded.lost.high === 0),
            '',
          ],
          ['  p99 of a delivery', `${formatNumber(quantile(crowded.delays, 0.99), 0)} ms`, '', '', ''],
          [
            'CPU of a delivery, with the database, 10 a second',
            `${formatNumber(calm.cpuMicros)} µs`,
            '',
            '',
            `${formatNumber(relay.cpuMicros)} µs`,
          ],
          [
            `${flood.perSecond} messages a second: high priority lost`,
            `${flooded.lost.high}`,
            'none',
            judge('im-room', 'no message of high priority lost', flooded.lost.high === 0),
            '',
          ],
          [
            '  normal messages passed on, p99',
            `${formatNumber(flooded.passed * 100, 0)} %, ${formatNumber(quantile(flooded.delays, 0.99), 0)} ms`,
            '',
            '',
            '',
          ],
        ],
      )
      printNote('servers, database, Redis and all visitors share the machine; a delivery counts from sending')
      for (const { client } of visitors) client.close()
    } finally {
      await site.stop()
    }
  } finally {
    await redis.stop()
  }
}
