// Erases one person's messages in a team on their request. Those of the others stay, and so does the key of the
// conversation. Bodies are deleted instead, and backups contain them until they expire.
import { fail } from '@xinqiao/contract/errors.ts'
import type { ErasableGroup } from '@xinqiao/contract/http/chat/erasure.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { chatPushes } from '../../../kit/bus/topic.ts'
import type { Kit, TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { selectHistory } from '../../../kit/generation-store.ts'
import { clearRecallWords, upsertErasures } from '../../conversations/teams/team-change-store.ts'
import { lockTeams, selectTeams, updateTeamCounters, type TeamRow } from '../../conversations/teams/team-store.ts'
import { deleteBodies, deleteFileShares, deleteMarks } from '../removal/store.ts'
import { deletePreservedTextsOfTeam } from '../transcript/transcript-store.ts'
import * as store from './store.ts'

const maxListed = 100

export async function listErasableGroups(db: Db, accountId: number): Promise<ErasableGroup[]> {
  const rows = await store.selectTeamsOf(db, accountId, maxListed)
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    nick: row.nick,
    isMember: row.is_member,
    messages: row.messages,
  }))
}

/**
 * @param key exact name or number of the person
 * @throws Failure notFound
 */
export async function requirePersonToErase({ secrets }: Pick<Kit, 'secrets'>, db: Db, key: string) {
  const person = await store.selectAccount(db, key, secrets.index('phone', key))
  if (!person) throw fail('notFound', '没有这个账号或手机号')
  return person
}

type ErasedMessages = { ids: readonly number[]; readableIds: readonly number[] }

/** Deletes these messages of the locked team. Devices drop those that had content. */
async function eraseMessages(
  { kit, tx, afterCommit }: TransactionScope,
  team: TeamRow,
  { ids, readableIds }: ErasedMessages,
): Promise<void> {
  // bodies first: this waits for marks that are being written, because they lock the message
  await deleteBodies(tx, readableIds, true)
  await deleteMarks(tx, ids)
  await store.markUngrantedFilesExpired(tx, await deleteFileShares(tx, ids))
  team.version += 1
  await upsertErasures(tx, { teamId: team.id, version: team.version, time: team.now }, readableIds)
  await updateTeamCounters(tx, [team])
  const { generation } = await selectHistory(tx)
  afterCommit(() => chatPushes.publish(kit.bus, { teamId: team.id, name: 'sync.look', data: {}, generation }))
}

/**
 * Deletes one message of a team, whenever it was sent.
 * @returns false when it has no content any more
 */
export async function eraseTeamMessage(scope: TransactionScope, teamId: number, messageId: number): Promise<boolean> {
  const { tx } = scope
  await lockTeams(tx, [teamId])
  const [team] = await selectTeams(tx, [teamId])
  if (!team || !(await store.hasReadableMessage(tx, team.conversation_id, messageId))) return false
  await eraseMessages(scope, team, { ids: [messageId], readableIds: [messageId] })
  return true
}

type GroupErasure = { actorId: number; teamId: number; key: string; reason: string }

/**
 * Deletes content, files, comments and pins of all messages of a present or former member, and what the
 * person wrote beside them: comments, pins, words of recalls and texts of alerts. Devices drop the messages. Reports
 * keep their copies until the retention of the group ends.
 * @returns how many messages had content
 * @throws Failure notFound
 */
export async function eraseInTeam(
  scope: TransactionScope,
  { actorId, teamId, key, reason }: GroupErasure,
): Promise<{ messages: number }> {
  const { kit, tx } = scope
  const person = await requirePersonToErase(kit, tx, key)
  const membership = await store.selectTeamOf(tx, person.id, teamId)
  await lockTeams(tx, [teamId])
  // messages of a dismissed team are erased, too
  const [team] = membership ? await selectTeams(tx, [teamId]) : []
  if (!membership || !team) throw fail('notFound', '该账号不在这个群里')
  const messages = await store.selectMessagesOf(tx, membership.im_id, team.conversation_id)
  const ids = messages.map(({ id }) => id)
  const readableIds = messages.filter((message) => !message.is_empty).map(({ id }) => id)
  await deletePreservedTextsOfTeam(tx, teamId, person.id)
  await store.deleteMarksOf(tx, membership.im_id, team.conversation_id)
  await clearRecallWords(tx, teamId, membership.im_id)
  await eraseMessages(scope, team, { ids, readableIds })
  await recordAudit(tx, {
    actorId,
    action: 'groupMessagesErased',
    subject: `chatGroup ${teamId} account ${person.id}`,
    reason,
  })
  return { messages: readableIds.length }
}
