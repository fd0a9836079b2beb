// System messages for pages, and unread counts by kind.
import { friendRequests, type FriendRequest } from '@xinqiao/contract/im/friend.ts'
import type { SystemMessage } from '@xinqiao/contract/im/notify.ts'
import type { Store } from '../store/store.ts'
import { listStates } from '../sync/changes.ts'
import { definedFields } from '../defined-fields.ts'

export type NimSysMsg = {
  type: string
  idServer: string
  scene: 'p2p'
  from: string
  to: string
  time: number
  ps: string
  category: 'friend' | 'msg' | 'custom'
  read: boolean
  state: string
  attach?: { type: FriendRequest }
  content?: string
  localCustom?: string
  deletedIdClient?: string
  deletedIdServer?: string
  deletedMsgTime?: number
  deletedMsgFromNick?: string
  opeAccount?: string
}

const requestNames = new Map(Object.entries(friendRequests).map(([name, code]) => [`${code}`, name as FriendRequest]))

export function presentNotice(store: Store, sysMsg: SystemMessage): NimSysMsg {
  const { attach, content, type, ...rest } = sysMsg
  const request = requestNames.get(attach)
  const { state, localCustom } = store.notes.get(`sysMsg ${sysMsg.idServer}`) ?? {}
  return {
    ...rest,
    scene: 'p2p',
    type,
    category: type === 'custom' ? 'custom' : 'friend',
    ...(type === 'friendRequest' && request && { attach: { type: request } }),
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
  for (const { read, type, attach } of listNotices(store)) {
    if (read) continue
    counts.total += 1
    counts.friend += 1
    if (type === 'deleteFriend') counts.deleteFriend += 1
    else if (attach) counts[attach.type] += 1
  }
  return counts
}
