// Edits a sent message. Its seq, time and type stay; affected devices receive the new text.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { ChangeReaders, ImCtx } from '../../../kit/chat/im-ctx.ts'
import { saveAlertText } from '../transcript/preserved-texts.ts'
import { changeAccounts } from '../../changes/changes.ts'
import { selectConversation } from '../../conversations/store.ts'
import { createEdit } from './edit.ts'
import * as store from './store.ts'
import { presentMessage } from '../../conversations/present-message.ts'

/** Replaces the text of the caller's message within the recall window, and informs the devices of both sides. */
export const modifyMessage = (
  { scene, to, idServer, content }: ParsedInput<'msg.modifyMsg'>,
  ctx: ImCtx,
): Promise<CommandOutput<'msg.modifyMsg'>> =>
  changeAccounts(ctx, { accids: [to] }, async ({ tx, now, me, requireAccount, recordChange }) => {
    const peer = requireAccount(to)
    const conversation = await selectConversation(tx, me.id, { scene, to })
    const row = conversation && (await store.selectModifiableMessage(tx, me.id, conversation.id, Number(idServer)))
    if (!row) throw imFail('notFound', '消息不存在')
    const edit = createEdit(ctx, row, content, now)
    await saveAlertText(tx, ctx, row.id)
    await store.updateBody(tx, row.id, edit.body, edit.msg.modifyTime)
    for (const account of new Set([me, peer])) recordChange(account, 'modifiedMsg', idServer)
    return { msg: edit.msg }
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
