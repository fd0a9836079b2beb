// Puts changes where they belong, in whatever order and however often they come: the newer state wins.
import type { Change, ChangeKind, StateOf } from '@xinqiao/contract/im/changes.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { Store } from '../store/store.ts'

/** Users also come as answers to questions, which have no version; their own clock orders them. */
export function mergeUser(store: Store, user: User): boolean {
  const known = store.users.get(user.account)
  if (known && known.updateTime >= user.updateTime) return false
  store.users.set(user.account, user)
  return true
}

/** @returns whether anything is another now */
export function mergeChange(store: Store, change: Change): boolean {
  if (change.kind === 'user') return mergeUser(store, change.state)
  const place = `${change.kind} ${change.key}`
  const known = store.things.get(place)
  if (known && known.version >= change.version) return false
  store.things.set(place, change)
  return true
}

export const thingOf = <K extends ChangeKind>(store: Store, kind: K, key: string): StateOf<K> | null =>
  (store.things.get(`${kind} ${key}`)?.state as StateOf<K> | undefined) ?? null

export const thingsOf = <K extends ChangeKind>(store: Store, kind: K): StateOf<K>[] =>
  [...store.things.values()].flatMap((change) => (change.kind === kind ? [change.state as StateOf<K>] : []))
