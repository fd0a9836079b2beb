// Notices of chat messages for people who have no page of the site open. Like every notice they have no content.
import { inTransaction, type Kit } from '../../kit/ctx.ts'
import { notifyOutside } from '../../portal/notify/notify.ts'
import { selectWaitingReaders, markReadNoticesSkipped } from './notice-store.ts'

export const notifyOfUnreadMessages = (kit: Kit): Promise<void> =>
  inTransaction(kit, async ({ tx }) => {
    await markReadNoticesSkipped(tx)
    await notifyOutside(tx, 'chat', await selectWaitingReaders(tx))
  })
