// Threads: the replies to a message. Loaded on first use.
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import { pickDefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMessage, type NimMessage, type NimScene } from '../present/messages.ts'

const maxLimit = 100 // maximum number of replies per page (messaging.md 5)

type ReplyThreadOptions = {
  scene: NimScene
  /** Sender and receiver of the message that began the thread. */
  threadMsgFromAccount: string
  threadMsgToAccount: string
  threadMsgIdServer: string
  threadMsgTime?: number
  beginTime?: number
  endTime?: number
  lastMsgId?: string
  limit?: number
  reverse?: boolean
}
/**
 * `threadMsg` is null when the account does not see it, for example after a recall. `total` and `timetag` (the time of
 * the last reply) count the replies on all pages. `lastMsgTime` is another name of `timetag`.
 */
type ReplyThreadPage = {
  msgs: NimMessage[]
  threadMsg: NimMessage | null
  total: number
  timetag: number
  lastMsgTime: number
}

export const createReplyThreadsApi = (core: Pick<NimCore, 'client' | 'options' | 'presenterContext'>) => ({
  /** Newest first, or oldest first with `reverse`. */
  getThreadMsgs(options: ReplyThreadOptions & WithDone<ReplyThreadPage>): void {
    const { scene, threadMsgFromAccount: from, threadMsgToAccount: to, threadMsgIdServer: idServer } = options
    const limit = Math.min(options.limit ?? maxLimit, maxLimit)
    const page = { ...pickDefined(options, ['beginTime', 'endTime', 'lastMsgId', 'reverse']), limit }
    callDone(options.done, async () => {
      const target = targetOfMessage({ scene, from, to }, core.options.account)
      const reply = await core.client.request('msgExtend.getThreadMsgs', { ...target, idServer, ...page })
      const { msgs, threadMsg, total, lastMsgTime } = reply
      const context = core.presenterContext()
      return {
        msgs: msgs.map((msg) => presentMessage(msg, context)),
        threadMsg: threadMsg && presentMessage(threadMsg, context),
        total,
        timetag: lastMsgTime,
        lastMsgTime,
      }
    })
  },
})
