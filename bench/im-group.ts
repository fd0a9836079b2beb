// A team of 2,000 members of whom 1,000 are online on two processes, beside a room of Prosody. Both store the messages.
// Also one-to-one messages beside a busy team of 10,000.
import { setTimeout as wait } from 'node:timers/promises'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { createTestRedis } from '../server/test/stand-ins/redis.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import type { Sql } from '../server/src/kit/db/db.ts'
import { openBusyTeam } from './kit/busy-team.ts'
import { openDevice, type LightDevice } from './kit/im-client.ts'
import { startImNodes, type ImNodes } from './kit/im-site.ts'
import { quantile, runPaced } from './kit/load.ts'
import { openXmppPerson, startProsody, type XmppPerson } from './kit/prosody.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { createTeamOf } from './kit/teams.ts'

const members = 2_000
const online = 1_000
const busyTeam = 10_000
const perSecond = 5
const seconds = 20
const maxWaitMs = 60_000
const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊' // a text of 42 characters

/** Counts the deliveries of each message, and when the last one arrived. */
function createArrivals() {
  const messages = new Map<string, { sentAt: number; count: number; lastAt: number }>()
  return {
    begin: (id: string) => void messages.set(id, { sentAt: performance.now(), count: 0, lastAt: 0 }),
    arrive(id: string) {
      const message = messages.get(id)
      if (message) Object.assign(message, { count: message.count + 1, lastAt: performance.now() })
    },
    /** Milliseconds until the last of `receivers` had each message, sorted. */
    read(receivers: number) {
      const all = [...messages.values()]
      const missing = all.reduce((sum, { count }) => sum + receivers - count, 0)
      return { missing, times: all.map(({ sentAt, lastAt }) => lastAt - sentAt).sort((a, b) => a - b) }
    },
  }
}
type Arrivals = ReturnType<typeof createArrivals>
type GroupFigures = { times: number[]; missing: number; cpuMicros: number }

/** @param send sends a message with an id to the group, as one of its members */
async function measureGroup(
  arrivals: Arrivals,
  send: (sender: number, id: string) => unknown,
  receivers: number,
  pids: readonly number[],
): Promise<GroupFigures> {
  const readCpuMs = () => pids.reduce((sum, pid) => sum + readTreeCpuMs(pid), 0)
  const before = readCpuMs()
  let count = 0
  const sendNext = async (sender: number) => {
    const id = `message-${(count += 1)}`
    arrivals.begin(id)
    await send(sender, id)
  }
  await runPaced(sendNext, online, perSecond, seconds)
  // a server that is slower than the senders is given time for the rest
  for (let waited = 0; waited < maxWaitMs && arrivals.read(receivers).missing > 0; waited += 500) await wait(500)
  const cpuMs = readCpuMs() - before
  return { ...arrivals.read(receivers), cpuMicros: (cpuMs * 1000) / (count * receivers) }
}

async function measureProsody(): Promise<GroupFigures> {
  const server = await startProsody(online)
  try {
    const arrivals = createArrivals()
    const people: XmppPerson[] = []
    for (let i = 0; i < online; i += 1) {
      const person = await openXmppPerson(server.url, i, (id) => arrivals.arrive(id))
      await person.join()
      people.push(person)
    }
    const send = (sender: number, id: string) => people[sender]!.sendToRoom(id, text)
    // a room returns the message to its sender, too
    const figures = await measureGroup(arrivals, send, online, [server.pid])
    if (server.countArchived() < perSecond * seconds)
      throw new Error(`Prosody has stored ${server.countArchived()} messages of the room`)
    for (const person of people) person.close()
    return figures
  } finally {
    await server.stop('SIGKILL')
  }
}

const readIdClient = (packet: string) => /"idClient":"(message-\d+)"/.exec(packet)?.[1] ?? ''

async function openMembers(site: ImNodes, people: readonly ChatPerson[], arrivals: Arrivals): Promise<LightDevice[]> {
  const devices: LightDevice[] = []
  for (const [i, person] of people.entries()) {
    const { url } = site.nodes[i % site.nodes.length]!
    devices.push(await openDevice(url, person, { push: (packet) => arrivals.arrive(readIdClient(packet)) }))
  }
  return devices
}

const sendTo = (device: LightDevice, scene: string, to: string, idClient: string) =>
  device.request('msg.sendMsg', { scene, to, idClient, content: { type: 0, text } })

const pairedPeople = 100
const pairSeconds = 15
const pairRounds = 5
type TeamWriter = (perSecond: number, seconds: number) => Promise<void>

/** Members of a group exchange private messages only as friends. */
async function befriendPairs(sql: Sql, people: readonly ChatPerson[]): Promise<void> {
  for (let i = 0; i < pairedPeople; i += 1) await insertFriend(sql, people[i]!.id, people[i ^ 1]!.id)
}
const insertFriend = (sql: Sql, id: number, peerId: number) =>
  sql`
    insert into im_friend (im_account_id, peer_id, create_time, update_time)
    values (${id}, ${peerId}, ${Date.now()}, ${Date.now()})`

const busyWriters = { first: 200, count: 100, perSecond: 20 }

/**
 * One-to-one messages between members of a team, while another team is quiet and while it is busy, in turns.
 * @returns medians of the p99 in ms
 */
async function measurePairs(devices: readonly LightDevice[], people: readonly ChatPerson[], writeTeam: TeamWriter) {
  const send = (i: number) => sendTo(devices[i]!, 'p2p', people[i ^ 1]!.accid, crypto.randomUUID())
  const measure = async () => quantile(await runPaced(send, pairedPeople, 100, pairSeconds), 0.99)
  await measure()
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let i = 0; i < pairRounds; i += 1) {
    quiet.push(await measure())
    const [p99] = await Promise.all([measure(), writeTeam(busyWriters.perSecond, pairSeconds)])
    busy.push(p99)
  }
  return { quiet: median(quiet), busy: median(busy) }
}

export async function run(): Promise<void> {
  const prosody = await measureProsody()
  const redis = await createTestRedis()
  const site = await startImNodes('im-group', redis.url, 2)
  try {
    const people = await createChatPeople(site.sql, busyTeam)
    const arrivals = createArrivals()
    const devices = await openMembers(site, people.slice(0, online), arrivals)
    const teamId = await createTeamOf(site.sql, devices[0]!, people.slice(0, members))
    // a node delivers to the teams that it read for the last sync of the device
    for (const device of devices) await device.request('sync.sync', { mark: 0 })
    const pids = [site.postmasterPid, ...site.nodes.map(({ pid }) => pid)]
    const send = (sender: number, id: string) => sendTo(devices[sender]!, 'superTeam', teamId, id)
    const ours = await measureGroup(arrivals, send, online - 1, pids)
    // few of its members are online, so that its messages load the database and not the connections
    const writers = people.slice(busyWriters.first, busyWriters.first + busyWriters.count)
    const bigTeamId = await createTeamOf(site.sql, devices[busyWriters.first]!, [...writers, ...people.slice(online)])
    for (const [i] of writers.entries()) devices[busyWriters.first + i]!.close()
    const urls = site.nodes.map(({ url }) => url)
    const busyTeamMembers = await openBusyTeam(urls, writers)
    await befriendPairs(site.sql, people)
    const pairs = await measurePairs(devices, people, (rate, time) => busyTeamMembers.write(bigTeamId, rate, time))
    busyTeamMembers.stop()
    const p99 = quantile(ours.times, 0.99)
    const share = prosody.cpuMicros / ours.cpuMicros
    const ratio = pairs.busy / pairs.quiet
    printTable(
      [`${members} members, ${online} online, ${perSecond} messages a second`, 'measured', 'target', '', 'Prosody'],
      [
        [
          'the last one online has the message, p99',
          `${formatNumber(p99, 0)} ms`,
          '<= 300 ms',
          judge('im-group', `the last one: p99 ${formatNumber(p99, 0)} ms`, p99 <= 300),
          `${formatNumber(quantile(prosody.times, 0.99), 0)} ms`,
        ],
        [
          '  missing deliveries',
          `${ours.missing}`,
          'none',
          judge('im-group', `${ours.missing} deliveries missing`, ours.missing === 0),
          `${prosody.missing}`,
        ],
        [
          '  CPU of a delivery',
          `${formatNumber(ours.cpuMicros)} µs`,
          "<= 1/5 of Prosody's",
          judge('im-group', `1/${formatNumber(share)} of Prosody's CPU`, share >= 5),
          `${formatNumber(prosody.cpuMicros)} µs`,
        ],
        [
          `one-to-one messages, p99: quiet, beside a busy team of ${busyTeam}`,
          `${formatNumber(pairs.quiet)}, ${formatNumber(pairs.busy)} ms`,
          '<= 1.2 x',
          judge('im-group', `${formatNumber(ratio, 2)} x beside a busy team`, ratio <= 1.2),
          '',
        ],
      ],
    )
    printNote('Prosody is one process; ours are two over Redis; CPU with the database; all clients share the machine')
    for (const device of devices) device.close()
  } finally {
    await site.stop()
    await redis.stop()
  }
}
