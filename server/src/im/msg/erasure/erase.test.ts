// Tests that conversations are stored encrypted, and cannot be read once their key is destroyed.
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo } from '../../../../../im-sdk/test/people.ts'
import type { Rows } from '../../../../db/rows.ts'
import { transaction } from '../../../kit/db/db.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { destroyKey } from './erase.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { selectSentMessages } from '../records/store.ts'
import * as store from './store.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
afterEach(leaveAll)

test('makes an erased conversation unreadable, also in earlier copies, and lets it continue', async () => {
  const { sql, bodies } = server().kit
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = ann.device()
  await untilReady(device)
  const { idClient } = await device.send(textTo(bob.accid, '只有我们两个知道'))
  const [row] = await sql<Rows['im_message'][]>`select * from im_message where id_client = ${idClient}`
  expect(Buffer.from(row!.body).toString('utf8')).not.toContain('知道')

  expect(await transaction(sql, (tx) => destroyKey(tx, bodies, row!.conversation_id))).toHaveLength(2)
  const later = await device.send(textTo(bob.accid, '重新开始'))
  expect(later.seq).toBe(2)
  const b1 = bob.device()
  await untilReady(b1)
  const { msgs } = await b1.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid, reverse: true })
  expect(msgs.map((msg) => (msg.seq === 1 ? msg.content : textOf(msg)))).toEqual([
    { type: 10, tip: '该消息已被永久删除', isUnreadable: 0 },
    '重新开始',
  ])

  // a restored copy of the rows stays unreadable, even with the mark of the erasure reset
  await sql`update im_message set body = ${row!.body} where id = ${row!.id}`
  await sql`update im_conversation set erased_seq = 0 where id = ${row!.conversation_id}`
  const [back] = await selectSentMessages(sql, [row!.sender_id], [idClient])
  expect(() => presentMessage(back!, bodies)).toThrow()
  expect(await transaction(sql, (tx) => destroyKey(tx, bodies, 0))).toBeNull()
})

test('erases a chat on request of the administrator, and audits the reason', async () => {
  const { sql } = server().kit
  const staff = await server().enter('administrator')
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await Promise.all([untilReady(a1), untilReady(b1)])
  await a1.send(textTo(bob.accid, '第一句'))
  await a1.send(textTo(bob.accid, '第二句'))
  const [owner] = await sql<{ username: string }[]>`
    select a.username from account a join im_account i on i.account_id = a.id where i.accid = ${ann.accid}`
  const list = async () =>
    (await server().requestAs(staff, 'GET /admin/chat/conversations', { key: owner!.username })).data.conversations
  const [found] = await list()
  expect(found).toMatchObject({ messages: 2, isErased: false })
  expect(JSON.stringify(await list())).not.toContain('第一句')
  expect((await server().requestAs(staff, 'GET /admin/chat/conversations', { key: '没有这个人' })).status).toBe(404)

  expect((await server().requestAs(staff, 'POST /admin/chat/erase', { id: found!.id, reason: '短' })).status).toBe(400)
  const service = await server().enter('service')
  const reason = '当事人书面申请清除'
  expect((await server().requestAs(service, 'POST /admin/chat/erase', { id: found!.id, reason })).status).toBe(403)
  expect((await server().requestAs(staff, 'POST /admin/chat/erase', { id: found!.id, reason })).status).toBe(200)
  expect((await server().requestAs(staff, 'POST /admin/chat/erase', { id: 999_999, reason })).status).toBe(404)
  expect((await list())[0]).toMatchObject({ messages: 0, isErased: true })
  const log = (await server().requestAs(staff, 'GET /admin/audit', { action: 'conversationErased' })).data.content
  expect(log).toMatchObject([{ reason, subject: `conversation ${found!.id}` }])

  // the next sync removes a device's copies; both sides see later messages
  const later = await a1.send(textTo(bob.accid, '重新开始'))
  expect(later.seq).toBe(3)
  const { msgs } = await b1.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid })
  expect(msgs.map(textOf)).toEqual(['重新开始'])
  const { sessions } = await b1.request('msg.getSessions', {})
  expect(sessions[0]).toMatchObject({ unread: 1, clearTime: expect.any(Number) as number })
  expect(sessions[0]!.clearTime).toBeGreaterThan(0)
})

test('finds the conversations of an account by an index', async () => {
  const { sql } = server().kit
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  await sql`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index)
    select 'many' || i, 'x', ${roles.user}::smallint, '\\x00', decode(lpad(to_hex(i), 64, '0'), 'hex') from generate_series(1, 5000) i`
  await sql`
    insert into im_account (account_id, accid) select id, 'many' || id from account where username like 'many%'`
  await sql`
    insert into im_conversation (low_id, high_id, sealed_key, last_seq, last_time)
    select low.id, high.id, '\\x01', 1, low.id from im_account low join im_account high on high.id = low.id + 1
    where low.accid like 'many%'`
  await sql`
    insert into im_session (im_account_id, conversation_id, version)
    select unnest(array[low_id, high_id]), id, 1 from im_conversation where sealed_key = '\\x01'`
  await server().owner`analyze account, im_account, im_conversation, im_session`
  const [owner] = await sql<{ id: number }[]>`select id from account where username = 'many2500'`
  const at = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const explained = await explainQueries(at, async (db) => {
    expect(await store.selectAccount(db, 'MANY2500', Buffer.alloc(32))).toMatchObject({ id: owner!.id })
    expect(await store.selectConversationsOf(db, owner!.id, 100)).toHaveLength(2)
  })
  expect(explained).toHaveLength(2)
  expect(explained.flatMap(({ steps }) => steps.map(({ type }) => type))).not.toContain('Seq Scan')
})
