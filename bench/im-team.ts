// Messages to teams of different sizes. Time and write-ahead log per message must not depend on the size. Also the
// first page and the whole of a member list.
import { performance } from 'node:perf_hooks'
import type { Sql } from '../server/src/kit/db/db.ts'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { openDevice } from './kit/im-client.ts'
import { startImSite } from './kit/im-site.ts'
import { createTeamOf } from './kit/teams.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'

const sizes = [10, 200, 2_000, 10_000]
const warmUps = 100
const messages = 300
const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊'

type Device = Awaited<ReturnType<typeof openDevice>>
type MemberPage = { members: { account: string; joinTime: number }[]; hasMore: boolean }

async function readWalBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`
  return row!.bytes
}

/** Medians: milliseconds from request to reply, and bytes of the log per message. */
async function measureMessages(sql: Sql, device: Device, teamId: string): Promise<{ ms: number; bytes: number }> {
  const sendTeamMessage = () =>
    device.request('msg.sendMsg', {
      ...{ scene: 'superTeam', to: teamId, idClient: crypto.randomUUID() },
      content: { type: 0, text },
    })
  for (let i = 0; i < warmUps; i += 1) await sendTeamMessage()
  const before = await readWalBytes(sql)
  const times: number[] = []
  for (let i = 0; i < messages; i += 1) {
    const began = performance.now()
    await sendTeamMessage()
    times.push(performance.now() - began)
  }
  return { ms: median(times), bytes: ((await readWalBytes(sql)) - before) / messages }
}

async function measureMembers(
  device: Device,
  teamId: string,
): Promise<{ firstMs: number; allMs: number; count: number }> {
  const began = performance.now()
  let firstMs = 0
  const members: MemberPage['members'] = []
  for (let hasMore = true; hasMore;) {
    const last = members.at(-1)
    const after = last && { account: last.account, joinTime: last.joinTime }
    const input = { scene: 'superTeam', teamId, ...(after && { after }) }
    const page = (await device.request('team.getTeamMembers', input)) as MemberPage
    if (!after) firstMs = performance.now() - began
    members.push(...page.members)
    ;({ hasMore } = page)
  }
  return { firstMs, allMs: performance.now() - began, count: members.length }
}

export async function run(): Promise<void> {
  const site = await startImSite('im-team')
  try {
    const people = await createChatPeople(site.sql, sizes.at(-1)!)
    const device = await openDevice(site.url, people[0]!)
    const rows: string[][] = []
    let smallest = { ms: 0, bytes: 0 }
    let lastTeamId = ''
    for (const size of sizes) {
      lastTeamId = await createTeamOf(site.sql, device, people.slice(0, size))
      const { ms, bytes } = await measureMessages(site.sql, device, lastTeamId)
      if (size === sizes[0]) smallest = { ms, bytes }
      const isMet = bytes <= 8_192 && bytes <= smallest.bytes * 1.2
      rows.push([
        `a message to ${size}`,
        `${formatNumber(ms)} ms, ${formatNumber(bytes / 1024)} KB log`,
        'log <= 8 KB and 1.2 x that of 10',
        judge('im-team', `${size} members: ${formatNumber(bytes / 1024)} KB`, isMet),
      ])
    }
    const { firstMs, allMs, count } = await measureMembers(device, lastTeamId)
    rows.push(
      [
        'first 500 members',
        `${formatNumber(firstMs)} ms`,
        '<= 50 ms',
        judge('im-team', 'first page of members', firstMs <= 50),
      ],
      [
        `all ${count} members`,
        `${formatNumber(allMs)} ms`,
        '<= 2,000 ms',
        judge('im-team', 'all members', allMs <= 2_000),
      ],
    )
    printTable(['', 'measured', 'target', ''], rows)
    printNote(
      `from request to reply by socket, one in flight; medians of ${messages}; no member but the sender is online`,
    )
    device.close()
  } finally {
    await site.stop()
  }
}
