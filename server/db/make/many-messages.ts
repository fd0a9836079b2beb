// A long conversation at once, for benchmarks. Every body is really sealed: one text, as many times as there are places.
import type { Bodies } from '../../src/kit/bodies.ts'
import { bytesList, reserveId, valuesWithId, type Sql } from '../../src/kit/db.ts'

const atOnce = 5_000

/** @returns the conversation's id */
export async function insertManyMessages(
  sql: Sql,
  bodies: Bodies,
  { from, to, count, text }: { from: number; to: number; count: number; text: string },
): Promise<number> {
  const conversationId = await reserveId(sql, 'im_conversation')
  const sealedKey = bodies.makeKey(conversationId)
  const start = Date.now() - count * 1000
  const conversation = {
    id: conversationId,
    low_id: Math.min(from, to),
    high_id: Math.max(from, to),
    sealed_key: sealedKey,
    last_seq: count,
    last_time: start + count * 1000,
  }
  await sql`insert into im_conversation ${valuesWithId(sql, conversation)}`
  for (let done = 0; done < count; done += atOnce) {
    const sealed = Array.from({ length: Math.min(atOnce, count - done) }, (_, i) =>
      bodies.seal(sealedKey, { conversationId, seq: done + i + 1 }, { type: 0, text }),
    )
    await sql`
      insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type, device_id, time)
      select ${conversationId}, ${done} + i, ${from}, gen_random_uuid(), 0, true, body, 16, 'made', ${start} + (${done} + i) * 1000
      from unnest(${bytesList(sql, sealed)}::bytea[]) with ordinality as w(body, i)`
  }
  await sql`
    with raised as (update im_account set version = version + 1 where id in (${from}, ${to}) returning id, version)
    insert into im_session (im_account_id, conversation_id, version, unread)
    select id, ${conversationId}, version, case when id = ${to} then ${count} else 0 end from raised`
  return conversationId
}
