// Erases what a dismissed team of the site contains, at the end of its retention.
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { updateConversationKey } from '../../conversations/store.ts'
import { lockTeams, selectTeams } from '../../conversations/teams/team-store.ts'
import { deleteFileShares } from '../removal/store.ts'
import { deletePreservedTextsOfTeam } from '../transcript/transcript-store.ts'
import * as store from './store.ts'

/**
 * Makes the messages unreadable, also in backups. Deletes files, marks, the names of all members and the texts of the
 * team.
 */
export async function eraseDismissedTeam(tx: Tx, bodies: BodyCipher, teamId: number): Promise<void> {
  await lockTeams(tx, [teamId])
  const [team] = await selectTeams(tx, [teamId])
  if (!team || team.is_valid) return
  const { conversation_id: conversationId } = team
  await deletePreservedTextsOfTeam(tx, teamId, null)
  await store.deleteMarksOfConversation(tx, conversationId)
  const messageIds = await store.selectMessageIds(tx, conversationId)
  await store.markUngrantedFilesExpired(tx, await deleteFileShares(tx, messageIds))
  await updateConversationKey(tx, conversationId, bodies.createKey(conversationId))
  await store.clearNicks(tx, teamId)
  await store.clearTeamTexts(tx, teamId)
}
