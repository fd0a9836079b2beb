// Messages to teams of different sizes, and changes of them. Time and write-ahead log of a message, and the rows of a
// change, must not depend on the size. Also a member list, and the login of an account in 500 teams.
import { performance } from 'node:perf_hooks'
import type { Sql } from '../server/src/kit/db/db.ts'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { openDevice } from './kit/im-client.ts'
import { startImSite, type ImSite } from './kit/im-site.ts'
import { createTeam, createTeamOf, fillTeam } from './kit/teams.ts'
import { openStatementTimes, statementTimeSettings } from './kit/statement-times.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { countWrites } from './kit/writes.ts'

const sizes = [10, 200, 2_000, 10_000]
const warmUps = 100
const messages = 100
/** Each size is measured in turn, so that a busy moment of the machine affects all. */
const rounds = 7
const changes = 20
const [teamsOfOne, changedTeams, logins] = [500, 50, 9]
const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊'

type Device = Awaited<ReturnType<typeof openDevice>>
type MemberPage = { members: { account: string; joinTime: number }[]; hasMore: boolean }

async function readWalBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`
  return row!.bytes
}

const sendTeamMessage = async (device: Device, to: string) =>
  (await device.request('msg.sendMsg', {
    scene: 'superTeam',
    to,
    idClient: crypto.randomUUID(),
    content: { type: 0, text },
  })) as { msg: { idServer: string } }

/** Recalls a message of this device. */
const recall = (device: Device, to: string, idServer: string) =>
  device.request('msg.deleteMsg', { scene: 'superTeam', to, idServer })

/** Per request: milliseconds from request to reply and in the statements of the database, and bytes of the log. */
type RequestCost = { replyMs: number; databaseMs: number; logBytes: number }
const medianOf = (costs: readonly RequestCost[]): RequestCost => ({
  replyMs: median(costs.map(({ replyMs }) => replyMs)),
  databaseMs: median(costs.map(({ databaseMs }) => databaseMs)),
  logBytes: median(costs.map(({ logBytes }) => logBytes)),
})

/** Sends the requests one after the other. */
async function measureRequests<Item>(
  sql: Sql,
  readStatementMs: () => Promise<number>,
  items: readonly Item[],
  request: (item: Item) => Promise<unknown>,
): Promise<RequestCost> {
  const [bytesBefore, msBefore] = [await readWalBytes(sql), await readStatementMs()]
  const times: number[] = []
  for (const item of items) {
    const began = performance.now()
    await request(item)
    times.push(performance.now() - began)
  }
  return {
    replyMs: median(times),
    databaseMs: ((await readStatementMs()) - msBefore) / items.length,
    logBytes: ((await readWalBytes(sql)) - bytesBefore) / items.length,
  }
}

type CostOfTeam = { message: RequestCost; recall: RequestCost }

/** @returns medians of the rounds for each team, in order */
async function measureMessages(sql: Sql, device: Device, teamIds: readonly string[]): Promise<CostOfTeam[]> {
  const readStatementMs = await openStatementTimes(sql)
  const sent = teamIds.map((): RequestCost[] => [])
  const recalled = teamIds.map((): RequestCost[] => [])
  for (const teamId of teamIds) for (let i = 0; i < warmUps; i += 1) await sendTeamMessage(device, teamId)
  for (let round = 0; round < rounds; round += 1)
    for (const [i, teamId] of teamIds.entries()) {
      const ids: string[] = []
      const send = async () => ids.push((await sendTeamMessage(device, teamId)).msg.idServer)
      sent[i]!.push(await measureRequests(sql, readStatementMs, Array.from({ length: messages }), send))
      recalled[i]!.push(await measureRequests(sql, readStatementMs, ids, (id) => recall(device, teamId, id)))
    }
  return teamIds.map((_, i) => ({ message: medianOf(sent[i]!), recall: medianOf(recalled[i]!) }))
}

/** Rows of the report: each cost within its limit, and within 20 % of the smallest one. */
function reportCosts(name: string, costs: readonly RequestCost[]): string[][] {
  const [leastMs, leastBytes] = [
    Math.min(...costs.map(({ databaseMs }) => databaseMs)),
    Math.min(...costs.map(({ logBytes }) => logBytes)),
  ]
  return costs.flatMap(({ replyMs, databaseMs, logBytes }, i) => {
    const [time, log] = [`${formatNumber(databaseMs, 2)} ms`, `${formatNumber(logBytes / 1024, 2)} KB`]
    return [
      [
        `${name} of ${sizes[i]}: database time`,
        `${time} (request to reply ${formatNumber(replyMs)} ms)`,
        '<= 3 ms, equal within 20 %',
        judge('im-team', `${name} of ${sizes[i]}: ${time}`, databaseMs <= 3 && databaseMs <= leastMs * 1.2),
      ],
      [
        `${name} of ${sizes[i]}: log`,
        log,
        '<= 8 KB, equal within 20 %',
        judge('im-team', `${name} of ${sizes[i]}: ${log}`, logBytes <= 8_192 && logBytes <= leastBytes * 1.2),
      ],
    ]
  })
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

/** @returns the rows that one rename, one announcement, one join and one leave write together */
async function countRowsOfChanges(sql: Sql, owner: Device, guest: Device, teamId: string): Promise<number> {
  const team = { scene: 'superTeam', teamId }
  await owner.request('team.updateTeam', { ...team, joinMode: 'noVerify' })
  const before = await countWrites(sql)
  for (let i = 0; i < changes; i += 1) {
    await owner.request('team.updateTeam', { ...team, name: `第${i}次` })
    await owner.request('team.updateTeam', { ...team, announcement: `周${i}晚上八点` })
    await guest.request('team.applyTeam', team)
    await guest.request('team.leaveTeam', team)
  }
  return ((await countWrites(sql)) - before) / changes
}

type TeamSyncMark = { teamId: string; version: number; ownVersion: number }
type SyncReply = { mark: number; teams: { team: { teamId: string }; version: number; own: { version: number } }[] }

/** @returns median milliseconds from connecting until the account knows what has changed in its teams */
async function measureLogin(site: ImSite, owner: Device, guest: ChatPerson): Promise<number> {
  const teamIds: string[] = []
  for (let i = 0; i < teamsOfOne; i += 1) teamIds.push(await createTeam(site.sql, owner, `${i}`))
  for (const teamId of teamIds) await fillTeam(site.sql, Number(teamId), [guest.id])
  await site.sql`vacuum analyze im_team_member`
  let mark = 0
  const marks = new Map<string, TeamSyncMark>()
  const times: number[] = []
  for (let i = 0; i <= logins; i += 1) {
    for (const to of teamIds.slice(0, changedTeams)) await sendTeamMessage(owner, to)
    const began = performance.now()
    const device = await openDevice(site.url, guest)
    const teamMarks = [...marks.values()]
    const reply = (await device.request('sync.sync', { mark, teamMarks })) as SyncReply
    times.push(performance.now() - began)
    ;({ mark } = reply)
    for (const { team, version, own } of reply.teams)
      marks.set(team.teamId, { teamId: team.teamId, version, ownVersion: own.version })
    const expected = i === 0 ? teamsOfOne : changedTeams
    if (reply.teams.length !== expected) throw new Error(`${reply.teams.length} teams instead of ${expected}`)
    device.close()
  }
  // the first one receives all teams
  return median(times.slice(1))
}

export async function run(): Promise<void> {
  const site = await startImSite('im-team', statementTimeSettings)
  try {
    const people = await createChatPeople(site.sql, sizes.at(-1)!)
    const device = await openDevice(site.url, people[0]!)
    const guest = await openDevice(site.url, people.at(-1)!)
    const teamIds: string[] = []
    const rowsOfChanges: number[] = []
    for (const size of sizes) {
      // the last place is the guest's, who joins and leaves
      const teamId = await createTeamOf(site.sql, device, people.slice(0, size - 1))
      if (size === sizes[0] || size === sizes.at(-1))
        rowsOfChanges.push(await countRowsOfChanges(site.sql, device, guest, teamId))
      teamIds.push(teamId)
    }
    const costs = await measureMessages(site.sql, device, teamIds)
    const rows = [
      ...reportCosts(
        'a message to a team',
        costs.map(({ message }) => message),
      ),
      ...reportCosts(
        'a recall in a team',
        costs.map(({ recall: cost }) => cost),
      ),
    ]
    const [founder, member] = await createChatPeople(site.sql, 2)
    const loginMs = await measureLogin(site, await openDevice(site.url, founder!), member!)
    const { firstMs, allMs, count } = await measureMembers(device, teamIds.at(-1)!)
    const [few, many] = rowsOfChanges
    rows.push(
      [
        `rename, announcement, join, leave: of 10, of ${sizes.at(-1)}`,
        `${formatNumber(few!)}, ${formatNumber(many!)} rows together`,
        'equal',
        judge('im-team', `changes: ${few} and ${many} rows`, Math.abs(few! - many!) < 1),
      ],
      [
        `login in ${teamsOfOne} teams, ${changedTeams} of them changed`,
        `${formatNumber(loginMs)} ms`,
        '<= 150 ms',
        judge('im-team', `login ${formatNumber(loginMs)} ms`, loginMs <= 150),
      ],
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
    printNote('database time: planning and execution of statements (pg_stat_statements), without the flush of the log')
    printNote(`one message in flight; medians of ${rounds} rounds of ${messages}; only the sender is online`)
    device.close()
  } finally {
    await site.stop()
  }
}
