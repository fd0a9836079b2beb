// Dispatches a push of the server by its name.
import type { PushData } from '@xinqiao/contract/im/index.ts'
import { findPushByNumber } from '@xinqiao/contract/im/table.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import type { ClientEvents, ModelResultPush } from '../results/client-events.ts'
import type { PushReceiver } from './receiver.ts'

/** Data to fetch after a push: the messages of a gap, or all changes since the last sync. */
export type FetchAfterPush = 'messages' | 'everything' | null

/** @param deviceId of this device */
export function dispatchPush(
  [serviceId, id, data]: PushPacket,
  receiver: PushReceiver,
  events: ClientEvents,
  deviceId: string,
): FetchAfterPush {
  const name = findPushByNumber(serviceId, id)?.name
  if (name === 'sync.look') return 'everything'
  if (name === 'msg.msg' || name === 'msg.syncSendMsg') {
    const { msg, session } = data as PushData<'msg.msg'>
    return receiver.receiveMessage(msg, { session }) === 'gap' ? 'messages' : null
  }
  if (name === 'team.msg') {
    const { msg, version, team } = data as PushData<'team.msg'>
    // the push about joining was lost, or arrives later
    if (!receiver.knowsTeam(msg)) return 'everything'
    return receiver.receiveMessage(msg, { news: { version, team } }) === 'gap' ? 'messages' : null
  }
  if (name === 'team.changed') {
    const push = data as PushData<'team.changed'>
    if (!receiver.knowsTeam({ scene: push.scene, to: push.teamId })) return 'everything'
    receiver.receiveTeamChange(push, push.deviceId === deviceId)
    return null
  }
  if (name === 'team.joined') {
    const { state, deviceId: by } = data as PushData<'team.joined'>
    return receiver.receiveTeam(state, by === deviceId) === 'gap' ? 'messages' : null
  }
  if (name === 'team.left') receiver.receiveTeamLeft(data as PushData<'team.left'>)
  else if (name === 'team.member') receiver.receiveTeamMember(data as PushData<'team.member'>)
  else if (name === 'team.own') receiver.receiveOwnMembership(data as PushData<'team.own'>)
  else if (name === 'msg.syncSession') {
    const { session, lastMsg } = data as PushData<'msg.syncSession'>
    receiver.receiveSession(session, lastMsg)
  } else if (name === 'sync.changed') {
    const { changes, deviceId: by } = data as PushData<'sync.changed'>
    for (const change of changes) receiver.receiveChange(change, { isOwn: by === deviceId })
  } else if (name === 'notify.passing') events.passing?.((data as PushData<'notify.passing'>).sysMsg)
  else if (name === 'notify.broadcast') receiver.receiveBroadcast((data as PushData<'notify.broadcast'>).broadcast)
  else if (name === 'msgExtend.quickComment') events.quickComment?.(data as PushData<'msgExtend.quickComment'>)
  else if (name === 'msgExtend.pin') events.pin?.(data as PushData<'msgExtend.pin'>)
  else if (name === 'team.receipts') events.teamReceipts?.(data as PushData<'team.receipts'>)
  else if (name === 'event.events') events.eventsPublished?.((data as PushData<'event.events'>).events)
  else if (name === 'signalling.notify' || name === 'signalling.answeredElsewhere')
    events.signal?.((data as PushData<'signalling.notify'>).event, name !== 'signalling.notify')
  else if (name === 'ai.messageChunk') events.answerChunk?.(data as PushData<'ai.messageChunk'>)
  else if (name?.startsWith('ai.')) events.model?.(name.slice(3), data as ModelResultPush)
  else if (name === 'notify.portal') events.portal?.()
  else if (name === 'auth.multiPortLogin') events.ports?.((data as PushData<'auth.multiPortLogin'>).loginPorts)
  return null
}
