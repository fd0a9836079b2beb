// Tests that a search reports where it stopped, ends with its client, and does not block other requests.
import { setImmediate } from 'node:timers/promises'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textOf, textTo, until } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { bytesList, connect, type Sql } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { searchHistory } from './search.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const count = 30_000

/** Two people whose many messages differ only in position and time. */
async function createLongConversation() {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  const first = await a.send(textTo(bob.accid, '睡眠日记'))
  await until(() => b.received.length === 1, 'the message')
  const { owner, kit } = server()
  const [row] = await owner<{ conversation_id: number; seq: number; sealed_key: Buffer }[]>`
    select conversation_id, seq, sealed_key from im_message m join im_conversation c on c.id = conversation_id
    where m.id = ${Number(first.idServer)}`
  const { conversation_id: conversationId, seq, sealed_key: key } = row!
  const bodies = Array.from({ length: count }, (_, i) =>
    kit.bodies.seal(
      key,
      { conversationId, seq: seq + i + 1 },
      {
        type: chatMessageTypes.text,
        text: `第${i}次睡眠`,
      },
    ),
  )
  await owner`
    insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select conversation_id, seq + i, sender_id, id_client || i, type, is_unreadable, client_type, device_id, time + i, new.body
    from im_message, unnest(${bytesList(owner, bodies)}) with ordinality as new(body, i) where id = ${Number(first.idServer)}`
  await owner`
    update im_conversation set last_seq = last_seq + ${count}, last_time = last_time + ${count}
    where id = ${conversationId}`
  return { ann, bob, a }
}

test('reports that it stopped early, and answers other requests meanwhile', async () => {
  const { bob, a } = await createLongConversation()
  const search = { isRunning: true }
  let answers = 0
  const others = (async () => {
    // limited, because a slow search would otherwise use up the requests that one address may make in a minute
    while (search.isRunning && answers < 100) {
      await server().sendRaw('GET', '/healthz')
      // an injected request does no I/O, so nothing else would let the event loop run
      await setImmediate()
      if (search.isRunning) answers += 1
    }
  })()
  const missing = await a.request('search.msgFtsInServerByTiming', { keyword: '没有这个词' })
  search.isRunning = false
  await others
  expect(missing).toEqual({ msgs: [], isIncomplete: true })
  expect(answers).toBeGreaterThan(5)
  const found = await a.request('search.msgFtsInServerByTiming', {
    keyword: '睡眠',
    p2pList: [bob.accid],
    msgLimit: 20,
  })
  expect(found).toMatchObject({ isIncomplete: false })
  expect(found.msgs).toHaveLength(20)
})

test('finds messages of a conversation that the account has removed from its list', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  await b.send(textTo(ann.accid, '今天的暗号是菠萝'))
  await a.request('msg.deleteSessions', { sessions: [{ scene: 'p2p', to: bob.accid }] })
  const { sessions } = await a.request('msg.getSessions', {})
  expect(sessions).toEqual([])
  const { msgs } = await a.request('search.msgFtsInServerByTiming', { keyword: '菠萝' })
  expect(msgs.map(textOf)).toEqual(['今天的暗号是菠萝'])
  const other = await b.request('search.msgFtsInServerByTiming', { keyword: '苹果' })
  expect(other.msgs).toEqual([])
})

test('runs two searches of an account at once, and refuses a third', async () => {
  const { ann, a } = await createLongConversation()
  const search = () => a.request('search.msgFtsInServerByTiming', { keyword: '没有这个词' })
  const results = await Promise.allSettled([search(), search(), search()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 416, message: '正在搜索，请等上一次搜索完成' })
  // the SDK waits as long as the refusal says; another device of the account sends at once
  const other = ann.device()
  await untilReady(other)
  const again = await other.request('search.msgFtsInServerByTiming', { keyword: '没有这个词' })
  expect(again.isIncomplete).toBe(true)
})

test('ends when its client has gone', async () => {
  const { ann, bob } = await createLongConversation()
  const [row] = await server().kit.sql<{ id: number; name: string }[]>`
    select id, current_database() as name from im_account where accid = ${ann.accid}`
  let pages = 0
  const address = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const sql: Sql = connect(address, 1, (_connection, query) => {
    if (query.includes('im_message')) pages += 1
  })
  try {
    const { bodies } = server().kit
    const ctx = { sql, bodies, viewer: { imId: row!.id, accid: ann.accid }, isCancelled: () => pages >= 3 }
    const query = { scene: 'p2p', to: bob.accid, keyword: '没有', beginTime: 0, endTime: 0, limit: 10, reverse: false }
    expect(await searchHistory(query as never, ctx as unknown as ImCtx)).toEqual({ msgs: [], isIncomplete: true })
  } finally {
    await sql.end()
  }
  expect(pages).toBe(3)
})
