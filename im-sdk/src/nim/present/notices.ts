// System messages for pages, and unread counts by kind.
import { friendRequests, type FriendRequest } from '@xinqiao/contract/im/accounts/friend.ts'
import {
  teamRequestMessageTypes,
  type SystemMessage,
  type TeamRequestMessageType,
} from '@xinqiao/contract/im/accounts/notify.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { Store } from '../../store/store.ts'
import { findState, listLatestStates } from '../../sync/merge/changes.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import type { NimFriend } from './people.ts'
import type { NimMessage, NimScene } from './messages.ts'
import { presentTeam, type NimTeam } from './teams.ts'

export type NimSysMsg = {
  type: string
  idServer: string
  scene: NimScene
  from: string
  to: string
  time: number
  ps: string
  category: 'friend' | 'msg' | 'custom' | 'team' | 'superTeam'
  /** The team that an application or an invitation is about. */
  attach?: { team: NimTeam }
  /** The nickname that an applicant wishes for. */
  nickInTeam?: string
  read: boolean
  state: string
  /** The friend that the message is about. */
  friend?: NimFriend
  content?: string
  localCustom?: string
  /** The recalled message, without its content. */
  msg?: Partial<NimMessage>
  deletedIdClient?: string
  deletedIdServer?: string
  deletedMsgTime?: number
  deletedMsgFromNick?: string
  opeAccount?: string
}

const requestNames = new Map(Object.entries(friendRequests).map(([name, code]) => [`${code}`, name as FriendRequest]))

/** `addFriend`, `applyFriend` and so on, for a message about a friendship. */
const systemMessageTypeOf = ({ type, attach }: Pick<SystemMessage, 'type' | 'attach'>): string =>
  type === 'friendRequest' ? (requestNames.get(attach) ?? type) : type

const isTeamRequestType = (type: string): type is TeamRequestMessageType =>
  teamRequestMessageTypes.some((name) => name === type)
const superTeamNames: Record<TeamRequestMessageType, string> = {
  teamInvite: 'superTeamInvite',
  rejectTeamInvite: 'rejectSuperTeamInvite',
  applyTeam: 'applySuperTeam',
  rejectTeamApply: 'rejectSuperTeamApply',
}

/** Parts that the page has set on this device. */
export function localFieldsOfSystemMessage(
  { localFields }: Store,
  idServer: string,
): Partial<Pick<NimSysMsg, 'state' | 'localCustom'>> {
  const { state, localCustom } = localFields.get(`sysMsg ${idServer}`) ?? {}
  return omitUndefined({ state, localCustom })
}

export const isSystemMessageHidden = ({ localFields }: Store, idServer: string): boolean =>
  localFields.get(`sysMsg ${idServer}`)?.isDeleted === true

/** Applications and invitations are addressed to their team (im-sdk-api.md). */
function presentTeamRequest(store: Store, { attach, content: _content, ...rest }: SystemMessage): NimSysMsg {
  const team = JSON.parse(attach) as Team
  return {
    ...rest,
    scene: team.scene,
    type: team.scene === 'team' ? rest.type : superTeamNames[rest.type as TeamRequestMessageType],
    to: team.teamId,
    category: team.scene,
    attach: { team: presentTeam(team, store.teams.has(sessionIdOf({ scene: team.scene, to: team.teamId }))) },
    ...localFieldsOfSystemMessage(store, rest.idServer),
  }
}

export function presentSystemMessage(store: Store, sysMsg: SystemMessage): NimSysMsg {
  if (isTeamRequestType(sysMsg.type)) return presentTeamRequest(store, sysMsg)
  const { attach: _attach, content, type, scene = 'p2p', ...rest } = sysMsg
  const friend = findState(store, 'friend', sysMsg.from)
  return {
    ...rest,
    scene,
    type: systemMessageTypeOf(sysMsg),
    category: type === 'custom' ? 'custom' : 'friend',
    ...(type !== 'custom' && friend?.valid && { friend: { ...friend } }),
    ...(type === 'custom' && { content }),
    ...localFieldsOfSystemMessage(store, sysMsg.idServer),
  }
}

/** System messages, newest first. Custom ones are only delivered, not listed. */
export const listSystemMessages = (store: Store): NimSysMsg[] =>
  listLatestStates(store, 'sysMsg')
    .filter(({ type, idServer }) => type !== 'custom' && !isSystemMessageHidden(store, idServer))
    .sort((a, b) => b.time - a.time || Number(b.idServer) - Number(a.idServer))
    .map((sysMsg) => presentSystemMessage(store, sysMsg))

export type NimUnread = Record<'total' | 'friend' | 'deleteFriend' | 'team' | 'superTeam' | FriendRequest, number> &
  Partial<Record<string, number>>

export function countUnreadSystemMessages(store: Store): NimUnread {
  const counts: NimUnread = {
    total: 0,
    friend: 0,
    team: 0,
    superTeam: 0,
    deleteFriend: 0,
    addFriend: 0,
    applyFriend: 0,
    passFriendApply: 0,
    rejectFriendApply: 0,
    ...Object.fromEntries(teamRequestMessageTypes.map((type) => [type, 0])),
  }
  for (const { read, type, category } of listSystemMessages(store)) {
    if (read) continue
    counts.total += 1
    counts[category] = (counts[category] ?? 0) + 1
    counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}
