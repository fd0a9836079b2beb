// Users, blocking and muting, and friends as pages read them. Always fresh objects.
import type { Friend } from '@xinqiao/contract/im/friend.ts'
import { genders, type Gender, type Relation, type User } from '@xinqiao/contract/im/user.ts'

export type NimUser = Omit<User, 'gender'> & { gender: Gender }
export type NimMark = { account: string; createTime: number; updateTime: number }
export type NimFriend = Friend
/** Lists carry what is no more, for the page to take out of its own list. */
export type WithInvalid<T> = T[] & { invalid: T[] }

const genderNames = new Map<number, Gender>(Object.entries(genders).map(([name, code]) => [code, name as Gender]))

export const presentUser = (user: User): NimUser => ({ ...user, gender: genderNames.get(user.gender) ?? 'unknown' })

export const markOf = ({ account, createTime, updateTime }: Relation): NimMark => ({ account, createTime, updateTime })

export function withInvalid<S, T>(
  states: readonly S[],
  isValid: (state: S) => boolean,
  show: (state: S) => T,
): WithInvalid<T> {
  const list = states.filter((state) => isValid(state)).map((state) => show(state))
  return Object.assign(list, { invalid: states.filter((state) => !isValid(state)).map((state) => show(state)) })
}
