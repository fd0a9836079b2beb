// Messages that are no more: recalling them, deleting them for oneself, clearing a whole history.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { GoneMessage } from '@xinqiao/contract/im/gone.ts'
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Store } from '../store/store.ts'
import { tell } from './core.ts'
import type { NimSysMsg } from './notices.ts'
import type { Done } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimSysMsgs } from './sysmsgs.ts'

type RecallOptions = { msg: NimMessage; ps?: string; attach?: string; done?: Done<NimMessage> }

/** As pages read it: a system message of the type `deleteMsg`. */
export function presentRecall(store: Store, gone: GoneMessage): NimSysMsg {
  const { from, to, ps, attach, goneTime, idClient, idServer, time } = gone
  return {
    type: 'deleteMsg',
    // system messages are numbered by themselves, and this one has the number of what it took away
    idServer: `recall-${idServer}`,
    scene: 'p2p',
    from,
    to,
    time: goneTime,
    ps,
    category: 'msg',
    read: true,
    state: 'init',
    content: attach,
    deletedIdClient: idClient,
    deletedIdServer: idServer,
    deletedMsgTime: time,
    deletedMsgFromNick: store.users.get(from)?.nick ?? '',
    opeAccount: from,
  }
}

export const presentDeletedSelf = (gone: GoneMessage, account: string) => ({
  scene: 'p2p' as const,
  sessionId: sessionIdOf(gone.from === account ? gone.to : gone.from),
  from: gone.from,
  to: gone.to,
  idClient: gone.idClient,
  idServer: gone.idServer,
  time: gone.time,
  deletedTime: gone.goneTime,
})
export type NimDeletedSelf = ReturnType<typeof presentDeletedSelf>

const targetOf = ({ target, idServer }: NimMessage) => ({ scene: 'p2p' as const, to: target, idServer: idServer ?? '' })

export class NimRecalls extends NimSysMsgs {
  /** messaging.md 4: only what one sent oneself, with success, and not only on this device. */
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
  /** The older name of `recallMsg`. */
  deleteMsg(options: RecallOptions): void {
    this.recallMsg(options)
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
