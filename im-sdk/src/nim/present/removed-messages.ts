// Recalled and deleted messages for pages.
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import { sessionIdOf, targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { Store } from '../../store/store.ts'
import type { NimScene } from './messages.ts'
import { localFieldsOfSystemMessage, type NimSysMsg } from './notices.ts'

/** Pages receive a recall as a system message of the type `deleteMsg`. */
export function presentRecall(store: Store, account: string, gone: RemovedMessage): NimSysMsg {
  const { scene, from, to, ps, attach, goneTime, idClient, idServer, time, operator = from } = gone
  const fromNick = store.users.get(from)?.nick ?? ''
  const target = targetOfMessage(gone, account)
  const flow = from === account ? 'out' : 'in'
  // a system message needs an id; here it is the id of the recalled message
  const id = `recall-${idServer}`
  return {
    type: 'deleteMsg',
    idServer: id,
    scene,
    from,
    to,
    time: goneTime,
    ps,
    category: 'msg',
    read: true,
    state: 'init',
    content: attach,
    msg: {
      scene,
      from,
      fromNick,
      to,
      target: target.to,
      sessionId: sessionIdOf(target),
      flow,
      time,
      idClient,
      idServer,
    },
    deletedIdClient: idClient,
    deletedIdServer: idServer,
    deletedMsgTime: time,
    deletedMsgFromNick: fromNick,
    opeAccount: operator,
    ...localFieldsOfSystemMessage(store, id),
  }
}

export type NimDeletedSelf = {
  scene: NimScene
  sessionId: string
  from: string
  to: string
  idClient: string
  idServer: string
  time: number
  deletedTime: number
}
export const presentDeletedSelf = (gone: RemovedMessage, account: string): NimDeletedSelf => ({
  scene: gone.scene,
  sessionId: sessionIdOf(targetOfMessage(gone, account)),
  from: gone.from,
  to: gone.to,
  idClient: gone.idClient,
  idServer: gone.idServer,
  time: gone.time,
  deletedTime: gone.goneTime,
})
