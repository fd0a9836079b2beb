// Messages: sending, history and read receipts.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { messageFlags, messageTypes, type MessageType } from '@xinqiao/contract/im/messages.ts'
import { present, settle, tell, viewOf, type Draft } from './core.ts'
import { NimLists } from './lists.ts'
import type { Done, HistoryOptions, SendOptions } from './options.ts'
import { presentMessage, type NimMessage } from './present.ts'

export class NimMessages extends NimLists {
  sendText(options: SendOptions & { text: string }): NimMessage {
    return this.send(options, { type: messageTypes.text, text: options.text })
  }
  sendCustomMsg(options: SendOptions & { content: string }): NimMessage {
    return this.send(options, { type: messageTypes.custom, content: options.content })
  }
  sendTipMsg(options: SendOptions & { tip: string }): NimMessage {
    return this.send(options, { type: messageTypes.tip, tip: options.tip })
  }
  sendGeo(options: SendOptions & { geo: { lng: number; lat: number; title: string } }): NimMessage {
    return this.send(options, { type: messageTypes.geo, geo: options.geo })
  }
  /** messaging.md 4: only own failed messages; the same idClient prevents a duplicate. */
  resendMsg({ msg, done }: { msg: NimMessage; done?: SendOptions['done'] }): NimMessage {
    const draft = this.failed.get(msg.idClient)
    if (!draft || msg.status !== 'fail') throw new Error('only failed messages can be resent')
    return this.deliver(draft, { scene: draft.scene, to: draft.to, ...(done && { done }) }, true)
  }

  getHistoryMsgs(options: HistoryOptions): void {
    const { scene, to, beginTime = 0, endTime = 0, limit = 100, reverse = false, asc = false, msgTypes = [] } = options
    const types = msgTypes.map((name) => messageTypes[name as MessageType])
    const input = { scene: scene as 'p2p', to, beginTime, endTime, limit, reverse, msgTypes: types }
    const work = async () => {
      const { msgs } = await this.client.request('msg.getHistoryMsgs', input)
      const list = msgs.map((msg) => present(this, msg))
      return { msgs: asc && !reverse ? list.toReversed() : list }
    }
    tell(work(), options.done)
  }
  sendMsgReceipt({ msg, done }: { msg: NimMessage | null; done?: Done<null> }): void {
    if (!msg) return done?.(null, null)
    const input = { scene: 'p2p' as const, to: msg.target, time: msg.time }
    tell(
      this.client.request('msg.sendMsgReceipt', input).then(() => null),
      done,
    )
  }

  protected send(options: SendOptions, content: Draft['content']): NimMessage {
    return this.deliver(this.draftOf(options, content), options, options.resend === true)
  }

  protected draftOf(options: SendOptions, content: Draft['content']): Draft {
    const { custom, subType, pushContent, pushPayload } = options
    const flags = messageFlags.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name] ? 1 : 0]]))
    const extras = Object.entries({ custom, subType, pushContent, pushPayload }).filter(
      ([, value]) => value !== undefined,
    )
    return {
      scene: options.scene as 'p2p',
      to: options.to,
      idClient: options.idClient ?? crypto.randomUUID().replaceAll('-', ''),
      content: { ...content, ...Object.fromEntries([...flags, ...extras]) } as Draft['content'],
    }
  }

  /** Returns the message at once, as `sending`; `done` receives the stored one, or the same one as `fail`. */
  protected deliver(draft: Draft, { beforesend, done, isLocal = false }: SendOptions, resend: boolean): NimMessage {
    const { unsent } = this.client.store
    const time = Date.now()
    const show = (status: 'sending' | 'fail') => ({ ...this.presentUnsent(draft, time, status), resend })
    const shown = show('sending')
    if (isLocal) {
      const local = { ...shown, status: 'success' as const, isLocal: true }
      // messaging.md 4: a local message succeeds without waiting
      void this.kept.keepShown([local]).finally(() => done?.(null, { ...local }))
      return { ...local }
    }
    beforesend?.(shown)
    unsent.set(draft.idClient, { draft, time, status: 'sending' })
    this.sending.add(draft.idClient)
    void settle(
      this.client.send(draft),
      (msg) => {
        this.sending.delete(draft.idClient)
        this.failed.delete(draft.idClient)
        unsent.delete(draft.idClient)
        done?.(null, { ...present(this, msg), resend })
      },
      (error) => {
        // messaging.md 8: 7101
        const isInBlackList = error instanceof ImFailure && error.code === 7101
        this.sending.delete(draft.idClient)
        this.failed.set(draft.idClient, draft)
        unsent.set(draft.idClient, { draft, time, status: 'fail', isInBlackList })
        done?.(error, { ...show('fail'), isInBlackList })
      },
    )
    return shown
  }

  private presentUnsent(draft: Draft, time: number, status: 'sending' | 'fail'): NimMessage {
    const { deviceId } = this.client
    const local = { ...draft, from: this.options.account, fromClientType: 16, fromDeviceId: deviceId, time }
    return presentMessage(local, viewOf(this), status)
  }
  /** Own messages in flight or failed, including those of earlier pages. */
  protected listUnsent(): NimMessage[] {
    return [...this.client.store.unsent.values()].map(({ draft, time, status, isInBlackList = false }) => ({
      ...this.presentUnsent(draft, time, status),
      isInBlackList,
    }))
  }
}
