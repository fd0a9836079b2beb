// Paged list of sessions, and the account's notes on each.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../../changes/changes.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { presentSession } from '../rules/present.ts'
import * as sessions from '../records/session-store.ts'
import { selectLastMessages } from '../records/store.ts'

type ListedSession = CommandOutput<'serverSession.getServerSession'>

async function presentSessions(
  { sql, bodies, viewer }: ImCtx,
  rows: readonly sessions.SessionRow[],
): Promise<ListedSession[]> {
  const ids = rows.map((row) => row.conversation_id)
  const last = new Map((await selectLastMessages(sql, viewer.imId, ids)).map((row) => [row.conversation_id, row]))
  return rows.map((row) => {
    const msg = last.get(row.conversation_id)
    return { session: presentSession(row), lastMsg: msg ? presentMessage(msg, bodies) : null }
  })
}

export async function getServerSessions(
  { minTimestamp, maxTimestamp, limit, needLastMsg }: ParsedInput<'serverSession.getServerSessions'>,
  ctx: ImCtx,
): Promise<CommandOutput<'serverSession.getServerSessions'>> {
  const span = { beginTime: minTimestamp, endTime: maxTimestamp }
  const rows = await sessions.selectSessions(ctx.sql, ctx.viewer.imId, span, limit + 1)
  const page = rows.slice(0, limit)
  const sessionList = needLastMsg
    ? await presentSessions(ctx, page)
    : page.map((row) => ({ session: presentSession(row), lastMsg: null }))
  return { sessionList, hasMore: rows.length > limit, minTimestamp: page.at(-1)?.last_time ?? 0 }
}

export async function getServerSession(
  target: ParsedInput<'serverSession.getServerSession'>,
  ctx: ImCtx,
): Promise<ListedSession> {
  const { sql, viewer } = ctx
  const conversation = await selectConversation(sql, viewer.imId, target)
  const rows = conversation
    ? await sessions.selectSessionsOfPairs(sql, [{ imId: viewer.imId, conversationId: conversation.id }])
    : []
  const [found] = await presentSessions(ctx, rows)
  if (!found) throw imFail('notFound', '会话不存在')
  return found
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
