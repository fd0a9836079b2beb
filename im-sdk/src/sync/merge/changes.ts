// Merges changes, in any order and with repetitions: the newer state wins.
import type { Change, ChangeKind, ChangedState } from '@xinqiao/contract/im/accounts/changes.ts'
import { sessionIdOf, targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { Store } from '../../store/store.ts'
import { mergeRemoval, mergeModified } from './merge.ts'

/** Users also arrive in replies, without a version; their timestamp orders them. */
export function mergeUser(store: Store, user: ChatUser): boolean {
  const storedUser = store.users.get(user.account)
  if (storedUser && storedUser.updateTime >= user.updateTime) return false
  store.users.set(user.account, user)
  return true
}

/** A changed state, and the state before it; null if there was none. */
export type StateChange = { change: Change; before: Change | null }

/**
 * Stores a change that is newer than the held state.
 * @param account the account of this client
 * @returns null when the held state is as new or newer
 */
export function mergeChange(store: Store, account: string, change: Change): StateChange | null {
  if (change.kind === 'goneMsg') {
    return mergeRemoval(store, sessionIdOf(targetOfMessage(change.state, account)), change.state)
      ? { change, before: null }
      : null
  }
  if (change.kind === 'modifiedMsg') {
    return mergeModified(store, sessionIdOf(targetOfMessage(change.state, account)), change.state)
      ? { change, before: null }
      : null
  }
  if (change.kind === 'user') {
    const state = store.users.get(change.key)
    return mergeUser(store, change.state) ? { change, before: state ? { ...change, state } : null } : null
  }
  const changeId = `${change.kind} ${change.key}`
  const before = store.lastChanges.get(changeId) ?? null
  if (before && before.version >= change.version) return null
  store.lastChanges.set(changeId, change)
  return { change, before }
}

export const findState = <K extends ChangeKind>(store: Store, kind: K, key: string): ChangedState<K> | null =>
  (store.lastChanges.get(`${kind} ${key}`)?.state as ChangedState<K> | undefined) ?? null

export const listLatestStates = <K extends ChangeKind>(store: Store, kind: K): ChangedState<K>[] =>
  [...store.lastChanges.values()].flatMap((change) => (change.kind === kind ? [change.state as ChangedState<K>] : []))
