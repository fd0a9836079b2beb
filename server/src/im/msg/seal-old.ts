// Seals what was written before migration 0004. Runs at the start, before the doors open, and finds nothing ever after.
import type { MessageContent } from '@xinqiao/contract/im/messages.ts'
import { plainFormat, type Bodies } from '../../kit/bodies.ts'
import { transaction, type Sql } from '../../kit/db.ts'
import * as store from './key-store.ts'

/** @returns how many messages were sealed */
export async function sealOldMessages(sql: Sql, bodies: Bodies): Promise<number> {
  let sealed = 0
  for (;;) {
    // a conversation at a time, so that a long table neither fills the memory nor holds one long transaction
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
