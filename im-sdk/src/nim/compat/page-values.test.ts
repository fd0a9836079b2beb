// Tests of what pages of older SDKs pass and read: numbers as ids, options in `done`, users of notifications.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, openPage, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimTeam, TeamMembers } from '../present/teams.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createTeam = async ({ nim }: Page, accounts: string[]): Promise<NimTeam> => {
  const fields = { type: 'advanced', name: '值班', beInviteMode: 'noVerify', accounts } as const
  return (await waitForDone<{ team: NimTeam }>((done) => nim.createTeam({ ...fields, done }))).team
}
/** All arguments of `done`. */
const listDoneData = (call: (done: (...data: unknown[]) => void) => unknown): Promise<unknown[]> =>
  new Promise((resolve) => call((...data) => resolve(data)))
type Notice = { type: string; users: { account: string; nick: string }[]; members: Record<string, unknown>[] }
const readNotice = (page: Page) => (page.last('onmsg') as NimMessage & { attach: Notice }).attach

test('accepts numbers as ids, texts as numbers, and transports of older SDKs', async () => {
  const [ann, bob] = [
    await openPage(server(), url, { transports: ['websocket', 'xhr-polling'] }),
    await openPage(server(), url),
  ]
  const { teamId } = await createTeam(ann, [bob.accid])
  const number = Number(teamId) as never
  const list = await waitForDone<TeamMembers>((done) => ann.nim.getTeamMembers({ teamId: number, done }))
  expect(list.members).toHaveLength(2)
  const sent = await waitForDone<NimMessage>((done) =>
    ann.nim.sendText({ scene: 'team', to: number, text: '早', done: (error, msg) => done(error, msg) }),
  )
  expect(sent).toMatchObject({ to: teamId, status: 'success' })
  const history = { scene: 'team', to: number, limit: '20', endTime: `${Date.now() + 60_000}` } as never
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    ann.nim.getHistoryMsgs({ ...(history as object), done } as never),
  )
  expect(msgs.map(({ text }) => text)).toContain('早')
  expect(await waitForDone((done) => ann.nim.getUser({ account: 123 as never, done }))).toBeNull()
})

test('passes the options to done after an error, and where there is no result', async () => {
  const ann = await openPage(server(), url)
  const { teamId } = await createTeam(ann, [])
  const update = { teamId, name: '夜班' }
  expect(await listDoneData((done) => ann.nim.updateTeam({ ...update, done }))).toEqual([null, update])
  const [error, options] = await listDoneData((done) => ann.nim.getTeam({ teamId: '999999', done }))
  expect(error).toMatchObject({ code: expect.any(Number) as number })
  expect(options).toEqual({ teamId: '999999' })
})

test('names users and members in notifications and callbacks of teams', async () => {
  const [ann, bob, eve] = [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)]
  const { teamId } = await createTeam(ann, [bob.accid])
  await until(() => bob.count('onAddTeamMembers') === 1, 'the notification')
  const notice = readNotice(bob)
  expect(notice.users.map(({ account }) => account)).toEqual([bob.accid, ann.accid])
  expect(notice.users.every(({ nick }) => nick !== '')).toBe(true)
  const member = { id: `${teamId}-${bob.accid}`, teamId, account: bob.accid, type: 'normal' }
  expect(notice.members).toMatchObject([member])
  expect(bob.last('onAddTeamMembers')).toMatchObject({ members: [member] })
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [eve.accid], done }))
  await waitForDone((done) => ann.nim.addTeamManagers({ teamId, accounts: [bob.accid], done }))
  await until(() => eve.count('onUpdateTeamManagers') === 1, 'the manager')
  expect(eve.last('onUpdateTeamManagers')).toMatchObject({
    isManager: true,
    members: [{ account: bob.accid, type: 'manager' }],
  })
  await waitForDone((done) => ann.nim.transferTeam({ teamId, account: bob.accid, leave: false, done }))
  await until(() => eve.count('onTransferTeam') === 1, 'the owner')
  expect(readNotice(eve).members).toMatchObject([
    { account: ann.accid, type: 'normal' },
    { account: bob.accid, type: 'owner' },
  ])
  await waitForDone((done) => bob.nim.muteTeamAll({ teamId, mute: true, done }))
  await until(() => eve.count('onUpdateTeam') === 1, 'the mute')
  expect(readNotice(eve)).toMatchObject({ type: 'updateTeam', team: { muteType: 'normal', mute: true } })
})

test('asks for the consent of the owner before strangers join, as older SDKs do', async () => {
  const ann = await openPage(server(), url)
  expect(await createTeam(ann, [])).toMatchObject({ joinMode: 'needVerify' })
})

test('shows no unread message in the open conversation', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  const { teamId } = await createTeam(ann, [bob.accid])
  await until(() => bob.count('onAddTeamMembers') === 1, 'the team')
  bob.nim.setCurrSession(`team-${teamId}`)
  bob.calls.length = 0
  await waitForDone<NimMessage>((done) =>
    ann.nim.sendText({ scene: 'team', to: teamId, text: '早', done: (error, msg) => done(error, msg) }),
  )
  await until(() => bob.count('onmsg') > 0 && bob.count('onupdatesession') > 0, 'the message')
  const unread = bob.calls
    .filter(({ name }) => name === 'onupdatesession')
    .map(({ data }) => (data as { unread: number }).unread)
  expect(new Set(unread)).toEqual(new Set([0]))
})

test('installs plugins that are objects, and has the other names of listeners', async () => {
  const seen: unknown[] = []
  NIM.use({ install: (nim) => seen.push(nim) })
  expect(seen).toEqual([NIM])
  const { nim } = await openPage(server(), url)
  const listen = (data: unknown) => seen.push(data)
  nim.addListener('custom', listen)
  nim.emit('custom', 1)
  nim.removeListener('custom', listen)
  nim.emit('custom', 2)
  expect([seen.slice(1), nim.isConnected()]).toEqual([[1], true])
})

test('reads plain words of a robot, and apart the words and pictures of a link', () => {
  const { prototype: nim } = NIM
  expect(nim.parseRobotTemplate('您好').json).toEqual([{ type: 'text', name: '', text: '您好' }])
  const link = '<link type="block" target="t"><text>是</text><image url="https://a/b.png"/></link>'
  expect(nim.parseRobotTemplate(`<template>${link}</template>`).json).toMatchObject([
    { type: 'block', text: [{ type: 'text', text: '是' }], image: [{ type: 'image', url: 'https://a/b.png' }] },
  ])
})

test('delivers the lists again to a page that logs out and in', async () => {
  const ann = await openPage(server(), url)
  const options = { ...ann.nim.options }
  const first = NIM.getInstance(options)
  await until(() => ann.count('onsyncdone') === 2, 'the second instance')
  await waitForDone((done) => first.logout({ done }))
  ann.calls.length = 0
  const second = NIM.getInstance(options)
  await until(() => ann.count('onsyncdone') === 1, 'the login')
  expect([ann.count('onfriends'), ann.count('onsessions'), ann.count('onmyinfo')]).toEqual([1, 1, 1])
  second.destroy()
})
