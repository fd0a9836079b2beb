// Imports accounts and old messages by the server API, compared with multi-row inserts of the same rows into equal
// tables.
import { performance } from 'node:perf_hooks'
import { createSignedBackend } from '../server/db/fixtures/signed-backend.ts'
import type { Rows } from '../server/db/rows.ts'
import { openSecrets } from '../server/src/kit/auth/secrets.ts'
import type { Sql } from '../server/src/kit/db/db.ts'
import { readTreeCpuMs } from './kit/cpu.ts'
import { startImSite } from './kit/im-site.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'

const perCall = 500
const perRound = 20_000
const rounds = 3
const accounts = 10_000
const fewConversations = { first: 0, count: 50 }
const manyConversations = { first: 50, count: accounts / 2 - 50 }
const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊' // a text of 42 characters

type SignedBackend = Awaited<ReturnType<typeof createSignedBackend>>
type RoundFigures = { perSecond: number; cpuUs: number }

const chunk = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / perCall) }, (_, i) => list.slice(i * perCall, (i + 1) * perCall))

type ConversationRange = { first: number; count: number }

/** Messages, oldest first, spread over the conversations. */
function createMessages(name: string, conversations: ConversationRange, first: number) {
  const begin = Date.UTC(2020, 0, 1)
  return Array.from({ length: perRound }, (_, at) => {
    const i = first + at
    const low = (conversations.first + (i % conversations.count)) * 2
    const [from, to] = i % 3 === 0 ? [low + 1, low] : [low, low + 1]
    const time = begin + i * 1_000
    return {
      from: `old${from}`,
      to: `old${to}`,
      msgid: `${name}${i}`,
      time,
      type: 0,
      body: JSON.stringify({ msg: text }),
    }
  })
}

/** @throws Error when the server refuses a row */
async function importAll(
  call: SignedBackend,
  path: 'user/import' | 'msg/import',
  rows: readonly object[],
): Promise<void> {
  for (const list of chunk(rows)) {
    const { code, results } = await call(path, { [path === 'msg/import' ? 'msgs' : 'accounts']: JSON.stringify(list) })
    const refused = results?.find((result) => result.code !== 200)
    if (code !== 200 || refused) throw new Error(`refused: ${JSON.stringify(refused ?? code)}`)
  }
}

async function measureImport(count: number, cpuMs: () => number, work: () => Promise<void>): Promise<RoundFigures> {
  const [began, before] = [performance.now(), cpuMs()]
  await work()
  return { perSecond: (count * 1000) / (performance.now() - began), cpuUs: ((cpuMs() - before) * 1000) / count }
}

/** Inserts the rows of the last round again, 500 rows per transaction. */
async function insertAgain(sql: Sql, rows: readonly Rows['im_message'][]): Promise<void> {
  for (const list of chunk(rows)) await sql`insert into plain_message ${sql(list as never)}`
}

export async function run(): Promise<void> {
  const site = await startImSite('im-import')
  try {
    const { sql } = site
    const call = await createSignedBackend(sql, await openSecrets(sql, { dataDir: site.folder }), site.url)
    const readCpuMs = () => readTreeCpuMs(site.pid) + readTreeCpuMs(site.postmasterPid)
    const names = Array.from({ length: accounts }, (_, i) => ({
      accid: `old${i}`,
      name: `旧用户${i}`,
      token: `token-of-the-old-service-${i}`,
    }))
    const people = await measureImport(accounts, readCpuMs, () => importAll(call, 'user/import', names))
    await importAll(call, 'msg/import', createMessages('warm', fewConversations, 0).slice(0, 5_000))
    await sql`create table plain_message (like im_message including all excluding identity)`
    const ownCpuMs = () => readTreeCpuMs(site.postmasterPid)

    const few: RoundFigures[] = []
    const many: RoundFigures[] = []
    const repeated: RoundFigures[] = []
    const plain: RoundFigures[] = []
    for (let i = 0; i < rounds; i += 1) {
      const dense = createMessages('few', fewConversations, (i + 1) * perRound)
      few.push(await measureImport(perRound, readCpuMs, () => importAll(call, 'msg/import', dense)))
      repeated.push(await measureImport(perRound, readCpuMs, () => importAll(call, 'msg/import', dense)))
      const wide = createMessages('many', manyConversations, i * perRound)
      many.push(await measureImport(perRound, readCpuMs, () => importAll(call, 'msg/import', wide)))
      const rows = await sql<Rows['im_message'][]>`select * from im_message order by id desc limit ${perRound}`
      plain.push(await measureImport(perRound, ownCpuMs, () => insertAgain(sql, rows)))
    }
    const medianOfFigure = (list: readonly RoundFigures[], figure: keyof RoundFigures) =>
      median(list.map((item) => item[figure]))
    const formatRow = (name: string, list: readonly RoundFigures[], claim = '') => [
      name,
      formatNumber(medianOfFigure(list, 'perSecond'), 0),
      formatNumber(medianOfFigure(list, 'cpuUs'), 0),
      claim,
    ]
    const judgeRate = (list: readonly RoundFigures[]) => {
      const claim = `${formatNumber(medianOfFigure(list, 'perSecond'), 0)} messages/s (>= 5,000)`
      return `${claim} ${judge('im-import', claim, medianOfFigure(list, 'perSecond') >= 5_000)}`
    }
    printTable(
      ['', 'per second', 'CPU µs each', ''],
      [
        formatRow(`messages of ${fewConversations.count} conversations`, few, judgeRate(few)),
        formatRow(`messages of ${manyConversations.count} conversations`, many, judgeRate(many)),
        formatRow('imported before, again', repeated),
        formatRow('accounts', [people]),
        formatRow('plain inserts of the same rows (CPU of the database alone)', plain),
      ],
    )
    printNote(
      `one call of ${perCall} in flight; ${rounds} rounds of ${perRound} in turns, medians; CPU of server and database`,
    )
  } finally {
    await site.stop()
  }
}
