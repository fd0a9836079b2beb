// Tests of details that pages of older SDKs rely on in sessions, teams and addresses of pictures.
import { expect, test } from 'vitest'
import { createTeam } from '../../../test/marks.ts'
import { openPage, setUpPages, sendText, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { UploadedFile } from '../../upload/upload-options.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimTeamNotice } from '../present/team-notices.ts'
import type { NimSession } from '../present/sessions.ts'
import type { NimTeam, TeamMembers } from '../present/teams.ts'

const { server, url, openPages } = setUpPages()

const listSessionCalls = (page: Page): NimSession[] =>
  page.calls.filter(({ name }) => name === 'onupdatesession').map(({ data }) => data as NimSession)

test('names the sender and all others in the first update of a session', async () => {
  const [[ann, bob, eve], fay] = [await openPages(), await openPage(server(), url())]
  await sendText(ann, bob.accid, '您好')
  await until(() => bob.count('onmsg') === 1, 'the message')
  const { users } = bob.nim.client.store
  const nick = users.get(ann.accid)!.nick
  expect(nick).not.toBe('')
  expect(listSessionCalls(bob).map(({ unread, lastMsg }) => [unread, lastMsg?.fromNick])).toEqual([[1, nick]])
  const fields = { type: 'advanced' as const, name: '值班', beInviteMode: 'noVerify' as const, accounts: [bob.accid] }
  fields.accounts.push(fay.accid)
  const { team } = await waitForDone<{ team: NimTeam }>((done) => eve.nim.createTeam({ ...fields, done }))
  await until(() => bob.count('onAddTeamMembers') === 1, 'the team')
  const names = listSessionCalls(bob).map(({ to, lastMsg }) => [to, lastMsg?.fromNick])
  expect(names.slice(1)).toEqual([[team.teamId, users.get(eve.accid)!.nick]])
  // a page shows all users that the notification names
  const { attach } = bob.last('onmsg') as NimMessage & { attach: NimTeamNotice }
  const known = [bob, fay, eve].map(({ accid }) => [accid, users.get(accid)?.nick])
  expect(attach.users.map(({ account, nick: shown }) => [account, shown])).toEqual(known)
  expect(known.every(([, shown]) => shown)).toBe(true)
})

test('lists no members of a team that the account is not in', async () => {
  const [ann, bob] = await openPages()
  const fields = { type: 'advanced', name: '值班' } as const
  const { team } = await waitForDone<{ team: NimTeam }>((done) => ann.nim.createTeam({ ...fields, done }))
  for (const teamId of [team.teamId, '999999'])
    expect(await waitForDone<TeamMembers>((done) => bob.nim.getTeamMembers({ teamId, done }))).toEqual({
      teamId,
      members: [],
    })
})

test('informs all tabs of a deleted session, which mergeSessions removes', async () => {
  const [ann, bob] = await openPages()
  const person = { accid: bob.accid, token: bob.nim.options.token }
  const tab = await openPage(server(), url(), { person })
  await sendText(ann, bob.accid, '您好')
  await until(() => bob.count('onmsg') + tab.count('onmsg') === 2, 'the message')
  const id = `p2p-${ann.accid}`
  const sessions = new Map([bob, tab].map((page) => [page, listSessionCalls(page)]))
  await waitForDone((done) => bob.nim.deleteSession({ scene: 'p2p', to: ann.accid, done }))
  for (const page of [bob, tab]) {
    await until(() => (page.last('onupdatesession') as NimSession).isDeleted === true, 'the deletion')
    expect(page.last('onupdatesession')).toMatchObject({ id, unread: 0 })
    expect(page.nim.mergeSessions(sessions.get(page), page.last('onupdatesession') as NimSession)).toEqual([])
  }
  await sendText(ann, bob.accid, '还在吗')
  await until(() => tab.count('onmsg') === 2, 'the next message')
  const merged = tab.nim.mergeSessions([], tab.last('onupdatesession') as NimSession)
  expect(merged).toMatchObject([{ id, lastMsg: { text: '还在吗' } }])
})

test('returns addresses of pictures, or throws', async () => {
  const [{ nim }] = await openPages()
  const picture = 'https://a/b.png'
  expect(nim.viewImageSync({ url: picture, thumbnail: { width: 40, height: 40 } })).toBe(
    `${picture}?imageView&thumbnail=40z40`,
  )
  expect(nim.viewImageSync({ url: picture, strip: true, interlace: true, rotate: 90 })).toBe(
    `${picture}?imageView&rotate=90&interlace=1&stripmeta=1`,
  )
  expect(nim.viewImageThumbnail({ url: picture, width: 40 })).toBe(`${picture}?imageView&thumbnail=40x0`)
  expect(() => nim.viewImageQuality({ url: picture, quality: 200 })).toThrow('quality不能大于100')
  expect(() => nim.viewImageSync({} as never)).toThrow('viewImageSync：缺少url（字符串）')
})

test('sends an uploaded file again without its type, and names the session that it inserts', async () => {
  const [{ nim }, bob] = await openPages()
  const blob = new Blob(['%PDF-1.4'], { type: 'application/pdf' })
  const file = await waitForDone<UploadedFile>((done) => nim.previewFile({ blob, done }))
  const to = { scene: 'p2p', to: bob.accid }
  await waitForDone((done) => nim.sendFile({ ...to, file, done }))
  await until(() => bob.count('onmsg') === 1, 'the file')
  expect(bob.last('onmsg')).toMatchObject({ type: 'file' })
  const session = await waitForDone<{ session: NimSession }>((done) =>
    nim.insertLocalSession({ scene: 'p2p', to: 'stranger', updateTime: 1_700_000_000_000, done }),
  )
  expect(session).toMatchObject({ to: 'stranger', session: { to: 'stranger', updateTime: 1_700_000_000_000 } })
})

test('calls done after a method has returned', async () => {
  const [{ nim, accid }] = await openPages()
  const insert = { scene: 'p2p', to: 'wang' }
  const blob = new Blob(['第一行'], { type: 'text/plain' })
  const file = { scene: 'p2p', to: accid, type: 'file', blob, maxSize: 1 } as const
  const calls: [string, (done: () => void) => unknown][] = [
    ['getLocalSession', (done) => nim.getLocalSession({ sessionId: 'p2p-wang', done })],
    ['getLocalSessions', (done) => nim.getLocalSessions({ done })],
    ['insertLocalSession', (done) => nim.insertLocalSession({ ...insert, done })],
    ['updateLocalSession', (done) => nim.updateLocalSession({ id: 'p2p-wang', localCustom: '1', done })],
    ['sendMsgReceipt', (done) => nim.sendMsgReceipt({ msg: null, done })],
    ['sendFile', (done) => nim.sendFile({ ...file, done })],
    ['getLocalSysMsgs', (done) => nim.getLocalSysMsgs({ done })],
  ]
  for (const [name, call] of calls) {
    let hasReturned = false
    const answer = new Promise((resolve) => call(() => resolve(hasReturned)))
    hasReturned = true
    expect(await answer, name).toBe(true)
  }
})

test('reads coordinates that are texts, and keeps no message that is invalid', async () => {
  const [ann, bob] = await openPages()
  const target = { scene: 'p2p', to: bob.accid }
  const geo = { lng: '116.3833', lat: '39.9', title: '北京' }
  const sent = await waitForDone<NimMessage>((done) =>
    ann.nim.sendGeo({ ...target, geo, done: (...data) => done(...data) }),
  )
  expect(sent.geo).toEqual({ lng: 116.3833, lat: 39.9, title: '北京' })
  for (const options of [target, { to: bob.accid } as typeof target])
    await expect(
      waitForDone((done) => ann.nim.sendText({ ...options, text: '', done: (...data) => done(...data) })),
    ).rejects.toMatchObject({ code: 414 })
  expect(ann.nim.client.store.unsent.size).toBe(0)
})

test('brings the members of a fetched team again when they changed meanwhile', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam([ann, bob, eve])
  const getMembers = () => waitForDone<TeamMembers>((done) => bob.nim.getTeamMembers({ teamId, done }))
  await until(() => bob.count('onAddTeamMembers') === 1, 'the team')
  expect((await getMembers()).members).toHaveLength(3)
  bob.nim.disconnect()
  await waitForDone((done) => ann.nim.updateInfoInTeam({ teamId, nickInTeam: '组长', done }))
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  bob.nim.connect()
  await until(() => bob.count('onteammembers') === 1, 'the members')
  const { members } = bob.last('onteammembers') as TeamMembers
  expect(members.map(({ account, nickInTeam }) => [account, nickInTeam])).toEqual([
    [ann.accid, '组长'],
    [bob.accid, ''],
  ])
  expect(members.invalid).toMatchObject([{ account: eve.accid }])
})
