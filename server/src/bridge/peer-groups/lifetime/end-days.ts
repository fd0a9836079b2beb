// The last day of a group: afterwards it accepts no applications, and its leaders are asked to end it.
import { inTransaction, type Kit } from '../../../kit/ctx.ts'
import { chinaDay } from '../../../kit/time.ts'
import { selectPastGroups, selectSecretariat } from '../records/leader-store.ts'
import { notifyPastEnd } from '../present/notices.ts'
import { isPastEnd } from '../present/present.ts'
import * as store from '../records/group-store.ts'

/** Job: closes the entry of groups after their last day. The chat goes on until a leader or staff end the group. */
export async function stopApplicationsOfPastGroups(kit: Kit): Promise<void> {
  for (const id of await selectPastGroups(kit.sql, chinaDay(new Date())))
    // oxlint-disable-next-line no-await-in-loop -- few connections
    await inTransaction(kit, async (scope) => {
      const group = await store.lockGroup(scope.tx, id)
      if (group?.state !== 'open' || !isPastEnd(group)) return
      await store.updateGroup(scope.tx, id, { state: 'closed' })
      await notifyPastEnd(scope, group, await selectSecretariat(scope.tx))
    })
}
