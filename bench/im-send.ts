// One-to-one messages, acknowledged when durable. Compared with Prosody with its SQL archive, and with a bare echo.
import { setTimeout as wait } from 'node:timers/promises'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { openDevice } from './kit/im-client.ts'
import { startImSite, type ImSite } from './kit/im-site.ts'
import { runPaced, quantile, runSaturated, type WorkerRequest } from './kit/load.ts'
import { openXmppPerson, startProsody } from './kit/prosody.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { freePort, startProgram } from './kit/site.ts'

const pairs = 25
const clients = 100
const window = 8 // messages in flight per person that saturate both servers
const seconds = 4
const rounds = 3
const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊' // a text of 42 characters

type MeasuredServer = { name: string; work: WorkerRequest; workers: number; cpuMs: () => number }
type RoundFigures = { perSecond: number; cpuUs: number }

const partnerIndexOf = (worker: number) => worker ^ 1

/** One side of the comparison, with several messages in flight per worker. */
const withSeveralInFlight = ({ name, work, workers, cpuMs }: MeasuredServer): MeasuredServer => ({
  name: `${name}, ${window} in flight`,
  work: (worker) => work(worker % workers),
  workers: workers * window,
  cpuMs,
})

async function openOurs(site: ImSite): Promise<MeasuredServer[]> {
  const people = await createChatPeople(site.sql, clients)
  const devices = await Promise.all(people.map((person) => openDevice(site.url, person)))
  const sendNext: WorkerRequest = (worker) =>
    devices[worker]!.request('msg.sendMsg', {
      scene: 'p2p',
      to: people[partnerIndexOf(worker)]!.accid,
      idClient: crypto.randomUUID(),
      content: { type: 0, text },
    })
  const readCpuMs = () => readTreeCpuMs(site.pid) + readTreeCpuMs(site.postmasterPid)
  return [
    { name: `ours, ${pairs} pairs`, work: sendNext, workers: pairs * 2, cpuMs: readCpuMs },
    withSeveralInFlight({ name: `ours, ${pairs} pairs`, work: sendNext, workers: pairs * 2, cpuMs: readCpuMs }),
    { name: `ours, ${clients} clients`, work: sendNext, workers: clients, cpuMs: readCpuMs },
  ]
}

type ReferenceServer = MeasuredServer & {
  /**
   * @throws Error when a delivered message is missing from the archive, because the reference would then do less work
   */
  expectStored: () => void
  stop: () => Promise<void>
}

async function openProsody(): Promise<ReferenceServer> {
  const server = await startProsody(pairs * 2)
  const waiting = new Map<string, () => void>()
  const countArrival = (id: string) => {
    waiting.get(id)?.()
    waiting.delete(id)
  }
  const people = await Promise.all(
    Array.from({ length: pairs * 2 }, (_, i) => openXmppPerson(server.url, i, countArrival)),
  )
  let sent = 0
  // XMPP does not acknowledge messages; when a message is delivered, it is in the archive
  const sendNext: WorkerRequest = (worker) =>
    new Promise<void>((resolve) => {
      const id = `m${(sent += 1)}`
      waiting.set(id, resolve)
      people[worker]!.send(partnerIndexOf(worker), id, text)
    })
  const expectStored = () => {
    const [delivered, stored] = [sent - waiting.size, server.countArchived() / 2]
    if (delivered > 0 && stored >= delivered) return
    throw new Error(
      `Prosody delivered ${delivered} messages and stored ${stored}: check that lua-dbi-sqlite3 fits Prosody's Lua`,
    )
  }
  const stopAll = async () => {
    for (const person of people) person.close()
    await server.stop('SIGKILL')
  }
  const readCpuMs = () => readTreeCpuMs(server.pid)
  return {
    name: `Prosody, ${pairs} pairs`,
    work: sendNext,
    workers: pairs * 2,
    cpuMs: readCpuMs,
    expectStored,
    stop: stopAll,
  }
}

async function openEcho(): Promise<MeasuredServer & { stop: () => Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startProgram(process.execPath, ['bench/im-echo.ts', `${port}`], url)
  const people = Array.from({ length: clients }, (_, id) => ({ accid: `echo-${id}`, token: 'none' }))
  const devices = await Promise.all(people.map((person) => openDevice(url, person)))
  const sendNext: WorkerRequest = (worker) => devices[worker]!.request('msg.sendMsg', { content: { type: 0, text } })
  return {
    name: 'echo, nothing stored',
    work: sendNext,
    workers: clients,
    cpuMs: () => readTreeCpuMs(server.pid),
    stop: () => server.stop(),
  }
}

/**
 * Sends messages as fast as the server takes them. Counts the acknowledged ones that are missing in the database, and
 * those that are missing at the other side.
 */
async function countLost(site: ImSite, each = 500): Promise<{ sent: number; notStored: number; notDelivered: number }> {
  const arrived = new Set<string>()
  const push = (packet: string) => {
    for (const [, id] of packet.matchAll(/"idClient":"([^"]+)"/g)) arrived.add(id!)
  }
  const people = await createChatPeople(site.sql, 20)
  const devices = await Promise.all(people.map((person) => openDevice(site.url, person, { push })))
  const acknowledged: string[] = []
  await Promise.all(
    devices.map(async (device, worker) => {
      const to = people[partnerIndexOf(worker)]!.accid
      for (let i = 0; i < each; i += 1) {
        const idClient = crypto.randomUUID()
        await device.request('msg.sendMsg', { scene: 'p2p', to, idClient, content: { type: 0, text } })
        acknowledged.push(idClient)
      }
    }),
  )
  const stored = await site.sql<{ id: string }[]>`
    select id_client as id from im_message where id_client = any(${acknowledged}::text[])`
  const storedIds = new Set(stored.map(({ id }) => id))
  // the other side may receive a message later than the acknowledgement
  for (let i = 0; i < 50 && arrived.size < acknowledged.length; i += 1) await wait(100)
  for (const device of devices) device.close()
  const countMissing = (ids: ReadonlySet<string>) => acknowledged.filter((id) => !ids.has(id)).length
  return { sent: acknowledged.length, notStored: countMissing(storedIds), notDelivered: countMissing(arrived) }
}

async function measureServer({ work, workers, cpuMs }: MeasuredServer): Promise<RoundFigures> {
  const before = cpuMs()
  const { count, perSecond } = await runSaturated(work, workers, seconds)
  return { perSecond, cpuUs: ((cpuMs() - before) * 1000) / count }
}

async function measureP99({ work, workers }: MeasuredServer, perSecond: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) times.push(quantile(await runPaced(work, workers, perSecond, seconds), 0.99))
  return median(times)
}

export async function run(): Promise<void> {
  const site = await startImSite('im-send')
  const prosody = await openProsody()
  const echo = await openEcho()
  try {
    const [few, full, many] = (await openOurs(site)) as [MeasuredServer, MeasuredServer, MeasuredServer]
    const sides = [few, full, many, prosody, withSeveralInFlight(prosody), echo]
    for (const side of sides) await runSaturated(side.work, side.workers, 2) // warms up
    prosody.expectStored()
    const all = sides.map((): RoundFigures[] => [])
    for (let i = 0; i < rounds; i += 1) {
      for (const [at, side] of sides.entries()) all[at]!.push(await measureServer(side))
    }
    const medianOfSide = (at: number, figure: keyof RoundFigures) => median(all[at]!.map((item) => item[figure]))
    const slow = { ours: await measureP99(many, 150), prosody: await measureP99(prosody, 150) }
    const fast = await measureP99(many, 4_000)
    prosody.expectStored()
    const lost = await countLost(site)

    // each server at its best: Prosody gains nothing from more messages in flight
    const times = medianOfSide(1, 'perSecond') / Math.max(medianOfSide(3, 'perSecond'), medianOfSide(4, 'perSecond'))
    // our slowest group against the fastest group of the reference
    const share = Math.min(medianOfSide(3, 'cpuUs'), medianOfSide(4, 'cpuUs')) / medianOfSide(0, 'cpuUs')
    const formatRow = (at: number, ...rest: string[]) => [
      sides[at]!.name,
      formatNumber(medianOfSide(at, 'perSecond'), 0),
      formatNumber(medianOfSide(at, 'cpuUs'), 0),
      ...rest,
    ]
    const judgeClaim = (claim: string, met: boolean) => `${claim} ${judge('im-send', claim, met)}`
    printTable(
      ['', 'messages/s', 'CPU µs/message', 'p99 ms at 150/s', 'at 4,000/s', ''],
      [
        formatRow(0, '', '', judgeClaim(`1/${formatNumber(share)} of Prosody's CPU (<= 1/7)`, share >= 7)),
        formatRow(1, '', '', judgeClaim(`${formatNumber(times)} x Prosody (>= 20)`, times >= 20)),
        formatRow(
          2,
          formatNumber(slow.ours),
          formatNumber(fast),
          judgeClaim(`p99 at 150/s ${formatNumber(slow.ours)} ms (<= 10)`, slow.ours <= 10),
        ),
        ['', '', '', '', '', judgeClaim(`p99 at 4,000/s ${formatNumber(fast)} ms (<= 50)`, fast <= 50)],
        formatRow(3, formatNumber(slow.prosody), '', ''),
        formatRow(4, '', '', ''),
        formatRow(5, '', '', ''),
      ],
    )
    const { sent, notStored, notDelivered } = lost
    const lossText = `of ${formatNumber(sent, 0)} acknowledged messages, ${notStored} not stored, ${notDelivered} not delivered`
    printNote(judgeClaim(lossText, notStored + notDelivered === 0))
    printNote(
      `one message in flight each where nothing is said, ${rounds} rounds of ${seconds} s in turns, medians; CPU of server and database`,
    )
  } finally {
    await prosody.stop()
    await echo.stop()
    await site.stop()
  }
}
