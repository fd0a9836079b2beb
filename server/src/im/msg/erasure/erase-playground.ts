// Erases expired accounts of the playground, with all that they wrote.
import type { Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { updateConversationKey } from '../../conversations/store.ts'
import { deletePreservedTexts } from '../transcript/transcript-store.ts'
import * as store from './playground-store.ts'
import { deleteFileSharesOfConversation } from './store.ts'

/** Makes the messages of expired accounts unreadable, and deletes what these accounts wrote about themselves. */
export async function eraseExpiredPairs({ sql, bodies }: Pick<Kit, 'sql' | 'bodies'>): Promise<void> {
  await transaction(sql, async (tx) => {
    const imIds = await store.lockExpiredAccounts(tx)
    // oxlint-disable no-await-in-loop -- one connection
    for (const id of await store.selectConversationIds(tx, imIds)) {
      await deletePreservedTexts(tx, id)
      await updateConversationKey(tx, id, bodies.createKey(id))
      await deleteFileSharesOfConversation(tx, id)
    }
    // oxlint-enable no-await-in-loop
    await store.markFilesExpired(tx, imIds)
    await store.deleteProfiles(tx, imIds)
  })
}
