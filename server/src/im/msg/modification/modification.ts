// Edits a sent message. Its seq, time and type stay; affected devices receive the new text.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { ChangeReaders, ImCtx } from '../../../kit/chat/im-ctx.ts'
import { saveAlertText } from '../transcript/preserved-texts.ts'
import { changeAccounts } from '../../changes/changes.ts'
import { expectNotBlocked } from '../../notify/notices.ts'
import { selectConversation } from '../../conversations/store.ts'
import { createEdit, sealContent } from './edit.ts'
import * as store from './store.ts'
import { presentMessage } from '../../conversations/present-message.ts'

/** Replaces the text of the caller's message within the recall window, and informs the devices of both sides. */
export const modifyMessage = (
  { scene, to, idServer, content }: ParsedInput<'msg.modifyMsg'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msg.modifyMsg'>> =>
  changeAccounts(ctx, { accids: [to] }, async ({ tx, now, me, requireAccount, recordChange }) => {
    const peer = requireAccount(to)
    await expectNotBlocked(tx, peer.id, me.id)
    const conversation = await selectConversation(tx, me.id, { scene, to })
    const row = conversation && (await store.selectModifiableMessage(tx, me.id, conversation.id, Number(idServer)))
    if (!row) throw imFail('notFound', '消息不存在')
    const edit = createEdit(ctx, row, content, now)
    await saveAlertText(tx, ctx, row.id)
    await store.updateBody(tx, row.id, edit.body, edit.msg.modifyTime)
    for (const account of new Set([me, peer])) recordChange(account, 'modifiedMsg', idServer)
    return { msg: edit.msg }
  })

/**
 * Changes a p2p message of the caller at any time, for answers of robots.
 * @param change returns null to keep the content
 * @throws ImFailure 404 for a message that was removed
 */
export const rewriteMessage = (
  { to, idServer }: { to: string; idServer: string },
  change: (content: StoredContent) => StoredContent | null,
  ctx: ImCtx,
): Promise<WireMessage> =>
  changeAccounts(ctx, { accids: [to] }, async ({ tx, now, me, requireAccount, recordChange }) => {
    const peer = requireAccount(to)
    const conversation = await selectConversation(tx, me.id, { scene: 'p2p', to })
    const row = conversation && (await store.selectModifiableMessage(tx, me.id, conversation.id, Number(idServer)))
    if (!row) throw imFail('notFound', '消息不存在')
    const before = presentMessage(row, ctx.bodies)
    const content = change(before.content)
    if (content === null) return before
    const edit = sealContent(ctx, row, { ...before, content }, now)
    await store.updateBody(tx, row.id, edit.body, edit.msg.modifyTime)
    for (const account of [me, peer]) recordChange(account, 'modifiedMsg', idServer)
    return edit.msg
  })

export const createModifiedReaders = (bodies: BodyCipher): Pick<ChangeReaders, 'modifiedMsg'> => ({
  async modifiedMsg(db, changeKeys) {
    const rows = await store.selectModifiedMessages(db, changeKeys)
    return rows.map((row) => ({
      imId: row.im_account_id,
      key: `${row.id}`,
      state: presentMessage(row, bodies),
    }))
  },
})
