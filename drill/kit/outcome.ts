// Outcome of a drill: which messages were acknowledged, which ones the database has, and which ones each receiver
// shows.
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../../server/src/kit/db/db.ts'
import { countMet, judge, printTable, formatNumber } from '../../bench/kit/report.ts'
import type { MessageLoad } from './load.ts'
import { canWrite } from './postgres.ts'

export type DeliveryOutcome = {
  sent: number
  acknowledged: number
  /** Messages that were acknowledged, but are missing in the database. */
  lost: number
  /** Messages that are in the database more than once, or were announced more than once to a device. */
  doubled: number
  /** Messages in the database that the receiver's device lacks; the same after a reload. */
  hidden: number
  hiddenAfterReload: number
  /** Messages on a device that the database lacks; the same after a reload. */
  wronglyShown: number
  wronglyShownAfterReload: number
  /** The longest time without an acknowledgement, and without a read that needed the database. */
  secondsWithoutWrites: number
  secondsWithoutReads: number
  errors: ReadonlyMap<string, number>
}

async function countStored(
  databaseUrl: string,
  load: MessageLoad,
): Promise<Map<string, { count: number; seq: number }>> {
  const sql = connect(databaseUrl, 1)
  const ids = load.sent.map(({ idClient }) => idClient)
  const rows = await sql<{ idClient: string; count: number; seq: number }[]>`
    select id_client as "idClient", count(*) as count, max(seq) as seq from im_message where id_client = any(${ids}) group by 1`
  await sql.end()
  return new Map(rows.map(({ idClient, ...row }) => [idClient, row]))
}

type StoredMessages = ReadonlyMap<string, { count: number; seq: number }>

async function compareDevices(
  load: MessageLoad,
  stored: StoredMessages,
): Promise<{ hidden: number; wronglyShown: number }> {
  let [hidden, wronglyShown] = [0, 0]
  const sentIds = new Set(load.sent.map(({ idClient }) => idClient))
  for (const device of load.devices) {
    const incoming = load.sent.filter(({ to }) => to === device)
    const peer = incoming[0]?.from.accid
    if (!peer) continue
    const { from, held } = await device.view(peer)
    hidden += incoming.filter(({ idClient }) => {
      const row = stored.get(idClient)
      // older messages are history, which the page requests from the server
      return row && row.seq >= from && !held.has(idClient) && !device.announced.has(idClient)
    }).length
    wronglyShown += [...held].filter((idClient) => sentIds.has(idClient) && !stored.has(idClient)).length
  }
  return { hidden, wronglyShown }
}

/** Compares again and again for a while, because the receivers may not be up to date yet. */
async function waitForFinalOutcome(load: MessageLoad, stored: StoredMessages) {
  let outcome = await compareDevices(load, stored)
  for (let i = 0; i < 20 && outcome.hidden + outcome.wronglyShown > 0; i += 1) {
    await wait(500)
    outcome = await compareDevices(load, stored)
  }
  return outcome
}

function findLongestGap(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted.reduce((longest, time, i) => Math.max(longest, i > 0 ? time - sorted[i - 1]! : 0), 0) / 1000
}

/** Counts lost, doubled and hidden messages. Stop the load before. */
export async function readOutcome(load: MessageLoad, databaseUrl: string): Promise<DeliveryOutcome> {
  const stored = await countStored(databaseUrl, load)
  const acknowledged = load.sent.filter(({ ackedAt }) => ackedAt !== null)
  const live = await waitForFinalOutcome(load, stored)
  const announcedTwice = load.devices.flatMap((device) => [...device.announced.values()].filter((count) => count > 1))
  const storedTwice = [...stored.values()].filter(({ count }) => count > 1)
  for (const device of load.devices) await device.reload()
  const reloaded = await waitForFinalOutcome(load, stored)
  return {
    sent: load.sent.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ idClient }) => !stored.has(idClient)).length,
    doubled: storedTwice.length + announcedTwice.length,
    hidden: live.hidden,
    hiddenAfterReload: reloaded.hidden,
    wronglyShown: live.wronglyShown,
    wronglyShownAfterReload: reloaded.wronglyShown,
    secondsWithoutWrites: findLongestGap(acknowledged.map(({ ackedAt }) => ackedAt!)),
    secondsWithoutReads: findLongestGap(load.readTimes),
    errors: load.errors,
  }
}

/** Seconds from the first write that PostgreSQL accepts after a fault to the first acknowledged message. */
export function watchRecovery(load: MessageLoad, databaseUrl: string) {
  let acceptedAt: number | null = null
  const watchState = { isDone: false }
  const watchWrites = async () => {
    let hasFailed = false
    while (!watchState.isDone && acceptedAt === null) {
      if (!(await canWrite(databaseUrl))) hasFailed = true
      else if (hasFailed) acceptedAt = performance.now()
      await wait(50)
    }
  }
  const watching = watchWrites()
  return {
    isAccepted: () => acceptedAt !== null,
    async seconds(): Promise<number> {
      watchState.isDone = true
      await watching
      if (acceptedAt === null) return Number.NaN
      const accepted = acceptedAt
      const first = load.sent.flatMap(({ ackedAt }) => (ackedAt !== null && ackedAt >= accepted ? [ackedAt] : []))
      return first.length > 0 ? (Math.min(...first) - accepted) / 1000 : Number.POSITIVE_INFINITY
    },
  }
}

const counts = ['sent', 'acknowledged', 'lost', 'doubled', 'hidden', '… reloaded', 'wrongly shown', '… reloaded']
const columns = [...counts, 's without writes', 's without reads']

/** The outcome of each drill, as cells of the final table. */
const summary = new Map<string, string[]>()

export function printOutcome(drill: string, outcome: DeliveryOutcome): void {
  const { errors, ...figures } = outcome
  const cells = Object.values(figures).map((figure) => (Number.isInteger(figure) ? `${figure}` : formatNumber(figure)))
  summary.set(drill, cells)
  printTable(columns, [cells])
  const kinds = [...errors].map(([kind, count]) => `${count} x ${kind}`)
  console.log(`  errors that senders and visitors saw: ${kinds.join(', ') || 'none'}\n`)
}

export type DrillRun = { name: string; seconds: number }

export function printSummary(runs: readonly DrillRun[]): void {
  const rows = runs.map(({ name, seconds }) => {
    const cells = summary.get(name) ?? columns.map(() => '')
    return [name, ...cells, formatNumber(seconds, 0), countMet(name)]
  })
  printTable(['drill', ...columns, 's in all', 'targets met'], rows)
}

/**
 * Judges that no message was lost, doubled or hidden.
 * @param lostByDatabase acknowledged messages that the database itself lost
 */
export function judgeDelivery(drill: string, outcome: DeliveryOutcome, lostByDatabase = 0): void {
  const { doubled, hidden, hiddenAfterReload } = outcome
  const lost = outcome.lost - lostByDatabase
  const claim = `${lost} lost by the site, ${doubled} doubled, ${hidden} hidden, ${hiddenAfterReload} hidden after a reload (0)`
  console.log(`  ${claim}: ${judge(drill, claim, lost + doubled + hidden + hiddenAfterReload === 0)}`)
}

/** Checks that a reader without a page was asked to come back (503), and never got 502 or a dead connection. */
export function judgeRefusals(drill: string, { errors }: DeliveryOutcome): void {
  const others = [...errors].filter(([kind]) => kind.startsWith('read') && kind !== 'read 503')
  const count = others.reduce((sum, [, each]) => sum + each, 0)
  const claim = `${count} reads failed otherwise than with 503 (0)`
  console.log(`  ${claim}: ${judge(drill, claim, count === 0)}`)
}
