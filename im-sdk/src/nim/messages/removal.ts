// Changes to sent messages: recall, modify, delete for oneself, and clear a whole history. Loaded on first use.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type MessageContent, type MessageType } from '@xinqiao/contract/im/messages/messages.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMessage, type NimMessage } from '../present/messages.ts'
import { readMessageTarget, readTarget } from '../core/targets.ts'
import { omitUndefined, pickDefined } from '../../base/omit-undefined.ts'

/** The fields to change; all others stay. */
export type ModifyParams = Partial<Pick<NimMessage, 'text' | 'tip' | 'content' | 'geo' | 'custom'>> & {
  subType?: number
}
type ModifyOptions = { message: NimMessage; params: ModifyParams } & WithDone<{ message: NimMessage }>
type RecallOptions = { msg: NimMessage; ps?: string; attach?: string } & WithDone<NimMessage>

/** A page that passes `false` wants to keep messages, so the call is refused (decision 040). */
type ClearOptions = { scene?: string; to: string; isDeleteRoam?: boolean; isSyncSelf?: boolean } & WithDone<null>

const toMessageRef = (msg: NimMessage) => ({ ...readMessageTarget(msg), idServer: msg.idServer ?? '' })

export function createRemovalApi(core: Pick<NimCore, 'client' | 'options' | 'presenterContext'>) {
  const { client, options } = core

  function recallMsg({ msg, ps, attach, done }: RecallOptions): void {
    callDone(done, async () => {
      // in a team, the server decides who may recall the messages of others
      const mayBeOthers = msg.scene !== 'p2p'
      if ((msg.from !== options.account && !mayBeOthers) || msg.status !== 'success' || msg.isLocal)
        throw imFail('invalid', '只能撤回自己发送成功的消息')
      await client.request('msg.deleteMsg', { ...toMessageRef(msg), ...omitUndefined({ ps, attach }) })
      return msg
    })
  }
  function deleteMsgSelfBatch({ msgs, done }: { msgs: NimMessage[] } & WithDone<null>): void {
    callDone(done, () => client.request('msg.deleteMsgSelf', { msgs: msgs.map(toMessageRef) }))
  }
  function clearServerHistoryMsgs({ scene, to, isDeleteRoam, isSyncSelf, done }: ClearOptions): void {
    callDone(done, async () => {
      if (isSyncSelf === false) throw imFail('invalid', 'isSyncSelf不能关闭')
      if (isDeleteRoam === false) throw imFail('invalid', 'isDeleteRoam不能关闭')
      return client.request('msg.clearServerHistoryMsgs', readTarget({ scene, to }))
    })
  }

  return {
    /** messaging.md 4: only the account's messages or those of a team, stored with success, and not local ones. */
    recallMsg,
    /** Former name of `recallMsg`. */
    deleteMsg: recallMsg,
    /** Changes a stored message of the account. Files cannot be changed; send them again instead. */
    modifyMessage({ message, params, done }: ModifyOptions): void {
      callDone(done, async () => {
        if (message.from !== options.account || message.status !== 'success' || message.isLocal)
          throw imFail('invalid', '只能修改自己发送成功的消息')
        const fields: ModifyParams = { ...message, ...params }
        const parts = pickDefined(fields, ['text', 'tip', 'content', 'geo', 'custom', 'subType'])
        const input = { type: chatMessageTypes[message.type as MessageType], ...parts } as MessageContent
        const { msg } = await client.request('msg.modifyMsg', { ...toMessageRef(message), content: input })
        return { message: presentMessage(msg, core.presenterContext()) }
      })
    },
    deleteMsgSelf({ msg, done }: { msg: NimMessage } & WithDone<null>): void {
      deleteMsgSelfBatch({ msgs: [msg], ...(done && { done }) })
    },
    deleteMsgSelfBatch,
    clearServerHistoryMsgs,
    clearServerHistoryMsgsWithSync: clearServerHistoryMsgs,
  }
}
