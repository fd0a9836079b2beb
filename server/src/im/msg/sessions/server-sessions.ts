// Paged list of sessions, and the account's notes on each.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../../changes/changes.ts'
import type { MessageRow } from '../../conversations/message-columns.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { presentSession } from '../rules/present.ts'
import { selectListedSession, selectListedSessions, type ListedSessionRow } from '../records/listed-session-store.ts'
import * as sessions from '../records/session-store.ts'
import { selectLastMessages } from '../records/store.ts'

type ListedSession = CommandOutput<'serverSession.getServerSession'>

const presentListed = ({ scene, target, last_time, ext }: ListedSessionRow): ListedSession['session'] => ({
  scene,
  to: target,
  updateTime: last_time,
  ext,
})

async function presentSessions(
  { sql, bodies, viewer }: ImCtx,
  rows: readonly ListedSessionRow[],
): Promise<ListedSession[]> {
  const byScene = Map.groupBy(rows, ({ scene }) => (scene === 'p2p' ? 'p2p' : 'team'))
  const last = new Map<number, MessageRow>()
  for (const [scene, list] of byScene) {
    const ids = list.map((row) => row.conversation_id)
    for (const row of await selectLastMessages(sql, viewer.imId, ids, scene)) last.set(row.conversation_id, row)
  }
  return rows.map((row) => {
    const msg = last.get(row.conversation_id)
    return { session: presentListed(row), lastMsg: msg ? presentMessage(msg, bodies) : null }
  })
}

export async function getServerSessions(
  { minTimestamp, maxTimestamp, limit, needLastMsg }: ParsedInput<'serverSession.getServerSessions'>,
  ctx: ImCtx,
): Promise<CommandOutput<'serverSession.getServerSessions'>> {
  const span = { beginTime: minTimestamp, endTime: maxTimestamp }
  const rows = await selectListedSessions(ctx.sql, ctx.viewer.imId, span, limit + 1)
  const page = rows.slice(0, limit)
  const sessionList = needLastMsg
    ? await presentSessions(ctx, page)
    : page.map((row) => ({ session: presentListed(row), lastMsg: null }))
  return { sessionList, hasMore: rows.length > limit, minTimestamp: page.at(-1)?.last_time ?? 0 }
}

export async function getServerSession(
  target: ParsedInput<'serverSession.getServerSession'>,
  ctx: ImCtx,
): Promise<ListedSession> {
  const { sql, viewer } = ctx
  const conversation = await selectConversation(sql, viewer.imId, target)
  const row = conversation ? await selectListedSession(sql, viewer.imId, conversation) : undefined
  const [session] = await presentSessions(ctx, row ? [row] : [])
  if (!session) throw imFail('notFound', '会话不存在')
  return session
}

export const updateServerSession = (
  { extra, ...target }: ParsedInput<'serverSession.updateServerSession'>,
  ctx: ImCtx,
): Promise<null> =>
  changeAccounts(ctx, {}, async ({ tx, me, raiseVersion, afterCommit }) => {
    const conversation = await selectConversation(tx, me.id, target)
    const sessionRef = { imId: me.id, conversationId: conversation?.id ?? 0 }
    await sessions.updateSessionExt(tx, sessionRef.imId, sessionRef.conversationId, extra, raiseVersion(me))
    const [row] = await sessions.selectSessionsOfPairs(tx, [sessionRef])
    if (!row) throw imFail('notFound', '会话不存在')
    const session = presentSession(row)
    afterCommit(() => ctx.deliver(me.id, 'msg.syncSession', { session }))
    return null
  })
