// Sends a message, and applies the reply as if it had arrived as a push.
import { describeIssue, imErrors, imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { MessageDraft, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ClientEvents } from '../results/client-events.ts'
import type { PushReceiver } from '../receive/receiver.ts'
import type { OnWait, SendQueue } from './send-queue.ts'
import type { SyncProcess } from '../catch-up/sync.ts'

type SendDependencies = {
  queue: Pick<SendQueue, 'add'>
  receiver: Pick<PushReceiver, 'sending' | 'receiveReply'>
  sync: Pick<SyncProcess, 'catchUp'>
  events: ClientEvents
}

export const createSend =
  ({ queue, receiver, sync, events }: SendDependencies) =>
  async (draft: CommandInput<'msg.sendMsg'>, onWait?: OnWait): Promise<WireMessage> => {
    const { scene, to } = draft
    const parsed = MessageDraft.safeParse(draft)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!
      throw imFail('invalid', describeIssue(issue), { field: issue.path.join('.') })
    }
    receiver.sending.add(draft.idClient)
    try {
      const { msg, session, teamVersion = 0 } = await queue.add(draft, onWait)
      const state = session ? { session } : { news: { version: teamVersion } }
      if (receiver.receiveReply(msg, state) === 'gap') void sync.catchUp()
      return msg
    } catch (error) {
      if ((error as ImFailure).code === imErrors.consentNeeded.code) events.consentRequired?.({ scene, to })
      throw error
    } finally {
      receiver.sending.delete(draft.idClient)
    }
  }
