// Sessions: read position, unread count and deletion. Every change is pushed to all affected devices before the reply,
// also to the device that made it.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { changeAccounts, type ChangeScope } from '../../changes/changes.ts'
import { lockAccounts, updateVersions } from '../../changes/store.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentSession } from '../rules/present.ts'
import { markTeamAcks } from '../team/acks.ts'
import { deleteTeamSessions } from '../team/own-session.ts'
import * as sessions from '../records/session-store.ts'

type SessionRef = { imId: number; conversationId: number }

async function requireSessionRow(tx: Tx, { imId, conversationId }: SessionRef): Promise<sessions.SessionRow> {
  const [row] = await sessions.selectSessionsOfPairs(tx, [{ imId, conversationId }])
  if (!row) throw imFail('notFound', '会话不存在')
  return row
}

/** messaging.md 4: the ack only moves forward; an older one changes nothing. */
async function advanceSessionAck(
  scope: ChangeScope,
  { deliver }: ImCtx,
  { timetag, ...target }: ParsedInput<'msg.markSessionAck'>,
): Promise<SessionState> {
  const { tx, me, raiseVersion, afterCommit } = scope
  const conversation = await selectConversation(tx, me.id, target)
  if (!conversation) throw imFail('notFound', '会话不存在')
  const sessionRef = { imId: me.id, conversationId: conversation.id }
  const before = await requireSessionRow(tx, sessionRef)
  const ack = Math.min(timetag, conversation.last_time)
  if (ack <= before.ack) return presentSession(before)
  await sessions.updateAck(tx, me.id, conversation.id, ack, raiseVersion(me))
  const session = presentSession(await requireSessionRow(tx, sessionRef))
  afterCommit(() => deliver(me.id, 'msg.syncSession', { session }))
  return session
}

/** Takes the same lock as writers of messages, so that the count cannot change meanwhile. */
export const markAck = (input: ParsedInput<'msg.markSessionAck'>, ctx: ImCtx): Promise<{ session: SessionState }> =>
  changeAccounts(ctx, {}, async (scope) => ({ session: await advanceSessionAck(scope, ctx, input) }))

/** Stores the acks of all p2p conversations in one transaction, and those of all teams in another. */
export async function markAcks(
  input: ParsedInput<'msg.markSessionAckBatch'>,
  ctx: ImCtx,
): Promise<{ sessions: SessionState[] }> {
  const teams = input.sessions.flatMap(({ scene, ...ack }) => (scene === 'p2p' ? [] : [{ ...ack, scene }]))
  const pairs = input.sessions.flatMap(({ scene, ...ack }) => (scene === 'p2p' ? [{ ...ack, scene }] : []))
  if (teams.length > 0) await markTeamAcks(teams, ctx)
  if (pairs.length === 0) return { sessions: [] }
  return changeAccounts(ctx, {}, async (scope) => {
    const states = []
    for (const ack of pairs) states.push(await advanceSessionAck(scope, ctx, ack))
    return { sessions: states }
  })
}

/** Sends a read receipt to the other side, and shows it to the caller's own devices. */
export const sendReadReceipt = (
  { scene, to, time }: ParsedInput<'msg.sendMsgReceipt'>,
  { sql, viewer, deliver }: ImCtx,
): Promise<{ session: SessionState }> =>
  transaction(sql, async (tx, afterCommit) => {
    const accounts = await lockAccounts(tx, viewer.imId, { accids: [to] })
    const peer = accounts.find(({ accid }) => accid === to)
    const conversation = await selectConversation(tx, viewer.imId, { scene, to })
    if (!peer || !conversation) throw imFail('notFound', '会话不存在')
    const hasMoved = await sessions.updateReadReceipt(
      tx,
      viewer.imId,
      conversation.id,
      Math.min(time, conversation.last_time),
    )
    if (hasMoved) {
      for (const { id, version } of accounts) await sessions.updateSessionVersion(tx, id, conversation.id, version + 1)
      await updateVersions(
        tx,
        accounts.map(({ id }) => id),
      )
      for (const { id } of accounts) {
        const session = presentSession(await requireSessionRow(tx, { imId: id, conversationId: conversation.id }))
        afterCommit(() => deliver(id, 'msg.syncSession', { session }))
      }
    }
    return {
      session: presentSession(await requireSessionRow(tx, { imId: viewer.imId, conversationId: conversation.id })),
    }
  })

/** Soft delete: the next message restores a session. Unknown sessions are skipped. */
export async function deleteSessions(
  input: ParsedInput<'msg.deleteSessions'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msg.deleteSessions'>> {
  const teams = input.sessions.flatMap(({ scene, to }) => (scene === 'p2p' ? [] : [{ scene, to }]))
  const pairs = input.sessions.filter(({ scene }) => scene === 'p2p')
  if (teams.length > 0) await deleteTeamSessions(teams, ctx)
  return pairs.length > 0 ? deletePairSessions(pairs, ctx) : { sessions: [] }
}

const deletePairSessions = (
  pairs: readonly Target[],
  { sql, viewer, deliver }: ImCtx,
): Promise<CommandOutput<'msg.deleteSessions'>> =>
  transaction(sql, async (tx, afterCommit) => {
    const [account] = await lockAccounts(tx, viewer.imId, {})
    if (!account) throw imFail('notFound')
    const conversationIds = []
    for (const target of pairs) {
      const conversation = await selectConversation(tx, viewer.imId, target)
      if (conversation) conversationIds.push(conversation.id)
    }
    const result = await sessions.markSessionsDeleted(tx, viewer.imId, conversationIds, account.version + 1)
    if (result.count > 0) await updateVersions(tx, [viewer.imId])
    const sessionRefs = conversationIds.map((conversationId) => ({ imId: viewer.imId, conversationId }))
    const states = (await sessions.selectSessionsOfPairs(tx, sessionRefs)).map(presentSession)
    afterCommit(() => {
      for (const session of states) deliver(viewer.imId, 'msg.syncSession', { session })
    })
    return { sessions: states }
  })

export async function listSessions(
  { limit, endTime }: ParsedInput<'msg.getSessions'>,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'msg.getSessions'>> {
  return {
    sessions: (await sessions.selectSessions(sql, viewer.imId, { beginTime: 0, endTime }, limit)).map(presentSession),
  }
}
