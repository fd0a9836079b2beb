// Tests how a batch of messages is stored, and with how many SQL statements.
import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { createPerson, textTo, type ChatPerson } from '../../../../../im-sdk/test/people.ts'
import { openRecordingConnection } from '../../../../test/recording-connection.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { transaction } from '../../../kit/db/db.ts'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { destroyKey } from '../erasure/erase.ts'
import type { SendResult, OutgoingMessage } from './outgoing-message.ts'
import { writeMessages } from './write.ts'

const server = useTestServer()
let people: ChatPerson[] = []
let viewers: OutgoingMessage['viewer'][] = []
beforeAll(async () => {
  const { url } = await server().listen()
  people = await Promise.all(Array.from({ length: 4 }, () => createPerson(server(), url)))
  const rows = await server().kit.sql<{ id: number; accid: string }[]>`select id, accid from im_account`
  viewers = people.map(({ accid }) => {
    const imId = rows.find((row) => row.accid === accid)!.id
    return {
      imId,
      accid,
      appId: 1,
      login: 0,
      fileKeyEnds: [],
      isMuted: false,
      roleId: roles.user,
      deviceId: 'device-1',
      clientType: 16,
    }
  })
})

/** Messages of the first person to each of the three others: `count` for each of them. */
const createMessages = (count: number): OutgoingMessage[] =>
  people
    .slice(1)
    .flatMap(({ accid }) =>
      Array.from({ length: count }, () => ({ viewer: viewers[0]!, draft: textTo(accid, '你好') })),
    )

/** First words of the statements that write a batch, in the order of sending. */
const statementsOf = {
  begin: 'begin',
  lockAccounts: 'with wanted as',
  selectSentMessages: 'select m.id, m.conversation_id,',
  selectConversations: 'select w.low as',
  selectRefused: 'select w.position, r.im_account_id',
  selectBarriers: 'select w.sender as',
  insertConversations: 'with conversation as',
  insertMessages: 'select im_write_batch( $1::bigint[],',
  selectSessions: 'select s.im_account_id, s.conversation_id,',
  commit: 'commit',
}
const { begin, lockAccounts, selectSentMessages, selectConversations, selectRefused, commit } = statementsOf
/** Sent messages are looked up under the lock, so that two batches cannot store one twice. */
const lockAndRead = [begin, lockAccounts, selectSentMessages, selectConversations, selectRefused]

test('writes a batch of any size in seven statements of one transaction', async () => {
  const { sql, statements, close } = await openRecordingConnection(server())
  try {
    const recordWrite = async (messages: OutgoingMessage[]) => {
      statements.length = 0
      await writeMessages(sql, server().kit.bodies, messages)
      return [...statements]
    }
    const { selectBarriers, insertConversations, insertMessages, selectSessions } = statementsOf
    const firstMessages = createMessages(1)
    // only a message that begins a conversation can meet a barrier
    const firstStatements = [...lockAndRead, selectBarriers, insertConversations, insertMessages, commit]
    expect(await recordWrite(firstMessages)).toEqual(firstStatements)
    const repeatedMessages = firstMessages
    expect(await recordWrite(repeatedMessages)).toEqual([...lockAndRead, selectSessions, commit])

    const sevenStatements = [...lockAndRead, insertMessages, commit]
    expect(sevenStatements).toHaveLength(7)
    expect(await recordWrite(createMessages(1).slice(0, 1))).toEqual(sevenStatements)
    expect(await recordWrite(createMessages(66))).toEqual(sevenStatements)
  } finally {
    await close()
  }
})

test('raises numbers, times, unread counts and versions with each batch', async () => {
  const { sql, bodies } = server().kit
  const write = async (count: number) => (await writeMessages(sql, bodies, createMessages(count))) as SendResult[]
  const firstBatch = await write(20)
  // one more message for each of the three conversations
  for (const [index, { msg, sessions }] of (await write(1)).entries()) {
    const before = firstBatch[index * 20 + 19]!
    expect(msg.seq).toBe(before.msg.seq + 1)
    expect(msg.time).toBeGreaterThan(before.msg.time)
    for (const { imId, session } of sessions) {
      const earlier = before.sessions.find((other) => other.imId === imId)!.session
      expect(session.unread - earlier.unread).toBe(imId === viewers[0]!.imId ? 0 : 1)
      expect(session.version).toBe(earlier.version + 1)
      expect(earlier.updateTime).toBe(before.msg.time)
    }
  }
  const times = firstBatch.slice(0, 20).map(({ msg }) => msg.time)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

describe('between two batches', () => {
  const nextMessage = () => createMessages(1).slice(0, 1)
  const send = async (items = nextMessage()) =>
    (await writeMessages(server().kit.sql, server().kit.bodies, items)) as SendResult[]

  test('seals the next message with a replaced key, so that it can be read', async () => {
    const { sql, bodies } = server().kit
    const [result] = await send()
    const [row] = await sql<{ id: number }[]>`
      select conversation_id as id from im_message where id = ${Number(result!.msg.idServer)}`
    await transaction(sql, (tx) => destroyKey(tx, bodies, row!.id))
    const [message] = nextMessage()
    await send([message!])
    // a repetition is read from the database
    const [again] = await send([message!])
    expect(again!.msg).toMatchObject({ content: { text: '你好' } })
  })

  test('stores a message once that was sent before, or twice at once', async () => {
    const [message] = nextMessage()
    const [first] = await send([message!])
    const [again] = await send([message!])
    expect(again!.isRepeat).toBe(true)
    expect(again!.msg).toEqual(first!.msg)
    const [twice] = nextMessage()
    const results = await send([twice!, twice!])
    expect(results.map(({ isRepeat }) => isRepeat)).toEqual([false, true])
    expect(results[1]!.msg).toEqual(results[0]!.msg)
  })

  test('refuses a client id that the other side has used in this conversation', async () => {
    const { sql, bodies } = server().kit
    const [message, other] = createMessages(2)
    const answerTo = ({ draft }: OutgoingMessage): OutgoingMessage => ({
      viewer: viewers[1]!,
      draft: { ...textTo(viewers[0]!.accid, '换掉'), idClient: draft.idClient },
    })
    const refusal = { code: imErrors.invalid.code, data: { field: 'idClient' } }
    await send([message!])
    expect(await send([answerTo(message!)])).toMatchObject([refusal])
    // both in one batch
    const both = await writeMessages(sql, bodies, [other!, answerTo(other!), other!])
    expect(both).toMatchObject([{ isRepeat: false }, refusal, { isRepeat: true }])
    const [again] = await send([message!])
    expect(again).toMatchObject({ isRepeat: true, msg: { content: { text: '你好' } } })
    // the client id is free in another conversation of the same person
    const elsewhere = { ...answerTo(message!), draft: { ...answerTo(message!).draft, to: viewers[2]!.accid } }
    expect(await send([elsewhere])).toMatchObject([{ isRepeat: false }])
  })

  test('refuses the next message after a block, and accepts it after the end of the block', async () => {
    const { sql } = server().kit
    const peer = viewers[1]!.imId
    await sql`insert into im_relation (im_account_id, peer_id, is_blacked, create_time, update_time)
      values (${peer}, ${viewers[0]!.imId}, true, 1, 1)`
    expect((await send())[0]).toBeInstanceOf(ImFailure)
    await sql`delete from im_relation where im_account_id = ${peer}`
    expect((await send())[0]).toMatchObject({ isRepeat: false })
  })

  test('leaves no gap in the numbers of a conversation', async () => {
    const { sql } = server().kit
    const [result] = await send()
    const rows = await sql<{ seq: number }[]>`
      select seq from im_message where conversation_id = (
        select conversation_id from im_message where id = ${Number(result!.msg.idServer)}) order by time`
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1))
  })
})

test('has one session for a chat with the account itself', async () => {
  const { sql, bodies } = server().kit
  const viewer = viewers[3]!
  const sent: SendResult[] = []
  for (const text of ['记一下', '再记一下', '又记一下']) {
    const results = await writeMessages(sql, bodies, [{ viewer, draft: textTo(viewer.accid, text) }])
    sent.push(...(results as SendResult[]))
  }
  expect(sent.map(({ msg }) => msg.seq)).toEqual([1, 2, 3])
  expect(sent[2]!.sessions).toHaveLength(1)
  expect(sent[2]!.sessions[0]!.session).toMatchObject({ to: viewer.accid, unread: 0, lastSeq: 3 })
})
