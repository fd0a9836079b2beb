// Many clients on one process: memory of an idle connection, the delay when two thousand reconnect at once, and whether
// each of them then receives a message.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { openDevice, type LightDevice } from './kit/im-client.ts'
import { startImSite } from './kit/im-site.ts'
import { quantile } from './kit/load.ts'
import { judge, formatKilobytes, printNote, printTable, formatNumber } from './kit/report.ts'

const crowd = 5_000
const returning = 2_000
const atOnce = 100

/** Resident memory of one process, in bytes. */
function readResidentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) * 1024
}

/** @returns the devices in the order of the people */
async function openAll(url: string, people: readonly ChatPerson[]): Promise<LightDevice[]> {
  const devices: LightDevice[] = []
  let next = 0
  const openRemainingDevices = async () => {
    while (next < people.length) {
      const at = next++
      devices[at] = await openDevice(url, people[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, openRemainingDevices))
  return devices
}

const maxArrivalMs = 30_000

/**
 * Sends a message to each person from one of the devices.
 * @returns those whose message did not arrive exactly once
 */
async function sendToEach(
  people: readonly ChatPerson[],
  senders: readonly LightDevice[],
  arrivals: ReadonlyMap<string, string[]>,
): Promise<string[]> {
  await Promise.all(
    people.map(({ accid: to }, i) =>
      senders[i % senders.length]!.request('msg.sendMsg', {
        scene: 'p2p',
        to,
        idClient: `crowd-${i}`,
        content: { type: chatMessageTypes.text, text: `欢迎回来，${to}` },
      }),
    ),
  )
  const listMissing = () =>
    people.flatMap(({ accid }) => {
      const texts = (arrivals.get(accid) ?? []).filter((text) => text.includes(`欢迎回来，${accid}"`))
      return texts.length === 1 ? [] : [`${accid} (${texts.length})`]
    })
  const endsAt = performance.now() + maxArrivalMs
  while (listMissing().length > 0 && performance.now() < endsAt) await wait(50)
  return listMissing()
}

export async function run(): Promise<void> {
  const site = await startImSite('im-crowd')
  try {
    const people = await createChatPeople(site.sql, crowd)
    // baseline: the process with its first hundred clients
    for (const device of await openAll(site.url, people.slice(0, 100))) device.close()
    await wait(2_000)
    const empty = readResidentBytes(site.pid)
    const devices = await openAll(site.url, people)
    await wait(10_000)
    const each = (readResidentBytes(site.pid) - empty) / crowd
    const before = readTreeCpuMs(site.pid)
    await wait(5_000)
    const idle = (readTreeCpuMs(site.pid) - before) / 5_000

    // after a network failure, all connect, sign in and sync at the same moment
    for (const device of devices.slice(0, returning)) device.close()
    await wait(1_000)
    const began = performance.now()
    const times: number[] = []
    const arrivals = new Map<string, string[]>()
    const results = await Promise.allSettled(
      people.slice(0, returning).map(async (person) => {
        const texts: string[] = []
        arrivals.set(person.accid, texts)
        const device = await openDevice(site.url, person, { push: (text) => void texts.push(text) })
        await device.request('sync.sync', { mark: 0 })
        times.push(performance.now() - began)
        return device
      }),
    )
    const errors = results.filter(({ status }) => status === 'rejected').length
    const missing = await sendToEach(people.slice(0, returning), devices.slice(returning), arrivals)
    for (const person of missing) console.log(`  no message, or several: ${person}`)
    times.sort((a, b) => a - b)
    const last = (times.at(-1) ?? Number.NaN) / 1000

    const light = judge('im-crowd', `${formatKilobytes(each)} a connection, target < 45 KB`, each < 45 * 1024)
    const prompt = judge(
      'im-crowd',
      `${formatNumber(last)} s, ${errors} errors, target 10 s and none`,
      last < 10 && errors === 0,
    )
    printTable(
      ['', 'measured', 'target', ''],
      [
        [`memory of an idle connection, ${crowd} logged in`, formatKilobytes(each), '< 45 KB', light],
        ['CPU while they are idle', `${formatNumber(idle * 100)} % of a core`, '', ''],
        [
          `${returning} at once: connected, logged in, synced`,
          `${formatNumber(last)} s, ${errors} errors`,
          '< 10 s, 0',
          prompt,
        ],
        [
          'a message to each of them',
          `${missing.length} missing`,
          '0',
          judge('im-crowd', `${missing.length} of ${returning} messages missing, target 0`, missing.length === 0),
        ],
        ['  the middle one', `${formatNumber(quantile(times, 0.5) / 1000)} s`, '', ''],
      ],
    )
    printNote(
      'over websockets; resident memory of the server process, from before the first to ten seconds after the last',
    )
    for (const result of results) if (result.status === 'fulfilled') result.value.close()
    for (const device of devices.slice(returning)) device.close()
  } finally {
    await site.stop('SIGKILL')
  }
}
