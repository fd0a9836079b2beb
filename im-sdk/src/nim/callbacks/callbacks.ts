// Maps the events of the client after login to the page's callbacks (im-sdk-api.md). Where a callback has a singular
// and a plural form, both are called.
import { sessionIdOf, targetOfInput } from '@xinqiao/contract/im/messages/scene.ts'
import type { ClientEvents } from '../../sync/results/client-events.ts'
import type { StateChange } from '../../sync/merge/changes.ts'
import type { NimCore } from '../core/core.ts'
import { presentMessage } from '../present/messages.ts'
import { notifySync } from './sync-callbacks.ts'
import { countUnreadSystemMessages, presentSystemMessage } from '../present/notices.ts'
import { nameClientType, presentLoginPort } from '../present/login-ports.ts'
import { presentEvent } from '../present/events.ts'
import { presentUser } from '../present/people.ts'
import { presentSignal } from '../present/signals.ts'
import { presentMember } from '../present/teams.ts'
import { presentDeletedSelf, presentRecall } from '../present/removed-messages.ts'
import { listStickTops } from '../present/stick-tops.ts'
import { notifySession } from './session-callbacks.ts'
import {
  fetchSyncedMembers,
  updateFetchedMembers,
  notifyTeamCreated,
  notifyTeamLeft,
  notifyTeamNotice,
} from './team-callbacks.ts'

/** @param isOwn caused by a command of this device, whose result `done` receives */
function notifyChange(core: NimCore, { change, before }: StateChange, isOwn: boolean): void {
  const { options, client } = core
  if (change.kind === 'user') {
    const user = presentUser(change.state, core.serverUrl)
    if (user.account !== options.account) {
      core.notify('onupdateuser', user)
      core.notify('onusers', [presentUser(change.state, core.serverUrl)])
    } else if (!isOwn) core.notify('onupdatemyinfo', user)
  } else if (change.kind === 'relation' && !isOwn) {
    const { account, isBlacked, isMuted, updateTime } = change.state
    const was = before?.kind === 'relation' ? before.state : { isBlacked: false, isMuted: false }
    const record = { account, updateTime }
    if (was.isBlacked !== isBlacked) core.notify('onsyncmarkinblacklist', { account, isAdd: isBlacked, record })
    if (was.isMuted !== isMuted) core.notify('onsyncmarkinmutelist', { account, isAdd: isMuted, record: { ...record } })
  } else if (change.kind === 'friend' && !isOwn) {
    const wasValid = before?.kind === 'friend' && before.state.valid
    const { account, valid } = change.state
    const type = valid ? (wasValid ? 'updateFriend' : 'addFriend') : 'deleteFriend'
    core.notify('onsyncfriendaction', { type, account, ...(valid && { friend: { ...change.state } }) })
  } else if (change.kind === 'stickTop' && !isOwn) {
    core.notify('onStickTopSessions', listStickTops(core.presenterContext()))
  } else if (change.kind === 'goneMsg' && !isOwn) {
    if (change.state.isRecalled) core.notify('onsysmsg', presentRecall(client.store, options.account, change.state))
    else core.notify('onDeleteMsgSelf', [presentDeletedSelf(change.state, options.account)])
  } else if (change.kind === 'modifiedMsg') {
    if (!isOwn) core.notify('onReceiveMessagesModified', [presentMessage(change.state, core.presenterContext())])
    const conversation = client.store.conversations.get(client.sessionIdOfMessage(change.state))
    if (conversation?.lastMsg?.idServer === change.key) notifySession(core, conversation)
  } else if (change.kind === 'sysMsg') {
    const sysMsg = presentSystemMessage(client.store, change.state)
    if (change.state.type === 'custom') {
      if (!before) core.notify('oncustomsysmsg', sysMsg)
      return
    }
    if (before) core.notify('onupdatesysmsg', sysMsg)
    else core.notify('onsysmsg', sysMsg)
    core.notify('onupdatesysmsgunread', countUnreadSystemMessages(client.store))
  }
}

/** Subscribes to events again, because the node of the new connection may not know the subscriptions. */
function renewEventSubscriptions({ client, subscribedEvents }: NimCore): void {
  for (const [type, accounts] of subscribedEvents)
    if (accounts.size > 0)
      client.request('event.subscribeEvent', { type, accounts: [...accounts], isRenewal: true }).catch(() => {})
}

/** Only pages with calls need the events that they missed. */
async function syncMissedCallEvents(core: NimCore): Promise<void> {
  if (core.options.syncAvSignal === false || !core.listeners.eventNames().some((name) => name.startsWith('signaling')))
    return
  core.callSync = null
  const { createLazyGroups } = await import('../lazy-groups.ts')
  await createLazyGroups(core).signalingSync()
}

export const createNimEventHandlers = (core: NimCore): ClientEvents => ({
  login: ({ loginPorts, fileKey, serverTime: _serverTime, recallWindowSeconds: _recallWindowSeconds, ...info }) => {
    core.fileAddresses.setKey(fileKey)
    core.failUnsent()
    renewEventSubscriptions(core)
    syncMissedCallEvents(core).catch(() => {})
    core.notify('onconnect', info)
    if (loginPorts.length > 0)
      core.notify(
        'onloginportschange',
        loginPorts.map((port) => presentLoginPort(port, core.options.account)),
      )
  },
  ports: (ports) =>
    core.notify(
      'onloginportschange',
      ports.map((port) => presentLoginPort(port, core.options.account)),
    ),
  crisis(input, level) {
    const target = targetOfInput(input)
    core.notify('oncare', { ...(target && { ...target, sessionId: sessionIdOf(target) }), level })
  },
  consentRequired: (target) => core.notify('onconsentrequired', { ...target, sessionId: sessionIdOf(target) }),
  willReconnect: (info) => core.notify('onwillreconnect', info),
  unreachable: (error) => core.notify('onerror', error),
  end: ({ from, ...end }) =>
    core.notify('ondisconnect', { ...end, ...(from && { from: nameClientType(Number(from)) }) }),
  startOver: () => core.notify('onhistoryreset'),
  synced: (result) => {
    notifySync(core, result)
    void fetchSyncedMembers(core, result)
  },
  teamJoined: (team, isOwn) => notifyTeamCreated(core, team, isOwn),
  teamMember: (member, { scene, teamId }) => {
    const own =
      member.account === core.options.account
        ? core.client.store.teams.get(sessionIdOf({ scene, to: teamId }))?.own
        : undefined
    updateFetchedMembers(core, teamId, [presentMember(member, own)])
    core.notify(scene === 'team' ? 'onupdateteammember' : 'onUpdateSuperTeamMember', presentMember(member, own))
  },
  teamLeft: (...left) => notifyTeamLeft(core, ...left),
  syncFailed: (error) => core.notify('onerror', Object.assign(error, { code: 'SYNC_DATA_ERROR' })),
  changed: (stateChange, isOwn) => notifyChange(core, stateChange, isOwn),
  quickComment: ({ msg, comment, isAdded }) =>
    core.notify(isAdded ? 'onQuickComment' : 'onDeleteQuickComment', msg, comment),
  pin: ({ pin, action }) => core.notify('onPinMsgChange', pin, action),
  teamReceipts: (receipts) => core.notify('onTeamMsgReceipt', receipts),
  passing: (sysMsg) => core.notify('oncustomsysmsg', presentSystemMessage(core.client.store, sysMsg)),
  eventsPublished: (events) => core.notify('onpushevents', { msgEvents: events.map(presentEvent) }),
  signal: (event, isOwn) =>
    core.listeners.emit(isOwn ? 'signalingMutilClientSyncNotify' : 'signalingNotify', presentSignal(event)),
  model: (name, push) => core.listeners.emit(name, push),
  answerChunk: ({ msg }) => core.notify('onReceiveMessagesModified', [presentMessage(msg, core.presenterContext())]),
  broadcast: (broadcast) => {
    core.notify('onbroadcastmsg', { ...broadcast })
    core.notify('onbroadcastmsgs', [{ ...broadcast }])
  },
  message: (msg, isOffline) => {
    // The server had stored the message although its send failed. Its draft stays in `failed`, because a page may
    // resend the message that it shows as failed.
    if (msg.from === core.options.account) core.client.store.unsent.delete(msg.idClient)
    // offline messages are delivered by `onofflinemsgs`
    if (!isOffline) {
      core.notify('onmsg', presentMessage(msg, core.presenterContext()))
      notifyTeamNotice(core, msg)
    }
    const sessionId = core.client.sessionIdOfMessage(msg)
    if (core.currentSession === sessionId) core.client.markRead(sessionId).catch(() => {})
  },
  session: ({ scene, to, clearTime, ext, msgReceiptTime }, before) => {
    const id = sessionIdOf({ scene, to })
    const conversation = core.client.store.conversations.get(id)
    // messages from before the account joined a team are hidden, but not because it cleared the history
    if (clearTime > (before?.clearTime ?? (scene === 'p2p' ? 0 : Infinity)))
      core.notify('onClearServerHistoryMsgs', { scene, to, sessionId: id, time: clearTime })
    if (msgReceiptTime > (before?.msgReceiptTime ?? 0))
      core.notify('onMsgReceipts', [{ scene, to, sessionId: id, msgReceiptTime }])
    if (ext !== (before?.ext ?? '')) core.notify('onSyncUpdateServerSession', { scene, to, id, ext })
    if (!conversation || (conversation.session.isDeleted && before?.isDeleted !== false)) return
    notifySession(core, conversation)
  },
})
