// Recall, one-sided deletion, and clearing. Removed messages keep their seq, and affected devices are notified.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { ChangeReaders, ImCtx } from '../../../kit/chat/im-ctx.ts'
import { saveAlertText } from '../transcript/preserved-texts.ts'
import { changeAccounts, type ChangeScope } from '../../changes/changes.ts'
import type { ChatAccountRow } from '../../changes/store.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import type { RecallQuery } from '../../conversations/teams/team-change-store.ts'
import { hasBlocked } from '../../notify/store.ts'
import { presentSession } from '../rules/present.ts'
import { expectInWindow } from '../rules/window.ts'
import { presentRemovedMessage } from '../../conversations/present-removed.ts'
import * as store from './store.ts'
import { selectSessionsOfPairs } from '../records/session-store.ts'
import { selectMessages } from '../records/store.ts'

/** The updated session and its last message, which may have changed. */
async function pushChangedSession(
  { tx, afterCommit }: ChangeScope,
  { bodies, deliver }: ImCtx,
  imId: number,
  conversationId: number,
): Promise<void> {
  const [row] = await selectSessionsOfPairs(tx, [{ imId, conversationId }])
  const newest = { beginTime: 0, endTime: 0, limit: 1, reverse: false, types: [] }
  const [last] = await selectMessages(tx, { imId, conversationId }, newest)
  if (!row) return
  const session = presentSession(row)
  const lastMsg = last ? presentMessage(last, bodies) : null
  afterCommit(() => deliver(imId, 'msg.syncSession', { session, lastMsg }))
}

/** messaging.md 4: only the caller's own messages. im-sdk-api.md: 508 after the recall window. */
export const recallMessage = (
  { scene, to, idServer, ps, attach }: ParsedInput<'msg.deleteMsg'>,
  ctx: ImCtx,
): Promise<null> =>
  changeAccounts(ctx, { accids: [to] }, async (scope) => {
    const { tx, now, me, requireAccount, raiseVersion, recordChange } = scope
    const peer = requireAccount(to)
    const participants = [...new Set([me, peer])]
    const conversation = await selectConversation(tx, me.id, { scene, to })
    const [target] = conversation
      ? await store.selectRemovalTargets(tx, me.id, conversation.id, [Number(idServer)])
      : []
    if (!target || target.sender_id !== me.id) throw imFail('notFound', '消息不存在')
    // a retry after a lost reply
    if (target.is_recalled) return null
    // the server wrote it in the name of the caller
    if (target.type === chatMessageTypes.g2) throw imFail('invalid', '通话记录不能撤回')
    expectInWindow(ctx, now, target.time)
    await saveAlertText(tx, ctx, target.id)
    await store.deleteBodies(tx, [target.id])
    await store.deleteMarks(tx, [target.id])
    await store.deleteFileShares(tx, [target.id])
    const imIds = participants.map(({ id }) => id)
    // a recall carries no words of an account that may not send any
    const isSilent = ctx.viewer.isMuted || (await hasBlocked(tx, peer.id, me.id))
    const words = isSilent ? { ps: '', attach: '' } : { ps, attach }
    await store.upsertHiddenMessages(tx, { imIds, messageIds: [target.id], isRecalled: true, now, ...words })
    for (const account of participants) {
      await store.updateUnread(tx, account.id, target.conversation_id, raiseVersion(account))
      recordChange(account, 'goneMsg', idServer)
      await pushChangedSession(scope, ctx, account.id, target.conversation_id)
    }
    return null
  })

/** Hides messages of a p2p conversation from the caller. */
export async function hideMessages(
  scope: ChangeScope,
  ctx: ImCtx,
  account: ChatAccountRow,
  target: Target,
  ids: readonly number[],
): Promise<void> {
  const { tx, now, raiseVersion, recordChange } = scope
  const conversation = await selectConversation(tx, account.id, target)
  if (!conversation) return
  const targets = await store.selectRemovalTargets(tx, account.id, conversation.id, ids)
  const messageIds = targets.filter(({ is_recalled: isRecalled }) => isRecalled === null).map(({ id }) => id)
  if (messageIds.length === 0) return
  await store.upsertHiddenMessages(tx, { imIds: [account.id], messageIds, isRecalled: false, now, ps: '', attach: '' })
  await store.updateUnread(tx, account.id, conversation.id, raiseVersion(account))
  for (const id of messageIds) recordChange(account, 'goneMsg', `${id}`)
  await pushChangedSession(scope, ctx, account.id, conversation.id)
}

/** Deletes for the caller only; the other side keeps the messages. */
export const clearHistory = (target: Target, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, {}, async (scope) => {
    const { tx, me, raiseVersion } = scope
    const conversation = await selectConversation(tx, me.id, target)
    if (!conversation) throw imFail('notFound', '会话不存在')
    await store.markSessionCleared(tx, me.id, conversation.id, raiseVersion(me))
    await pushChangedSession(scope, ctx, me.id, conversation.id)
    return null
  })

const presentGone = (row: store.RemovedMessageRow): RemovedMessage =>
  presentRemovedMessage(row, { isRecalled: row.is_recalled, goneTime: row.gone_time })

export const listRecalls = async (
  db: Db,
  conversation: { imId: number; conversationId: number },
  period: RecallQuery,
): Promise<RemovedMessage[]> => (await store.selectRecalls(db, conversation, period)).map(presentGone)

export const removalReaders: Pick<ChangeReaders, 'goneMsg'> = {
  async goneMsg(db, changeKeys) {
    const rows = await store.selectRemovedMessages(db, changeKeys)
    return rows.map((row) => ({ imId: row.im_account_id, key: `${row.id}`, state: presentGone(row) }))
  },
}
