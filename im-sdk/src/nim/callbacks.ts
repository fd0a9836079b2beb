// Maps the events of the client after login to the page's callbacks (im-sdk-api.md). Where a callback has a singular
// and a plural form, both are called.
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../client-events.ts'
import type { Conversation } from '../store/store.ts'
import type { StateChange } from '../sync/changes.ts'
import { presentToPage, viewpointOf, type NimCore } from './core.ts'
import { notifySync } from './sync-callbacks.ts'
import { countUnread, presentNotice } from './notices.ts'
import { presentUser } from './people.ts'
import { presentSession } from './present.ts'
import { presentDeletedSelf, presentRecall } from './present-gone.ts'
import { listStickTops } from './stick-top.ts'

function notifySession(core: NimCore, conversation: Conversation): void {
  core.options.onupdatesession?.(presentSession(conversation, viewpointOf(core)))
  core.options.onupdatesessions?.([presentSession(conversation, viewpointOf(core))])
}

/** @param isOwn caused by a command of this device, reported by its `done` */
function notifyChange(core: NimCore, { change, before }: StateChange, isOwn: boolean): void {
  const { options, client } = core
  if (change.kind === 'user') {
    const user = presentUser(change.state)
    if (user.account !== options.account) {
      options.onupdateuser?.(user)
      options.onusers?.([presentUser(change.state)])
    } else if (!isOwn) options.onupdatemyinfo?.(user)
  } else if (change.kind === 'relation' && !isOwn) {
    const { account, isBlacked, isMuted, updateTime } = change.state
    const was = before?.kind === 'relation' ? before.state : { isBlacked: false, isMuted: false }
    const record = { account, updateTime }
    if (was.isBlacked !== isBlacked) options.onsyncmarkinblacklist?.({ account, isAdd: isBlacked, record })
    if (was.isMuted !== isMuted) options.onsyncmarkinmutelist?.({ account, isAdd: isMuted, record: { ...record } })
  } else if (change.kind === 'friend' && !isOwn) {
    const wasValid = before?.kind === 'friend' && before.state.valid
    const { account, valid } = change.state
    const type = valid ? (wasValid ? 'updateFriend' : 'addFriend') : 'deleteFriend'
    options.onsyncfriendaction?.({ type, account, ...(valid && { friend: { ...change.state } }) })
  } else if (change.kind === 'stickTop' && !isOwn) {
    options.onStickTopSessions?.(listStickTops(core))
  } else if (change.kind === 'goneMsg' && !isOwn) {
    if (change.state.isRecalled) options.onsysmsg?.(presentRecall(client.store, change.state))
    else options.onDeleteMsgSelf?.([presentDeletedSelf(change.state, options.account)])
  } else if (change.kind === 'modifiedMsg') {
    if (!isOwn) options.onReceiveMessagesModified?.([presentToPage(core, change.state)])
    const conversation = client.store.conversations.get(client.peerOf(change.state))
    if (conversation?.lastMsg?.idServer === change.key) notifySession(core, conversation)
  } else if (change.kind === 'sysMsg') {
    const sysMsg = presentNotice(client.store, change.state)
    if (change.state.type === 'custom') {
      if (!before) options.oncustomsysmsg?.(sysMsg)
      return
    }
    if (before) options.onupdatesysmsg?.(sysMsg)
    else options.onsysmsg?.(sysMsg)
    options.onupdatesysmsgunread?.(countUnread(client.store))
  }
}

export const createEventHandlers = (core: NimCore): ClientEvents => ({
  login: ({ loginPorts, serverTime: _serverTime, recallWindowSeconds: _recallWindowSeconds, ...info }) => {
    core.failUnsent()
    core.options.onconnect?.(info)
    if (loginPorts.length > 0) core.options.onloginportschange?.(loginPorts)
  },
  ports: (ports) => core.options.onloginportschange?.(ports),
  care: ({ to, level }) => core.options.oncare?.({ scene: 'p2p', to, sessionId: sessionIdOf(to), level }),
  willReconnect: (info) => core.options.onwillreconnect?.(info),
  end: (end) => core.options.ondisconnect?.(end),
  synced: (result) => notifySync(core, result),
  syncFailed: (error) => core.options.onerror?.(Object.assign(error, { code: 'SYNC_DATA_ERROR' })),
  changed: (stateChange, isOwn) => notifyChange(core, stateChange, isOwn),
  passing: (sysMsg) => core.options.oncustomsysmsg?.(presentNotice(core.client.store, sysMsg)),
  broadcast: (broadcast) => {
    core.options.onbroadcastmsg?.({ ...broadcast })
    core.options.onbroadcastmsgs?.([{ ...broadcast }])
  },
  message: (msg, isOffline) => {
    core.failed.delete(msg.idClient)
    // the server had stored it after all
    if (msg.from === core.options.account) core.client.store.unsent.delete(msg.idClient)
    // offline messages are delivered by `onofflinemsgs`
    if (!isOffline) core.options.onmsg?.(presentToPage(core, msg))
    const peer = core.client.peerOf(msg)
    if (core.currentSession === sessionIdOf(peer)) core.client.markRead(peer).catch(() => {})
  },
  session: ({ to, clearTime, ext }, before) => {
    const conversation = core.client.store.conversations.get(to)
    const id = sessionIdOf(to)
    if (clearTime > (before?.clearTime ?? 0))
      core.options.onClearServerHistoryMsgs?.({ scene: 'p2p', to, sessionId: id, time: clearTime })
    if (ext !== (before?.ext ?? '')) core.options.onSyncUpdateServerSession?.({ scene: 'p2p', to, id, ext })
    if (!conversation || conversation.session.isDeleted) return
    notifySession(core, conversation)
  },
})
