// Pins: messages that people keep in view for everyone in the conversation.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { markLimits, type MessagePin } from '@xinqiao/contract/im/messages/message-marks.ts'
import { targetOfSession } from '@xinqiao/contract/im/messages/scene.ts'
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { transaction, type Tx } from '../../kit/db/db.ts'
import { selectConversation } from '../conversations/store.ts'
import * as marks from './mark-store.ts'
import {
  expectMayMark,
  lockMessage,
  requireMembership,
  requireMessage,
  informReaders,
  presentMarkedMessage,
} from './marked-messages.ts'
import { selectVisiblePins, type MarkedMessageRow, type PinRow } from './message-store.ts'

type PinInput = ParsedInput<'msgExtend.addMsgPin'>

const presentPin = (row: MarkedMessageRow, pin: PinRow): MessagePin => ({
  msg: presentMarkedMessage(row),
  pinFrom: pin.pinned_by,
  pinCustom: pin.custom,
  createTime: pin.create_time,
  updateTime: pin.update_time,
})

/** @throws ImFailure 414 for a conversation with as many pins as allowed */
async function insertPin(tx: Tx, imId: number, row: MarkedMessageRow, custom: string): Promise<void> {
  await marks.lockPinCount(tx, row.conversation_id)
  if ((await marks.countPins(tx, row.conversation_id)) >= markLimits.pins)
    throw imFail('invalid', `每个会话最多标记${markLimits.pins}条消息`)
  await marks.insertPin(tx, {
    message_id: row.id,
    conversation_id: row.conversation_id,
    im_account_id: imId,
    custom,
  })
}

const putPin = (
  { pinCustom, ...messageRef }: PinInput,
  ctx: ImCtx,
  mustExist: boolean,
): Promise<CommandOutput<'msgExtend.addMsgPin'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    const row = await lockMessage(tx, imId, messageRef)
    await expectMayMark(tx, imId, row)
    const before = await marks.selectPin(tx, row.id)
    if (!before && mustExist) throw imFail('notFound', '这条消息没有标记')
    if (!before) await insertPin(tx, imId, row, pinCustom)
    else if (before.im_account_id === imId && before.custom !== pinCustom) await marks.updatePin(tx, row.id, pinCustom)
    const storedPin = await marks.selectPin(tx, row.id)
    if (storedPin?.im_account_id !== imId) throw imFail('invalid', '这条消息已由他人标记')
    const pin = presentPin(row, storedPin)
    const action = before ? 'update' : 'add'
    if (before?.custom !== pinCustom) await informReaders(tx, afterCommit, ctx, row, 'msgExtend.pin', { pin, action })
    return { pin }
  })

const deleteMsgPin = (
  messageRef: ParsedInput<'msgExtend.deleteMsgPin'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msgExtend.deleteMsgPin'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    const row = await requireMessage(tx, imId, messageRef)
    const member = await requireMembership(tx, imId, row)
    const storedPin = await marks.selectPin(tx, row.id)
    if (!storedPin) throw imFail('notFound', '这条消息没有标记')
    if (member?.role === memberRoles.normal && storedPin.im_account_id !== imId) throw imFail('notAllowedInTeam')
    const pin = presentPin(row, storedPin)
    if (await marks.deletePin(tx, row.id))
      await informReaders(tx, afterCommit, ctx, row, 'msgExtend.pin', { pin, action: 'delete' })
    return { pin }
  })

async function getMsgPins(
  { id }: ParsedInput<'msgExtend.getMsgPins'>,
  { sql, viewer: { imId } }: ImCtx,
): Promise<CommandOutput<'msgExtend.getMsgPins'>> {
  const target = targetOfSession(id)
  const conversation = await selectConversation(sql, imId, target)
  if (!conversation) return { pins: [] }
  const rows = await selectVisiblePins(sql, { imId, conversationId: conversation.id, scene: target.scene })
  return { pins: rows.map((row) => presentPin(row, row.pin)) }
}

export const pinHandlers: ImHandlers<`msgExtend.${'addMsgPin' | 'updateMsgPin' | 'deleteMsgPin' | 'getMsgPins'}`> = {
  'msgExtend.addMsgPin': (input, ctx) => putPin(input, ctx, false),
  'msgExtend.updateMsgPin': (input, ctx) => putPin(input, ctx, true),
  'msgExtend.deleteMsgPin': deleteMsgPin,
  'msgExtend.getMsgPins': getMsgPins,
}
