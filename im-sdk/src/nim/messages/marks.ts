// Comments and pins of messages, and collected items. Loaded on first use.
import type { Collect } from '@xinqiao/contract/im/messages/collects.ts'
import type { MessageIdentity, MessagePin, QuickComment } from '@xinqiao/contract/im/messages/message-marks.ts'
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import { omitUndefined, pickDefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'

/** A message as pages hold it; also one from a pin or a callback. */
type MessageInput = Pick<NimMessage, 'scene' | 'from' | 'to' | 'idServer'>
type CommentOptions = { msg: MessageInput; body: number; custom?: string; [push: string]: unknown } & WithDone<{
  comment: QuickComment
  msg: MessageIdentity
}>
type PinOptions = { msg: MessageInput; pinCustom?: string } & WithDone<MessagePin>
type CommentsOfMessage = { commentTimetag: number; comments: QuickComment[]; idServer: string; idClient: string }
type PinsOfSession = { id: string; pins: (MessageIdentity & Omit<MessagePin, 'msg'>)[] }
type CollectQuery = {
  type?: number
  beginTime?: number
  endTime?: number
  lastId?: string
  limit?: number
  reverse?: boolean
} & WithDone<{ collectList: Collect[]; total: number }>

export function createMarksApi({ client, options }: Pick<NimCore, 'client' | 'options'>) {
  const messageRefOf = ({ scene, from, to, idServer = '' }: MessageInput) => ({
    ...targetOfMessage({ scene, from, to }, options.account),
    idServer,
  })

  return {
    addQuickComment({ msg, body, custom, done }: CommentOptions): void {
      const input = { ...messageRefOf(msg), body, ...omitUndefined({ custom }) }
      callDone(done, () => client.request('msgExtend.addQuickComment', input))
    },
    deleteQuickComment({ msg, body, done }: CommentOptions): void {
      callDone(done, () => client.request('msgExtend.deleteQuickComment', { ...messageRefOf(msg), body }))
    },
    getQuickComments({ msgs, done }: { msgs: MessageInput[] } & WithDone<CommentsOfMessage[]>): void {
      callDone(
        done,
        async () => (await client.request('msgExtend.getQuickComments', { msgs: msgs.map(messageRefOf) })).lists,
      )
    },

    addMsgPin({ msg, pinCustom, done }: PinOptions): void {
      const input = { ...messageRefOf(msg), ...omitUndefined({ pinCustom }) }
      callDone(done, async () => (await client.request('msgExtend.addMsgPin', input)).pin)
    },
    updateMsgPin({ msg, pinCustom, done }: PinOptions): void {
      const input = { ...messageRefOf(msg), ...omitUndefined({ pinCustom }) }
      callDone(done, async () => (await client.request('msgExtend.updateMsgPin', input)).pin)
    },
    deleteMsgPin({ msg, done }: PinOptions): void {
      callDone(done, async () => (await client.request('msgExtend.deleteMsgPin', messageRefOf(msg))).pin)
    },
    getMsgPins({ id, done }: { id: string } & WithDone<PinsOfSession>): void {
      callDone(done, async () => {
        const { pins } = await client.request('msgExtend.getMsgPins', { id })
        return { id, pins: pins.map(({ msg, ...pin }) => ({ ...msg, ...pin })) }
      })
    },

    addCollect(collect: Pick<Collect, 'type' | 'data'> & Partial<Collect> & WithDone<{ collect: Collect }>): void {
      const { type, data, done } = collect
      const input = { type, data, ...pickDefined(collect, ['custom', 'uniqueId']) }
      callDone(done, () => client.request('msgExtend.addCollect', input))
    },
    deleteCollects({
      collectList,
      done,
    }: { collectList: Collect[] } & WithDone<{ collectList: Collect[]; deleteNum: number }>): void {
      const ids = collectList.map(({ id }) => id)
      callDone(done, async () => ({
        collectList,
        ...(await client.request('msgExtend.deleteCollects', { ids })),
      }))
    },
    updateCollect({ collect, done }: { collect: Pick<Collect, 'id' | 'custom'> } & WithDone<Collect>): void {
      const input = { collectId: collect.id, custom: collect.custom }
      callDone(done, async () => (await client.request('msgExtend.updateCollect', input)).collect)
    },
    getCollects(query: CollectQuery = {}): void {
      const input = pickDefined(query, ['type', 'beginTime', 'endTime', 'lastId', 'limit', 'reverse'])
      callDone(query.done, () => client.request('msgExtend.getCollects', input))
    },
  }
}
