// Names of participants who agreed to be listed before a text named the group of the meeting.
import { inTransaction, type Kit } from '../../kit/ctx.ts'
import { askForName, storedNameKey } from './notices.ts'
import { selectUnnamedParticipants } from './store.ts'

/** Job: asks each of them once in each group. */
export async function askForNames(kit: Kit): Promise<void> {
  const rows = await selectUnnamedParticipants(kit.sql, storedNameKey(kit.sql))
  for (const people of Map.groupBy(rows, (row) => row.id).values())
    // oxlint-disable-next-line no-await-in-loop -- one group after the other
    await inTransaction(kit, async (scope) => {
      for (const { registration_id: registrationId, account_id: accountId, ...group } of people)
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await askForName(scope, { ...group, registrationId }, accountId)
    })
}
