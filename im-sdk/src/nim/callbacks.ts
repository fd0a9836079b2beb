// Maps the events of the client after login to the page's callbacks (im-sdk-api.md). Where a callback has a singular
// and a plural form, both are called.
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { ClientEvents } from '../client.ts'
import type { Conversation } from '../store/store.ts'
import type { Taken } from '../sync/changes.ts'
import { present, viewOf, type NimCore } from './core.ts'
import { handOutSync } from './first.ts'
import { countUnread, presentNotice } from './notices.ts'
import { presentUser } from './people.ts'
import { presentSession } from './present.ts'
import { presentDeletedSelf, presentRecall } from './present-gone.ts'
import { listStickTops } from './stick-top.ts'

function tellSession(nim: NimCore, conversation: Conversation): void {
  nim.options.onupdatesession?.(presentSession(conversation, viewOf(nim)))
  nim.options.onupdatesessions?.([presentSession(conversation, viewOf(nim))])
}

/** @param isOwn caused by a command of this device, reported by its `done` */
function tellChange(nim: NimCore, { change, before }: Taken, isOwn: boolean): void {
  const { options, client } = nim
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
    options.onStickTopSessions?.(listStickTops(nim))
  } else if (change.kind === 'goneMsg' && !isOwn) {
    if (change.state.isRecalled) options.onsysmsg?.(presentRecall(client.store, change.state))
    else options.onDeleteMsgSelf?.([presentDeletedSelf(change.state, options.account)])
  } else if (change.kind === 'modifiedMsg') {
    if (!isOwn) options.onReceiveMessagesModified?.([present(nim, change.state)])
    const conversation = client.store.conversations.get(client.peerOf(change.state))
    if (conversation?.lastMsg?.idServer === change.key) tellSession(nim, conversation)
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

export const listen = (nim: NimCore): ClientEvents => ({
  login: ({ loginPorts, serverTime: _serverTime, recallWindowSeconds: _recallWindowSeconds, ...info }) => {
    nim.failUnsent()
    nim.options.onconnect?.(info)
    if (loginPorts.length > 0) nim.options.onloginportschange?.(loginPorts)
  },
  ports: (ports) => nim.options.onloginportschange?.(ports),
  care: ({ to, level }) => nim.options.oncare?.({ scene: 'p2p', to, sessionId: sessionIdOf(to), level }),
  willReconnect: (info) => nim.options.onwillreconnect?.(info),
  end: (end) => nim.options.ondisconnect?.(end),
  synced: (result) => handOutSync(nim, result),
  syncFailed: (error) => nim.options.onerror?.(Object.assign(error, { code: 'SYNC_DATA_ERROR' })),
  changed: (taken, isOwn) => tellChange(nim, taken, isOwn),
  passing: (sysMsg) => nim.options.oncustomsysmsg?.(presentNotice(nim.client.store, sysMsg)),
  broadcast: (broadcast) => {
    nim.options.onbroadcastmsg?.({ ...broadcast })
    nim.options.onbroadcastmsgs?.([{ ...broadcast }])
  },
  message: (msg, isOffline) => {
    nim.failed.delete(msg.idClient)
    // the server had stored it after all
    if (msg.from === nim.options.account) nim.client.store.unsent.delete(msg.idClient)
    // offline messages are delivered by `onofflinemsgs`
    if (!isOffline) nim.options.onmsg?.(present(nim, msg))
    const peer = nim.client.peerOf(msg)
    if (nim.currentSession === sessionIdOf(peer)) nim.client.markRead(peer).catch(() => {})
  },
  session: ({ to, clearTime, ext }, before) => {
    const conversation = nim.client.store.conversations.get(to)
    const id = sessionIdOf(to)
    if (clearTime > (before?.clearTime ?? 0))
      nim.options.onClearServerHistoryMsgs?.({ scene: 'p2p', to, sessionId: id, time: clearTime })
    if (ext !== (before?.ext ?? '')) nim.options.onSyncUpdateServerSession?.({ scene: 'p2p', to, id, ext })
    if (!conversation || conversation.session.isDeleted) return
    tellSession(nim, conversation)
  },
})
