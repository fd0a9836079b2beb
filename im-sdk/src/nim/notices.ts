// System messages for pages, and unread counts by kind.
import { friendRequests, type FriendRequest } from '@xinqiao/contract/im/friend.ts'
import type { SystemMessage } from '@xinqiao/contract/im/notify.ts'
import type { Store } from '../store/store.ts'
import { findState, listStates } from '../sync/changes.ts'
import { definedFields } from '../defined-fields.ts'
import type { NimFriend } from './people.ts'
import type { NimMessage, NimScene } from './present.ts'

export type NimSysMsg = {
  type: string
  idServer: string
  scene: NimScene
  from: string
  to: string
  time: number
  ps: string
  category: 'friend' | 'msg' | 'custom'
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

/** `addFriend`, `applyFriend` and so on for a friend request. */
export const nameNotice = ({ type, attach }: Pick<SystemMessage, 'type' | 'attach'>): string =>
  type === 'friendRequest' ? (requestNames.get(attach) ?? type) : type

export function presentNotice(store: Store, sysMsg: SystemMessage): NimSysMsg {
  const { attach: _attach, content, type, ...rest } = sysMsg
  const friend = findState(store, 'friend', sysMsg.from)
  const { state, localCustom } = store.notes.get(`sysMsg ${sysMsg.idServer}`) ?? {}
  return {
    ...rest,
    scene: 'p2p',
    type: nameNotice(sysMsg),
    category: type === 'custom' ? 'custom' : 'friend',
    ...(type !== 'custom' && friend?.valid && { friend: { ...friend } }),
    ...(type === 'custom' && { content }),
    ...definedFields({ state, localCustom }),
  }
}

/** Newest first; custom ones are delivered but not listed. */
export const listNotices = (store: Store): NimSysMsg[] =>
  listStates(store, 'sysMsg')
    .filter(({ type, idServer }) => type !== 'custom' && !store.notes.get(`sysMsg ${idServer}`)?.isDeleted)
    .sort((a, b) => b.time - a.time || Number(b.idServer) - Number(a.idServer))
    .map((sysMsg) => presentNotice(store, sysMsg))

export type NimUnread = Record<'total' | 'friend' | 'deleteFriend' | 'team' | FriendRequest, number>

export function countUnread(store: Store): NimUnread {
  const counts: NimUnread = {
    ...{ total: 0, friend: 0, team: 0, deleteFriend: 0 },
    ...{ addFriend: 0, applyFriend: 0, passFriendApply: 0, rejectFriendApply: 0 },
  }
  for (const { read, type } of listNotices(store)) {
    if (read) continue
    counts.total += 1
    counts.friend += 1
    counts[type as FriendRequest | 'deleteFriend'] += 1
  }
  return counts
}
