// Users, blocking, muting and friends for pages. Every call returns new objects.
import type { AiUser } from '@xinqiao/contract/im/robots/ai-model.ts'
import type { Friend } from '@xinqiao/contract/im/accounts/friend.ts'
import { chatGenders, type Gender, type Relation, type ChatUser } from '@xinqiao/contract/im/accounts/user.ts'

/** Robots also have the field names of older SDKs: `botid`, `name` and `intro`. */
export type NimRobot = AiUser & { botid: string; name: string; intro: string }
export type NimUser = Omit<ChatUser, 'gender'> & { gender: Gender }
export type NimMark = { account: string; createTime: number; updateTime: number }
export type NimFriend = Friend
/** Lists contain removed entries in `invalid`, so that the page can remove them from its list. */
export type WithInvalid<T> = T[] & { invalid: T[] }

const genderNames = new Map<number, Gender>(Object.entries(chatGenders).map(([name, code]) => [code, name as Gender]))

/** The whole address of a picture on this server, for pages of other origins. */
export const presentUser = (user: ChatUser, serverUrl: string): NimUser => ({
  ...user,
  avatar: user.avatar.startsWith('/') && serverUrl !== '' ? new URL(user.avatar, serverUrl).href : user.avatar,
  gender: genderNames.get(user.gender) ?? 'unknown',
})

export const presentMark = ({ account, createTime, updateTime }: Relation): NimMark => ({
  account,
  createTime,
  updateTime,
})

export function withInvalid<S, T>(
  states: readonly S[],
  isValid: (state: S) => boolean,
  show: (state: S) => T,
): WithInvalid<T> {
  const list = states.filter((state) => isValid(state)).map((state) => show(state))
  return Object.assign(list, { invalid: states.filter((state) => !isValid(state)).map((state) => show(state)) })
}
