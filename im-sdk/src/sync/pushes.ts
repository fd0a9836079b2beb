// Dispatches a push of the server by its name.
import type { PushData } from '@xinqiao/contract/im/index.ts'
import { pushNumbered } from '@xinqiao/contract/im/table.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { ClientEvents } from '../client-events.ts'
import type { Receiver } from './receiver.ts'

/** Data to fetch because of a push: the messages of a gap, or all changes since the last sync. */
export type MissingData = 'messages' | 'everything' | null

/** @param deviceId of this device */
export function dispatchPush(
  [serviceId, id, data]: PushPacket,
  receiver: Receiver,
  events: ClientEvents,
  deviceId: string,
): MissingData {
  const name = pushNumbered(serviceId, id)?.name
  if (name === 'sync.look') return 'everything'
  if (name === 'msg.msg' || name === 'msg.syncSendMsg') {
    const { msg, session } = data as PushData<'msg.msg'>
    return receiver.receiveMessage(msg, { session }) === 'gap' ? 'messages' : null
  }
  if (name === 'msg.syncSession') {
    const { session, lastMsg } = data as PushData<'msg.syncSession'>
    receiver.receiveSession(session, lastMsg)
  } else if (name === 'sync.changed') {
    const { changes, deviceId: by } = data as PushData<'sync.changed'>
    for (const change of changes) receiver.receiveChange(change, { isOwn: by === deviceId })
  } else if (name === 'notify.passing') events.passing?.((data as PushData<'notify.passing'>).sysMsg)
  else if (name === 'notify.broadcast') receiver.receiveBroadcast((data as PushData<'notify.broadcast'>).broadcast)
  else if (name === 'notify.portal') events.portal?.()
  else if (name === 'auth.multiPortLogin') events.ports?.((data as PushData<'auth.multiPortLogin'>).loginPorts)
  return null
}
