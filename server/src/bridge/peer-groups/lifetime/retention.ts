// End of retention of groups: their messages, names and notes are deleted.
import { eraseDismissedTeam } from '../../../im/chat.ts'
import { inTransaction, type Kit } from '../../../kit/ctx.ts'
import * as store from '../records/retention-store.ts'

/** Years after the end of a group (privacy policy, 3). */
export const yearsOfEndedGroup = 3

/** Job: erases groups that ended long ago, and those of meetings whose personal data was deleted. */
export async function eraseEndedGroups(kit: Kit): Promise<void> {
  await store.deleteOldReportsOutsideGroups(kit.sql, yearsOfEndedGroup)
  for (const teamId of await store.selectEndedTeams(kit.sql, yearsOfEndedGroup)) {
    // oxlint-disable-next-line no-await-in-loop -- one group after the other
    await inTransaction(kit, async ({ tx }) => {
      await store.deleteGroupTexts(tx, teamId)
      await eraseDismissedTeam(tx, kit.bodies, teamId)
    })
  }
}
