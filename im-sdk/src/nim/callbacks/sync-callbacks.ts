// Callbacks of a login, in the order that pages rely on (im-sdk-api.md). Pages render in `onsyncdone`.
import type { ChangeKind, ChangedState } from '@xinqiao/contract/im/accounts/changes.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import { listLatestStates } from '../../sync/merge/changes.ts'
import type { SyncResult } from '../../sync/results/result.ts'
import type { NimCore } from '../core/core.ts'
import { listSessions } from '../present/sessions.ts'
import { presentMessage } from '../present/messages.ts'
import { countUnreadSystemMessages, presentSystemMessage } from '../present/notices.ts'
import { presentMark, presentUser, withInvalid } from '../present/people.ts'
import { presentDeletedSelf, presentRecall } from '../present/removed-messages.ts'
import { listOlderMessagesMarks } from '../present/unread-histories.ts'
import { listStickTops } from '../present/stick-tops.ts'
import { notifySessionEnd } from './session-callbacks.ts'
import { notifySyncedTeams } from './team-callbacks.ts'

function notifyMessages(
  core: NimCore,
  msgs: readonly WireMessage[],
  callback: 'onroamingmsgs' | 'onofflinemsgs',
): void {
  const bySession = Map.groupBy(msgs, (msg) => core.client.sessionIdOfMessage(msg))
  for (const [sessionId, list] of bySession) {
    const items = list.map((msg) => presentMessage(msg, core.presenterContext()))
    core.notify(callback, { ...targetOfMessage(list[0]!, core.options.account), sessionId, msgs: items })
  }
}

const listChanged = <K extends ChangeKind>({ changes }: SyncResult, kind: K): ChangedState<K>[] =>
  changes.flatMap(({ change }) => (change.kind === kind ? [change.state as ChangedState<K>] : []))

/**
 * The full list for the first sync of the page and the first after starting over, otherwise only the changes; null
 * without changes.
 */
function listForCallback<K extends ChangeKind>(
  core: Pick<NimCore, 'client'>,
  result: SyncResult,
  kind: K,
): ChangedState<K>[] | null {
  if (result.isFresh) return listLatestStates(core.client.store, kind)
  const list = listChanged(result, kind)
  return list.length > 0 ? list : null
}

function notifyContacts(core: NimCore, result: SyncResult): void {
  const { options, client } = core
  const { syncRelations = true, syncFriends = true, syncFriendUsers = true } = options
  const relations = syncRelations ? listForCallback(core, result, 'relation') : null
  if (relations) {
    core.notify(
      'onblacklist',
      withInvalid(relations, ({ isBlacked }) => isBlacked, presentMark),
    )
    core.notify(
      'onmutelist',
      withInvalid(relations, ({ isMuted }) => isMuted, presentMark),
    )
  }
  const friends = syncFriends ? listForCallback(core, result, 'friend') : null
  if (friends)
    core.notify(
      'onfriends',
      withInvalid(
        friends,
        ({ valid }) => valid,
        (friend) => ({ ...friend }),
      ),
    )
  const users = result.isFresh ? [...client.store.users.values()] : [...result.users, ...listChanged(result, 'user')]
  const me = client.store.users.get(options.account)
  if (me && (result.isFresh || users.some(({ account }) => account === me.account)))
    core.notify('onmyinfo', presentUser(me, core.serverUrl))
  const others = new Map(users.filter(({ account }) => account !== options.account).map((user) => [user.account, user]))
  if (syncFriendUsers && (result.isFresh || others.size > 0))
    core.notify(
      'onusers',
      [...others.values()].map((user) => presentUser(user, core.serverUrl)),
    )
}

function notifySystemMessages(core: Pick<NimCore, 'client' | 'notify' | 'options'>, result: SyncResult): void {
  const { client } = core
  const news = result.changes.flatMap(({ change, before }) =>
    change.kind === 'sysMsg' && !before ? [change.state] : [],
  )
  const plain = news.filter(({ type }) => type !== 'custom').map((notice) => presentSystemMessage(client.store, notice))
  const recalls = result.changes.flatMap(({ change }) =>
    change.kind === 'goneMsg' && change.state.isRecalled
      ? [presentRecall(client.store, core.options.account, change.state)]
      : [],
  )
  const custom = news
    // the first sync of a device brings only unread custom messages, a later one all that it has missed
    .filter(({ type, read }) => type === 'custom' && !(result.isFirst && read))
    .map((notice) => presentSystemMessage(client.store, notice))
  const [roaming, offline] = result.isFirst ? [plain, []] : [[], [...plain, ...recalls]]
  if (roaming.length > 0) core.notify('onroamingsysmsgs', roaming)
  if (offline.length > 0) core.notify('onofflinesysmsgs', offline)
  if (custom.length > 0) core.notify('onofflinecustomsysmsgs', custom)
  core.notify('onsysmsgunread', countUnreadSystemMessages(client.store))
}

export function notifySync(core: NimCore, result: SyncResult): void {
  const { options, client } = core
  const { syncRoamingMsgs = true, syncTeams = true, syncSuperTeams = true, syncStickTopSessions = true } = options
  notifyContacts(core, result)
  if (syncTeams) notifySyncedTeams(core, result, 'team')
  if (syncSuperTeams) notifySyncedTeams(core, result, 'superTeam')
  if (result.isFresh) core.notify('onsessions', listSessions(core.presenterContext()))
  else for (const { conversation } of result.leftTeams) notifySessionEnd(core, conversation)
  core.hasSynced = true
  if (syncStickTopSessions && listForCallback(core, result, 'stickTop'))
    core.notify('onStickTopSessions', listStickTops(core.presenterContext()))
  if (syncRoamingMsgs) notifyMessages(core, result.roaming, 'onroamingmsgs')
  notifyMessages(core, result.offline, 'onofflinemsgs')
  const modified = listChanged(result, 'modifiedMsg')
  if (modified.length > 0)
    core.notify(
      'onReceiveMessagesModified',
      modified.map((msg) => presentMessage(msg, core.presenterContext())),
    )
  const more = result.isFresh || result.hasSkipped ? listOlderMessagesMarks(client.store) : []
  if (more.length > 0) core.notify('onSessionsWithMoreRoaming', more)
  const deleted = listChanged(result, 'goneMsg').filter(({ isRecalled }) => !isRecalled)
  if (deleted.length > 0)
    core.notify(
      'onDeleteMsgSelf',
      deleted.map((gone) => presentDeletedSelf(gone, options.account)),
    )
  notifySystemMessages(core, result)
  if (options.syncBroadcastMsgs === true && result.broadcasts.length > 0) {
    for (const broadcast of result.broadcasts) core.notify('onbroadcastmsg', { ...broadcast })
    core.notify(
      'onbroadcastmsgs',
      result.broadcasts.map((broadcast) => ({ ...broadcast })),
    )
  }
  core.notify('onsyncdone')
}
