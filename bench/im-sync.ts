// Delay of a device's sync: first sync, missed messages, and a page of history in a very long conversation.
import { performance } from 'node:perf_hooks'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { insertManyMessages } from '../server/db/fixtures/many-messages.ts'
import { createBodyCipher } from '../server/src/kit/chat/bodies.ts'
import { createSecrets, readOrCreateRootKeys } from '../server/src/kit/auth/secrets.ts'
import { openDevice } from './kit/im-client.ts'
import { startImSite } from './kit/im-site.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'

const text = '最近总是睡不着，心里很乱，不知道该和谁说，想请您帮我看看该怎么办才好，谢谢您了。啊啊'
const rows = 1_000_000
const repeats = 15

type SyncReply = { sessions?: unknown[]; lists?: { msgs: unknown[] }[]; msgs?: { time: number }[] }

async function time(
  work: () => Promise<SyncReply>,
  count: (reply: SyncReply) => number,
  expected: number,
): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i += 1) {
    const began = performance.now()
    const received = count(await work())
    times.push(performance.now() - began)
    if (received !== expected) throw new Error(`got ${received} instead of ${expected}`)
  }
  return median(times)
}

export async function run(): Promise<void> {
  const site = await startImSite('im-sync')
  try {
    const bodies = createBodyCipher(createSecrets(readOrCreateRootKeys(undefined, site.folder)))
    const people = await createChatPeople(site.sql, 203)
    const [ann, bob, eve, ...others] = people
    console.log(`  writing ${rows} messages …`)
    await insertManyMessages(site.sql, bodies, { from: ann!.id, to: bob!.id, count: rows, text })
    await insertManyMessages(site.sql, bodies, { from: ann!.id, to: eve!.id, count: 1_000, text })
    for (const other of others) {
      await insertManyMessages(site.sql, bodies, { from: other.id, to: eve!.id, count: 5, text })
    }
    await site.sql`vacuum analyze`
    const [a, b, e] = [
      await openDevice(site.url, ann!),
      await openDevice(site.url, bob!),
      await openDevice(site.url, eve!),
    ]

    const first = await time(
      () => e.request('sync.sync', { mark: 0, isFirst: true }) as Promise<SyncReply>,
      ({ sessions }) => sessions!.length,
      201,
    )
    const [start] = await site.sql<{ time: number }[]>`
      select min(time) - 1 as time from im_message m join im_conversation c on c.id = m.conversation_id
      where c.last_seq = 1000`
    // in the order of a device: changes first, then all pages
    const missed = await time(
      async () => {
        await e.request('sync.sync', { mark: 0 })
        const msgs: { time: number }[] = []
        for (let hasMore = true; hasMore;) {
          const since = [{ to: ann!.accid, time: msgs.at(-1)?.time ?? start!.time }]
          const reply = (await e.request('sync.syncMsgs', { since })) as {
            lists: { msgs: { time: number }[]; hasMore: boolean }[]
          }
          msgs.push(...reply.lists[0]!.msgs)
          ;({ hasMore } = reply.lists[0]!)
        }
        return { msgs }
      },
      ({ msgs }) => msgs!.length,
      1_000,
    )
    const newest = await time(
      () => b.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann!.accid }) as Promise<SyncReply>,
      ({ msgs }) => msgs!.length,
      100,
    )
    const middle = Date.now() - (rows / 2) * 1000
    const inside = await time(
      () => a.request('msg.getHistoryMsgs', { scene: 'p2p', to: bob!.accid, endTime: middle }) as Promise<SyncReply>,
      ({ msgs }) => msgs!.length,
      100,
    )
    const beat = await time(
      () => b.request('link.heartbeat', {}).then(() => ({})),
      () => 0,
      0,
    )

    const formatRow = (label: string, ms: number, maxMs: number) => [
      label,
      `${formatNumber(ms)} ms`,
      `< ${maxMs} ms`,
      judge('im-sync', `${label}: ${formatNumber(ms)} ms, target < ${maxMs}`, ms < maxMs),
    ]
    printTable(
      ['', 'measured', 'target', ''],
      [
        formatRow('first sync of an account with 201 conversations', first, 1_000),
        formatRow('1,000 messages missed, all of them', missed, 1_000),
        formatRow(`the newest 100 of ${rows}`, newest, 20),
        formatRow(`100 in the middle of ${rows}`, inside, 20),
        ['a heartbeat, which asks the database nothing', `${formatNumber(beat)} ms`, '', ''],
      ],
    )
    printNote(`by socket, from request to parsed reply; medians of ${repeats}; every body is opened by the server`)
    for (const device of [a, b, e]) device.close()
  } finally {
    await site.stop()
  }
}
