// Asks participants for a new consent who agreed to be listed before the text named the group of the meeting.
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { inTransaction, type Kit } from '../../kit/ctx.ts'
import { notifyNameShortened, storedNameKey } from './notices.ts'
import { selectMaskedParticipants } from './store.ts'

/** Job: asks each participant once in each group. */
export async function askForNameConsents(kit: Kit): Promise<void> {
  const rows = await selectMaskedParticipants(kit.sql, storedNameKey(kit.sql))
  await forEachInOrder(Map.groupBy(rows, (row) => row.id).values(), (people) =>
    inTransaction(kit, (scope) =>
      forEachInOrder(people, ({ registration_id: registrationId, account_id: accountId, ...group }) =>
        notifyNameShortened(scope, { ...group, registrationId }, accountId),
      ),
    ),
  )
}
