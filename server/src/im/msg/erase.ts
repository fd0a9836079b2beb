// Erasing a conversation: its key is destroyed, and with it every body, also in copies of the message rows. The
// places stay, because a missing seq means a gap (docs/sync.md).
import type { Bodies } from '../../kit/bodies.ts'
import { transaction, type Sql } from '../../kit/db.ts'
import * as keys from './key-store.ts'
import { lockAccounts } from '../changes/store.ts'

/** @returns false when there is no such conversation */
export const eraseConversation = (sql: Sql, bodies: Bodies, conversationId: number): Promise<boolean> =>
  transaction(sql, async (tx) => {
    const pair = await keys.findPair(tx, conversationId)
    if (!pair) return false
    // no message may be on its way in under the old key
    await lockAccounts(tx, pair, [])
    await keys.replaceKey(tx, conversationId, bodies.makeKey())
    return true
  })
