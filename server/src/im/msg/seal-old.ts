// Seals messages from before migration 0004. Runs at startup before the server listens; later runs find no rows.
import type { MessageContent } from '@xinqiao/contract/im/messages.ts'
import { plainFormat, type Bodies } from '../../kit/bodies.ts'
import { transaction, type Sql } from '../../kit/db.ts'
import * as store from './key-store.ts'

/** @returns the number of sealed messages */
export async function sealOldMessages(sql: Sql, bodies: Bodies): Promise<number> {
  let sealed = 0
  for (;;) {
    // one conversation at a time, to limit memory and the length of transactions
    const [id] = await store.listWithoutKey(sql, 1)
    if (id === undefined) return sealed
    sealed += await transaction(sql, async (tx) => {
      if (!(await store.lockWithoutKey(tx, id))) return 0 // another node was faster
      const key = bodies.makeKey(id)
      const plain = await store.listBodies(tx, id)
      const done = plain.map(({ seq, body }) => {
        if (body[0] !== plainFormat) throw new Error(`message ${seq} of conversation ${id} is sealed with a lost key`)
        const content = JSON.parse(Buffer.from(body.subarray(1)).toString('utf8')) as MessageContent
        return { seq, body: bodies.seal(key, { conversationId: id, seq }, content) }
      })
      await store.replaceBodies(tx, id, done)
      await store.setKey(tx, id, key)
      return done.length
    })
  }
}
