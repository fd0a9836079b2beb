// Quick comments: an emoji, by its number, under a message.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { markLimits, type QuickComment } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import * as marks from './mark-store.ts'
import { expectMayMark, lockMessage, requireMessage, informReaders, presentMarkedMessage } from './marked-messages.ts'
import { selectComments, type CommentRow } from './message-store.ts'

const presentComment = (row: Pick<CommentRow, 'body' | 'custom' | 'time'>, from: string): QuickComment => ({
  from,
  body: row.body,
  custom: row.custom,
  time: row.time,
})

const addQuickComment = (
  { body, custom, ...messageRef }: ParsedInput<'msgExtend.addQuickComment'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msgExtend.addQuickComment'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId, accid } = ctx.viewer
    const row = await lockMessage(tx, imId, messageRef)
    await expectMayMark(tx, imId, row)
    const key = { message_id: row.id, im_account_id: imId, body }
    const newComment = await marks.insertComment(tx, key, custom)
    const storedComment = newComment ?? (await marks.selectComment(tx, key))
    if (!storedComment) {
      const { commentsOfOne, commentsOfAll } = markLimits
      throw imFail('invalid', `每条消息最多${commentsOfAll}个快捷评论，每人最多${commentsOfOne}个`)
    }
    const reply = { comment: presentComment(storedComment, accid), msg: presentMarkedMessage(row) }
    if (newComment)
      await informReaders(tx, afterCommit, ctx, row, 'msgExtend.quickComment', { ...reply, isAdded: true })
    return reply
  })

const deleteQuickComment = (
  { body, ...messageRef }: ParsedInput<'msgExtend.deleteQuickComment'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msgExtend.deleteQuickComment'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId, accid } = ctx.viewer
    const row = await requireMessage(tx, imId, messageRef)
    const removedComment = await marks.deleteComment(tx, { message_id: row.id, im_account_id: imId, body })
    if (!removedComment) throw imFail('notFound', '没有这条快捷评论')
    const reply = { comment: presentComment(removedComment, accid), msg: presentMarkedMessage(row) }
    await informReaders(tx, afterCommit, ctx, row, 'msgExtend.quickComment', { ...reply, isAdded: false })
    return reply
  })

async function getQuickComments(
  { msgs }: ParsedInput<'msgExtend.getQuickComments'>,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'msgExtend.getQuickComments'>> {
  const ids = msgs.map(({ idServer }) => Number(idServer))
  const pairs = await selectComments(sql, viewer.imId, ids, 'p2p')
  const teams = await selectComments(sql, viewer.imId, ids, 'team')
  const byMessage = Map.groupBy([...pairs, ...teams], ({ id }) => id)
  const lists = ids.flatMap((id) => {
    const [first] = byMessage.get(id) ?? []
    if (!first) return []
    const comments = byMessage
      .get(id)!
      .filter((row): row is typeof first & CommentRow => row.message_id !== null)
      .map((row) => presentComment(row, row.by_accid))
    const commentTimetag = comments.at(-1)?.time ?? 0
    return [{ idServer: `${id}`, idClient: first.id_client, commentTimetag, comments }]
  })
  return { lists }
}

type CommentCommand = `msgExtend.${'addQuickComment' | 'deleteQuickComment' | 'getQuickComments'}`
export const commentHandlers: ImHandlers<CommentCommand> = {
  'msgExtend.addQuickComment': addQuickComment,
  'msgExtend.deleteQuickComment': deleteQuickComment,
  'msgExtend.getQuickComments': getQuickComments,
}
