// Tests the number of SQL statements per batch of messages.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makePerson, textTo, type Person } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { connect, transaction, type Sql } from '../../../kit/db/db.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { destroyKey } from '../erasure/erase.ts'
import { createMessageWriter } from './send.ts'
import type { SendResult, OutgoingMessage } from './outgoing-message.ts'
import { writeMessages } from './write.ts'

const server = useTestServer()
let people: Person[] = []
let viewers: OutgoingMessage['viewer'][] = []
beforeAll(async () => {
  const { url } = await server().listen()
  people = await Promise.all(Array.from({ length: 4 }, () => makePerson(server(), url)))
  const rows = await server().kit.sql<{ id: number; accid: string }[]>`select id, accid from im_account`
  viewers = people.map(({ accid }) => {
    const imId = rows.find((row) => row.accid === accid)!.id
    return { imId, accid, appId: 1, login: 0, isMuted: false, roleId: 6, deviceId: 'device-1', clientType: 16 }
  })
})

const oneStatement = 'select im_write_known( account_ids'
type WatchedConnection = { sql: Sql; statements: string[]; close: () => Promise<void> }

/** A connection that records the statements sent over it. */
async function watch(): Promise<WatchedConnection> {
  const [row] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const statements: string[] = []
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const sql = connect(url, 1, (_connection, query) => statements.push(query.trim().split(/\s+/).slice(0, 3).join(' ')))
  // the driver reads the types of the database on each new connection
  await sql`select 1`
  await sql.begin((tx) => tx`select 1`)
  return { sql, statements, close: () => sql.end() }
}

/** A conversation between the first person and each of the others, with `each` messages. */
const group = (each: number): OutgoingMessage[] =>
  people
    .slice(1)
    .flatMap(({ accid }) => Array.from({ length: each }, () => ({ viewer: viewers[0]!, draft: textTo(accid, '你好') })))

test('writes a batch of any size in seven statements of one transaction', async () => {
  const { bodies } = server().kit
  const { sql: watched, statements, close } = await watch()
  try {
    const write = async (items: OutgoingMessage[]) => {
      statements.length = 0
      await writeMessages(watched, bodies, items)
      return [...statements]
    }
    const opening = await write(group(1))
    const seven = await write(group(1).slice(0, 1))
    expect(seven).toEqual([
      'begin',
      // in this order, because duplicates are searched for under the lock
      'with wanted as',
      'select m.id, m.conversation_id,',
      'select w.low as',
      'select w.sender as',
      oneStatement,
      'commit',
    ])
    expect(await write(group(66))).toEqual(seven)
    expect(opening).toEqual(seven.toSpliced(5, 0, 'with conversation as'))
    // a resend: finds the message, and the current session
    const items = group(1)
    await write(items)
    expect(await write(items)).toEqual([...seven.slice(0, 5), 'select s.im_account_id, s.conversation_id,', 'commit'])
  } finally {
    await close()
  }
})

test('writes a batch of cached conversations in one statement, with the result of the transaction', async () => {
  const { bodies } = server().kit
  const { sql, statements, close } = await watch()
  try {
    const write = createMessageWriter(sql, server().kit.bodies)
    await write(group(1)) // fills the cache
    statements.length = 0
    const short = (await write(group(20))) as SendResult[]
    expect(statements).toEqual([oneStatement])
    const long = (await writeMessages(sql, bodies, group(1))) as SendResult[]
    const shape = ({ msg, sessions }: SendResult) => ({
      ...msg,
      ...{ idClient: '', idServer: '', time: 0, seq: 0 },
      sessions: sessions
        .map((item) => ({ ...item, session: { ...item.session, version: 0, unread: 0, lastSeq: 0, updateTime: 0 } }))
        .sort((a, b) => a.imId - b.imId),
    })
    for (const [at, result] of long.entries()) {
      const before = short[at * 20 + 19]!
      expect(shape(result)).toEqual(shape(before))
      // the next position, a later time, one more unread for the receiver, a later version for both
      expect(result.msg.seq).toBe(before.msg.seq + 1)
      expect(result.msg.time).toBeGreaterThan(before.msg.time)
      for (const { imId, session } of result.sessions) {
        const earlier = before.sessions.find((other) => other.imId === imId)!.session
        expect(session.unread - earlier.unread).toBe(imId === viewers[0]!.imId ? 0 : 1)
        expect(session.version).toBe(earlier.version + 1)
        expect(earlier.updateTime).toBe(before.msg.time)
      }
    }
    const times = short.slice(0, 20).map(({ msg }) => msg.time)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  } finally {
    await close()
  }
})

describe('a stale cache is detected under the locks', () => {
  let watched: WatchedConnection
  let write: ReturnType<typeof createMessageWriter>
  beforeAll(async () => {
    watched = await watch()
    write = createMessageWriter(watched.sql, server().kit.bodies)
    await write(nextMessage())
  })
  afterAll(() => watched.close())

  const nextMessage = () => group(1).slice(0, 1)
  /** Writes a batch. @returns whether the fast path was used */
  async function send(items = nextMessage()) {
    watched.statements.length = 0
    const results = (await write(items)) as SendResult[]
    return { results, isFast: watched.statements.join() === oneStatement }
  }
  async function expectSlowOnce(): Promise<SendResult[]> {
    const { results, isFast } = await send()
    expect(isFast).toBe(false)
    expect((await send()).isFast).toBe(true)
    return results
  }

  test('after a write by another node', async () => {
    const { sql, bodies } = server().kit
    expect((await send()).isFast).toBe(true)
    const [ofOtherNode] = (await writeMessages(sql, bodies, nextMessage())) as SendResult[]
    const [result] = await expectSlowOnce()
    expect(result!.msg.seq).toBe(ofOtherNode!.msg.seq + 1)
  })

  test('after the key was replaced, so that nothing is sealed with the old one', async () => {
    const { sql, bodies } = server().kit
    const [result] = (await send()).results
    const [row] = await sql<{ id: number }[]>`
      select conversation_id as id from im_message where id = ${Number(result!.msg.idServer)}`
    await transaction(sql, (tx) => destroyKey(tx, bodies, row!.id))
    await expectSlowOnce()
  })

  test('for a message that was sent before, or twice at once', async () => {
    const [message] = nextMessage()
    const [first] = (await send([message!])).results
    const again = await send([message!])
    expect([again.isFast, again.results[0]!.isRepeat]).toEqual([false, true])
    expect(again.results[0]!.msg).toEqual(first!.msg)
    const [twice] = nextMessage()
    const { results } = await send([twice!, twice!])
    expect(results.map(({ isRepeat }) => isRepeat)).toEqual([false, true])
    expect(results[1]!.msg).toEqual(results[0]!.msg)
  })

  test('after the receiver has blocked the sender', async () => {
    const { sql } = server().kit
    expect((await send()).isFast).toBe(true)
    const peer = viewers[1]!.imId
    await sql`insert into im_relation (im_account_id, peer_id, is_blacked, create_time, update_time)
      values (${peer}, ${viewers[0]!.imId}, true, 1, 1)`
    const refused = await send()
    expect(refused.isFast).toBe(false)
    expect(refused.results[0]).toBeInstanceOf(ImFailure)
    await sql`delete from im_relation where im_account_id = ${peer}`
    expect((await send()).results[0]).toMatchObject({ isRepeat: false })
  })

  test('and leaves no gap in the numbers of a conversation', async () => {
    const { sql } = server().kit
    const [result] = (await send()).results
    const rows = await sql<{ seq: number }[]>`
      select seq from im_message where conversation_id = (
        select conversation_id from im_message where id = ${Number(result!.msg.idServer)}) order by time`
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1))
  })
})

test('a message to oneself also takes the fast path', async () => {
  const { sql } = server().kit
  const write = createMessageWriter(sql, server().kit.bodies)
  const own = () => [{ viewer: viewers[3]!, draft: textTo(viewers[3]!.accid, '记一下') }]
  const sent = [...(await write(own())), ...(await write(own())), ...(await write(own()))] as SendResult[]
  expect(sent.map(({ msg }) => msg.seq)).toEqual([1, 2, 3])
  expect(sent[2]!.sessions).toHaveLength(1)
  expect(sent[2]!.sessions[0]!.session).toMatchObject({ to: viewers[3]!.accid, unread: 0, lastSeq: 3 })
})
