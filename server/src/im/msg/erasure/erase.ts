// Erases a conversation by destroying its key, which makes all bodies unreadable, also in backups. The rows stay,
// because a missing seq means a gap (docs/guides/chat-changes.md).
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { ErasableConversation, ErasableGroup } from '@xinqiao/contract/http/chat/erasure.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { deletePreservedTexts } from '../transcript/transcript-store.ts'
import { lockAccounts, updateVersions, type ChatAccountRow } from '../../changes/store.ts'
import { listErasableGroups, requirePersonToErase } from './erase-in-team.ts'
import * as store from './store.ts'
import { selectParticipantIds, updateConversationKey } from '../../conversations/store.ts'
import { markSessionCleared } from '../removal/store.ts'

/**
 * Replaces the key of the conversation, so that its messages cannot be read any more. Locks its accounts.
 * @returns the accounts; null when there is no such conversation
 */
export async function destroyKey(tx: Tx, bodies: BodyCipher, conversationId: number): Promise<ChatAccountRow[] | null> {
  const ids = await selectParticipantIds(tx, conversationId)
  if (!ids) return null
  // no message may be written at the same time under the old key
  const participants = await lockAccounts(tx, ids[0]!, { ids })
  await deletePreservedTexts(tx, conversationId)
  await store.deleteMarksOfConversation(tx, conversationId)
  await updateConversationKey(tx, conversationId, bodies.createKey(conversationId))
  return participants
}

const maxListed = 100

/** Requires the exact name or number, so that conversations cannot be browsed. */
export async function listErasable(
  { sql, secrets }: Kit,
  key: string,
): Promise<{ conversations: ErasableConversation[]; groups: ErasableGroup[] }> {
  const owner = await requirePersonToErase({ secrets }, sql, key)
  const rows = await store.selectConversationsOf(sql, owner.id, maxListed)
  const conversations = rows.map((row) => ({
    id: row.id,
    name: owner.nickname,
    peerName: row.peer_name ?? closedAccountName,
    peerUsername: row.peer_username ?? '',
    messages: row.last_seq - row.erased_seq,
    lastTime: row.last_time > 0 ? formatTime(new Date(row.last_time)) : '',
    isErased: row.last_seq === row.erased_seq,
  }))
  return { conversations, groups: await listErasableGroups(sql, owner.id) }
}

export type ConversationErasure = { actorId: number; id: number; reason: string }

/**
 * Erases a conversation on request of a user: also clears the history on the devices of all participants, and deletes
 * files that only this conversation granted.
 * @throws Failure notFound
 */
export const eraseConversation = async (
  tx: Tx,
  bodies: BodyCipher,
  { actorId, id, reason }: ConversationErasure,
): Promise<null> => {
  const participants = await destroyKey(tx, bodies, id)
  if (!participants) throw fail('notFound', '会话不存在')
  for (const account of participants) await markSessionCleared(tx, account.id, id, account.version + 1)
  await updateVersions(
    tx,
    participants.map((account) => account.id),
  )
  await store.deleteFileSharesOfConversation(tx, id)
  await recordAudit(tx, { actorId, action: 'conversationErased', subject: `conversation ${id}`, reason })
  return null
}
