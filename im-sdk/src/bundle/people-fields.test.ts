// Tests the fields of people, friends' notices, devices and merged lists that existing pages read, on both published
// builds.
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { closePages, openPage, sendText, waitForDone, type Page } from '../../test/page.ts'
import { createPerson, until, type ChatPerson } from '../../test/people.ts'
import { openSocket } from '../connection/socket.ts'
import type { NimUser } from '../nim/present/people.ts'
import type { NimSysMsg } from '../nim/present/notices.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const openNewPage = (person?: ChatPerson) => openPage(server(), url, person && { person })
const createUser = () => createPerson(server(), url)

test('names each answer to an application for a friendship, with the friend if there is one', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const waitForNotice = async (page: Page, type: string) => {
    await until(() => (page.last('onsysmsg') as NimSysMsg | undefined)?.type === type, type)
    return page.last('onsysmsg') as NimSysMsg
  }
  const apply = () => waitForDone((done) => ann.nim.applyFriend({ account: bob.accid, ps: '您好', done }))
  await apply()
  const application = await waitForNotice(bob, 'applyFriend')
  expect(application).toMatchObject({ category: 'friend', from: ann.accid, to: bob.accid, ps: '您好' })
  expect(application).not.toHaveProperty('friend')
  await waitForDone((done) => bob.nim.rejectFriendApply({ account: ann.accid, ps: '不认识', done }))
  const rejection = await waitForNotice(ann, 'rejectFriendApply')
  expect(rejection).toMatchObject({ category: 'friend', from: bob.accid, ps: '不认识' })
  expect(rejection).not.toHaveProperty('friend')

  await apply()
  await until(() => bob.count('onsysmsg') === 2, 'the next application')
  const { idServer } = bob.last('onsysmsg') as NimSysMsg
  await waitForDone((done) => bob.nim.passFriendApply({ account: ann.accid, idServer, ps: '好', done }))
  const friend = { account: bob.accid, alias: '', valid: true }
  expect(await waitForNotice(ann, 'passFriendApply')).toMatchObject({ category: 'friend', from: bob.accid, friend })
  await waitForDone((done) => bob.nim.deleteFriend({ account: ann.accid, done }))
  expect(await waitForNotice(ann, 'deleteFriend')).not.toHaveProperty('friend')
  await waitForDone((done) => bob.nim.addFriend({ account: ann.accid, done }))
  expect(await waitForNotice(ann, 'addFriend')).toMatchObject({ category: 'friend', friend })
})

/**
 * Signs in as a device of another kind, by a socket of this test.
 * @returns a function that kicks a device
 */
function signInAs({ accid, token }: ChatPerson, type: keyof typeof clientTypes) {
  const send = (name: 'auth.login' | 'auth.kick', sequence: number, input: object) => {
    const { serviceId, command } = getCommand(name)
    socket.send([serviceId, command.id, sequence, input])
  }
  const login = { appKey: '', account: accid, token, deviceId: `device-of-${type}`, clientType: clientTypes[type] }
  const socket = openSocket(url, ['websocket'], 10_000, {
    connect: () => send('auth.login', 1, login),
    reply: () => {},
    push: () => {},
    bye: () => {},
    closed: () => {},
  })
  onTestFinished(() => socket.close())
  return (deviceId: string) => send('auth.kick', 2, { deviceIds: [deviceId] })
}

describe('a device that is no browser', () => {
  test.each([
    ['PC', 'Windows'],
    ['iOS', 'iOS'],
    ['Android', 'Android'],
    ['Mac', 'macOS'],
  ] as const)('appears as %s with the system %s, and so when it kicks', async (type, os) => {
    const person = await createUser()
    const page = await openNewPage(person)
    const kick = signInAs(person, type)
    await until(() => page.count('onloginportschange') > 0, 'the device')
    expect(page.last('onloginportschange')).toMatchObject([
      { type, os, account: person.accid, online: true, deviceId: `device-of-${type}` },
    ])
    kick(page.nim.client.deviceId)
    await until(() => page.count('ondisconnect') === 1, 'the kick')
    expect(page.last('ondisconnect')).toMatchObject({ code: 'kicked', from: type })
  })
})

test.each([
  ['mergeLoginPorts', { deviceId: '1' }],
  ['mergeRelations', { account: 'a' }],
  ['mergeFriends', { account: 'a' }],
  ['mergeUsers', { account: 'a' }],
  ['mergeTeams', { teamId: '1' }],
  ['mergeTeamMembers', { teamId: '1', account: 'a' }],
  ['mergeSessions', { id: 'p2p-a' }],
  ['mergeMsgs', { idClient: '1' }],
  ['mergeSysMsgs', { idServer: '1' }],
] as const)('%s joins a row that has only some fields with the old one', async (method, key) => {
  const { nim } = await openNewPage()
  const merge = (nim as never as Record<string, (olds: object[] | null, news: object[] | object) => object[]>)[method]!
  const other = Object.fromEntries(Object.keys(key).map((name) => [name, 'other']))
  const old = { ...key, custom: 'x', time: 1, updateTime: 1 }
  const merged = merge.call(nim, [old, other], { ...key, more: 'y' })
  expect(merged).toHaveLength(2)
  expect(merged).toContainEqual({ ...old, more: 'y' })
  expect(old).not.toHaveProperty('more')
  expect(merge.call(nim, null, [key])).toEqual([key])
})

test('completes the address of a picture wherever a page reads a user', async () => {
  const [annPerson, doctor] = [await createUser(), await createPerson(server(), url, 'counsellor')]
  const [ann, eve] = [await openNewPage(annPerson), await openNewPage(doctor)]
  const account = eve.accid
  await sendText(ann, account, '老师您好')
  // a page receives updates only of users that it has read before
  await waitForDone<NimUser | null>((done) => ann.nim.getUser({ account, done }))
  await waitForDone((done) => eve.nim.updateMyInfo({ avatar: '/files/a.webp', done }))
  await until(() => ann.count('onupdateuser') > 0, 'the new picture')
  const [again, other] = [await openNewPage(annPerson), await openNewPage(doctor)]
  const ask = (call: (done: never) => unknown) => waitForDone<NimUser | NimUser[]>(call as never)
  const read = {
    onupdateuser: ann.last('onupdateuser'),
    onusers: again.last('onusers'),
    onmyinfo: other.last('onmyinfo'),
    getUser: await ask((done) => again.nim.getUser({ account, done })),
    getUsers: await ask((done) => again.nim.getUsers({ accounts: [account], sync: true, done })),
    getUsersFromDB: await ask((done) => again.nim.getUsersFromDB({ accountIds: [account], done })),
  }
  for (const [name, users] of Object.entries(read)) {
    const user = [users as NimUser | NimUser[]].flat().find((row) => row.account === account)
    expect([name, user?.avatar]).toEqual([name, `${url}/files/a.webp`])
  }
})
