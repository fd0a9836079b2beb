// What the database holds of a conversation: nothing readable, nothing at all once its key is destroyed, and nothing
// lost of what was written before bodies were sealed.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { leaveAll, makePerson, ready, textOf, textTo } from '../../../../im-sdk/test/people.ts'
import type { Rows } from '../../../db/rows.ts'
import { useHouse } from '../../../test/house.ts'
import { connect, migrate } from '../../kit/db.ts'
import { eraseConversation } from './erase.ts'
import { sealOldMessages } from './seal-old.ts'
import { presentMessage } from './present.ts'
import { findSent } from './store.ts'

const house = useHouse()
let url = ''
beforeAll(async () => {
  ;({ url } = await house().listen())
})
afterEach(leaveAll)

test('an erased conversation cannot be read, nor can a copy of its messages made before; it can go on', async () => {
  const { sql, bodies } = house().kit
  const [ann, bob] = [await makePerson(house(), url), await makePerson(house(), url)]
  const device = ann.device()
  await ready(device)
  const { idClient } = await device.send(textTo(bob.accid, '只有我们两个知道'))
  const [row] = await sql<Rows['im_message'][]>`select * from im_message where id_client = ${idClient}`
  expect(Buffer.from(row!.body).toString('utf8')).not.toContain('知道')

  expect(await eraseConversation(sql, bodies, row!.conversation_id)).toBe(true)
  const later = await device.send(textTo(bob.accid, '重新开始'))
  expect(later.seq).toBe(2)
  const b1 = bob.device()
  await ready(b1)
  const { msgs } = await b1.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann.accid, reverse: true })
  expect(msgs.map((msg) => (msg.seq === 1 ? msg.content : textOf(msg)))).toEqual([
    { type: 10, tip: '该消息已被永久删除', isUnreadable: 0 },
    '重新开始',
  ])

  // a copy of the rows, put back, even by somebody who also turns back the mark of the erasure
  await sql`update im_message set body = ${row!.body} where id = ${row!.id}`
  await sql`update im_conversation set erased_seq = 0 where id = ${row!.conversation_id}`
  const [back] = await findSent(sql, [row!.sender_id], [idClient])
  expect(() => presentMessage(back!, bodies)).toThrow()
  expect(await eraseConversation(sql, bodies, 0)).toBe(false)
})

test('what was written before bodies were sealed is sealed at the next start, and nothing of it is lost', async () => {
  const root = connect(inject('postgresUrl'), 1)
  const name = `old_${randomBytes(6).toString('hex')}`
  await root.unsafe(`create database ${name}`)
  const sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 2)
  try {
    const folder = path.resolve(import.meta.dirname, '../../../db/migrations')
    await sql`create table migration (name text primary key, applied_at timestamptz not null default now())`
    for (const file of ['0001_accounts.sql', '0002_articles.sql', '0003_messaging.sql']) {
      await sql.unsafe(readFileSync(path.join(folder, file), 'utf8'))
      await sql`insert into migration (name) values (${file})`
    }
    await sql.unsafe(`
      insert into account (username, role_id, phone_sealed, phone_index, password_hash)
        select 'u' || i, 6, '\\x01', int4send(i), '' from generate_series(1, 4) i;
      insert into im_account (account_id, accid) select id, 'accid-' || id from account;
      insert into im_conversation (low_id, high_id, last_seq, last_time) values (1, 2, 3, 1003), (3, 4, 2, 1002);
      insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, content, client_type, device_id, time)
        select c.id, i, c.low_id, c.id || '-' || i, 0, true, jsonb_build_object('type', 0, 'text', '旧话' || c.id || i), 16, 'd', 1000 + i
        from im_conversation c, generate_series(1, c.last_seq) i`)
    await migrate(sql)
    const { bodies } = house().kit
    // two nodes that start at the same time
    const counts = await Promise.all([sealOldMessages(sql, bodies), sealOldMessages(sql, bodies)])
    expect(counts[0] + counts[1]).toBe(5)
    expect(await sealOldMessages(sql, bodies)).toBe(0)
    const rows = await findSent(sql, [1, 1, 1, 3, 3], ['1-1', '1-2', '1-3', '2-1', '2-2'])
    const texts = rows.map((row) => textOf(presentMessage(row, bodies))).sort()
    expect(texts).toEqual(['旧话11', '旧话12', '旧话13', '旧话21', '旧话22'])
  } finally {
    await sql.end()
    await root.unsafe(`drop database ${name} with (force)`)
    await root.end()
  }
})
