// Tests of list helpers.
import { expect, test } from 'vitest'
import { NIM } from '../../../test/tested-sdk.ts'

const nim = new NIM({ account: 'me', token: '', defaultLink: 'http://127.0.0.1:9', skipConnectionOnInitialize: true })

test('merges lists without duplicates, in order, and leaves the old list unchanged', () => {
  const olds = [
    { idClient: 'a', time: 1, text: 'old' },
    { idClient: 'c', time: 3 },
  ]
  const merged = nim.mergeMsgs(olds, [
    { idClient: 'b', time: 2 },
    { idClient: 'a', time: 1, text: 'new' },
  ])
  expect(merged.map(({ idClient }) => idClient)).toEqual(['a', 'b', 'c'])
  expect(merged[0]).toMatchObject({ text: 'new' })
  expect(olds).toHaveLength(2)
  expect(nim.mergeMsgs(null, { idClient: 'x', time: 1 })).toHaveLength(1)
  const sessions = nim.mergeSessions([{ id: 'p2p-a', updateTime: 1 }], [{ id: 'p2p-b', updateTime: 2 }])
  expect(sessions.map(({ id }) => id)).toEqual(['p2p-b', 'p2p-a'])
  expect(nim.mergeFriends([{ account: 'a' }], undefined)).toEqual([{ account: 'a' }])
})

test('removes invalid entries and keys from lists, and searches them', () => {
  const friends = [{ account: 'a' }, { account: 'b' }, { account: 'c' }]
  expect(nim.cutFriends(friends, [{ account: 'b' }])).toEqual([{ account: 'a' }, { account: 'c' }])
  expect(nim.cutFriendsByAccounts(friends, ['a', 'b'])).toEqual([{ account: 'c' }])
  expect(nim.cutSessionsByIds([{ id: 'p2p-a' }], 'p2p-a')).toEqual([])
  expect(nim.findUser(friends, 'c')).toBe(friends[2])
  expect(nim.findUser(undefined, 'c')).toBeNull()
  const members = nim.mergeTeamMembers([{ teamId: '1', account: 'a' }], [{ teamId: '2', account: 'a' }])
  expect(members).toHaveLength(2)
  expect(nim.cutTeamMembers(members, { teamId: '1', account: 'a' })).toEqual([{ teamId: '2', account: 'a' }])
  expect(nim.cutTeamMembersByAccounts(members, 'a')).toEqual([])
  // as pages of older SDKs call it
  expect(nim.cutTeamMembersByAccounts(members, '1', ['a'])).toEqual([{ teamId: '2', account: 'a' }])
  expect(nim.cutTeamMembersByAccounts([{ account: 'a' }, { account: 'b' }], '1', 'a')).toEqual([{ account: 'b' }])
})

test('searches only in the given places', async () => {
  const { users } = nim.client.store
  const rest = {
    avatar: '',
    sign: '',
    gender: 0,
    email: '',
    birth: '',
    tel: '',
    custom: '',
    createTime: 1,
    updateTime: 1,
  }
  users.set('a', { account: 'a', nick: '王医生', ...rest })
  users.set('b', { account: 'b', nick: '李医生', ...rest })
  const searchLocalTexts = (keyword: string, keyPath: string) =>
    new Promise<unknown>((resolve) => {
      nim.searchLocal({ keyword, keyPath, done: (error, found) => resolve(error ?? found) })
    })
  expect(await searchLocalTexts('王', 'user.nick')).toMatchObject([{ account: 'a' }])
  expect(await searchLocalTexts('医生', 'user')).toHaveLength(2)
  expect(await searchLocalTexts('王', 'user.sign')).toEqual([])
  expect(await searchLocalTexts('王', 'team.name')).toMatchObject({ code: 414 })
  expect(await searchLocalTexts('', 'user.nick')).toMatchObject({ code: 414 })
})
