// Removing messages: recall, delete for oneself, and clear a whole history.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent, type MessageType } from '@xinqiao/contract/im/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { present, tell } from './core.ts'
import type { Done } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimSysMsgs } from './sysmsgs.ts'

/** Fields to change; the others stay. */
export type ModifyParams = Partial<Pick<NimMessage, 'text' | 'tip' | 'content' | 'geo' | 'custom'>> & {
  subType?: number
}
type ModifyOptions = { message: NimMessage; params: ModifyParams; done?: Done<{ message: NimMessage }> }
type RecallOptions = { msg: NimMessage; ps?: string; attach?: string; done?: Done<NimMessage> }

const targetOf = ({ target, idServer }: NimMessage) => ({ scene: 'p2p' as const, to: target, idServer: idServer ?? '' })

export class NimRecalls extends NimSysMsgs {
  /** messaging.md 4: only own messages, stored with success, and not local ones. */
  recallMsg({ msg, ps, attach, done }: RecallOptions): void {
    const work = async () => {
      if (msg.from !== this.options.account || msg.status !== 'success' || msg.isLocal)
        throw imFail('invalid', '只能撤回自己发送成功的消息')
      const words = { ...(ps !== undefined && { ps }), ...(attach !== undefined && { attach }) }
      await this.client.request('msg.deleteMsg', { ...targetOf(msg), ...words })
      return msg
    }
    tell(work(), done)
  }
  /** Old name of `recallMsg`. */
  deleteMsg(options: RecallOptions): void {
    this.recallMsg(options)
  }
  /** Only own messages, stored with success. Files cannot be changed; send them again instead. */
  modifyMessage({ message, params, done }: ModifyOptions): void {
    const work = async () => {
      if (message.from !== this.options.account || message.status !== 'success' || message.isLocal)
        throw imFail('invalid', '只能修改自己发送成功的消息')
      const { text, tip, content, geo, custom, subType } = { ...message, ...params }
      const parts = Object.entries({ text, tip, content, geo, custom, subType })
      const next = Object.fromEntries(parts.filter(([, value]) => value !== undefined))
      const input = { type: messageTypes[message.type as MessageType], ...next } as MessageContent
      const reply = await this.client.request('msg.modifyMsg', { ...targetOf(message), content: input })
      if (reply.care) this.tellCare(message.target, reply.care)
      return { message: present(this, reply.msg) }
    }
    tell(work(), done)
  }
  private tellCare(to: string, level: CrisisLevel): void {
    this.options.oncare?.({ scene: 'p2p', to, sessionId: sessionIdOf(to), level })
  }
  deleteMsgSelf({ msg, done }: { msg: NimMessage; done?: Done<null> }): void {
    this.deleteMsgSelfBatch({ msgs: [msg], ...(done && { done }) })
  }
  deleteMsgSelfBatch({ msgs, done }: { msgs: NimMessage[]; done?: Done<null> }): void {
    tell(this.client.request('msg.deleteMsgSelf', { msgs: msgs.map(targetOf) }), done)
  }
  clearServerHistoryMsgsWithSync({ scene, to, done }: { scene: string; to: string; done?: Done<null> }): void {
    tell(this.client.request('msg.clearServerHistoryMsgs', { scene: scene as 'p2p', to }), done)
  }
  clearServerHistoryMsgs({ to, done }: { to: string; done?: Done<null> }): void {
    this.clearServerHistoryMsgsWithSync({ scene: 'p2p', to, ...(done && { done }) })
  }
}
