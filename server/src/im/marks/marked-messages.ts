// Finds the message that someone marks, checks that this person may, and informs all who see the message.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { MessageIdentity, MessageRef } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { selectConversation } from '../conversations/store.ts'
import { hasLaterMembers } from '../conversations/teams/team-change-store.ts'
import { isMutedMember } from '../conversations/teams/team-mutes.ts'
import { selectMembers, selectTeams, type TeamMemberRow } from '../conversations/teams/team-store.ts'
import { expectNotBlocked } from '../notify/notices.ts'
import { lockMarkableMessage, selectMarkableMessage, selectReaders, type MarkedMessageRow } from './message-store.ts'

export const presentMarkedMessage = (row: MarkedMessageRow): MessageIdentity => ({
  scene: row.scene,
  from: row.from_accid,
  to: row.to_accid,
  time: row.time,
  idServer: `${row.id}`,
  idClient: row.id_client,
})

/** @throws ImFailure 404 for a message that the account does not see, 804 for a team that it is not in */
export async function requireMessage(db: Db, imId: number, { idServer, ...target }: MessageRef) {
  const conversation = await selectConversation(db, imId, target)
  if (!conversation) throw imFail(target.scene === 'p2p' ? 'notFound' : 'notInTeam')
  const key = { imId, conversationId: conversation.id, scene: target.scene }
  const row = await selectMarkableMessage(db, key, Number(idServer))
  if (!row) throw imFail('notFound', '消息不存在')
  return row
}

/**
 * Finds and locks a message that the account is about to mark.
 * @throws ImFailure 404 for a message that the account does not see, 804 for a team that it is not in
 */
export async function lockMessage(tx: Tx, imId: number, ref: MessageRef): Promise<MarkedMessageRow> {
  const { id, scene, to_accid: to } = await requireMessage(tx, imId, ref)
  await lockMarkableMessage(tx, id, scene === 'p2p' ? null : { teamId: Number(to), imId })
  // a separate statement, because only that one sees the recall or the removal that the locks waited for
  return requireMessage(tx, imId, ref)
}

/** The caller's membership of the message's team; null in p2p. */
export async function requireMembership(db: Db, imId: number, row: MarkedMessageRow): Promise<TeamMemberRow | null> {
  if (row.scene === 'p2p') return null
  const [member] = await selectMembers(db, [{ teamId: Number(row.to_accid), imId }])
  if (!member) throw imFail('notInTeam')
  return member
}

/**
 * Checks that the account may mark the message: it may if it may write.
 * @throws ImFailure 2002 for a muted member, 7101 when the other side has blocked the account
 */
export async function expectMayMark(db: Db, imId: number, row: MarkedMessageRow): Promise<void> {
  const member = await requireMembership(db, imId, row)
  if (!member) return expectNotBlocked(db, row.low_id === imId ? row.high_id! : row.low_id!, imId)
  const [team] = await selectTeams(db, [member.team_id])
  if (!team || isMutedMember(team, member)) throw imFail('muted', '您在群里被禁言，暂时不能操作')
}

type MarkPush = 'msgExtend.quickComment' | 'msgExtend.pin'

/** Maximum number of members who are informed at once when others have joined after the message. */
const maxInformed = 200

/**
 * After the commit, pushes to every device of all who see the message, except the calling one. Members who joined after
 * the message do not see it.
 */
export async function informReaders<K extends MarkPush>(
  tx: Tx,
  afterCommit: (work: () => void) => void,
  { deliver, deliverToTeam, connectionId }: ImCtx,
  row: MarkedMessageRow,
  ...[push, data]: [push: K, data: PushData<K>]
): Promise<void> {
  const teamId = row.scene === 'p2p' ? null : Number(row.to_accid)
  if (teamId !== null && !(await hasLaterMembers(tx, teamId, row.seq)))
    return afterCommit(() => deliverToTeam(teamId, push, data, connectionId))
  const readers = teamId === null ? [row.low_id!, row.high_id!] : await selectReaders(tx, teamId, row.seq, maxInformed)
  afterCommit(() => {
    for (const imId of new Set(readers)) deliver(imId, push, data, connectionId)
  })
}
