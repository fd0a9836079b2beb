// Tests of teams and super teams that the backend of an app makes by the server API, with pages of their members.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, openPage, type Page } from '../../../../im-sdk/test/page.ts'
import { until } from '../../../../im-sdk/test/people.ts'
import type { NimMessage } from '@xinqiao/im-sdk/nim/present/messages.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let hospital: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  hospital = await createBackend(server(), '医院')
})
afterEach(closePages)

/** Creates accounts, and opens a page of each. */
const openMembers = async (...names: string[]): Promise<Page[]> => {
  const pages = []
  for (const name of names) {
    const { info } = await hospital.request('user/create', {
      accid: `${name}-${crypto.randomUUID().slice(0, 8)}`,
      name,
    })
    const person = info as { accid: string; token: string }
    pages.push(await openPage(server(), url, { person, appKey: hospital.appKey }))
  }
  return pages
}
const namesOf = (...pages: Page[]) => JSON.stringify(pages.map(({ accid }) => accid))
/** Makes a call that must succeed. */
const change = async (path: string, form: Record<string, string>) => {
  const answer = await hospital.request(path, form)
  expect(answer, path).toMatchObject({ code: 200 })
  return answer
}
const textBody = (msg: string) => ({ type: '0', body: JSON.stringify({ msg }) })

test('makes a team whose members chat with each other and with the backend', async () => {
  const [ann, bob, eve] = (await openMembers('ann', 'bob', 'eve')) as [Page, Page, Page]
  const form = { owner: ann.accid, tname: '查房', members: namesOf(bob, eve), msg: '请进', magree: '0', joinmode: '1' }
  const { tid } = await change('team/create', { ...form, intro: '三楼', icon: 'https://a.cn/b.png', invitemode: '1' })
  for (const page of [ann, bob, eve]) await until(() => page.nim.client.store.teams.size === 1, 'the team')
  await until(() => bob.count('onAddTeamMembers') === 1, 'the notification')
  expect(bob.last('onAddTeamMembers')).toMatchObject({ team: { teamId: tid, name: '查房', joinMode: 'needVerify' } })
  const { data } = await change('msg/sendMsg', { from: ann.accid, ope: '1', to: tid, ...textBody('早') })
  await until(() => (bob.last('onmsg') as NimMessage).text === '早', 'the message')
  expect(bob.last('onmsg')).toMatchObject({ scene: 'team', to: tid, from: ann.accid, idServer: `${data.msgid}` })
  await change('msg/sendAttachMsg', { from: ann.accid, msgtype: '1', to: tid, attach: '{"n":1}' })
  await until(() => eve.count('oncustomsysmsg') === 1, 'the notice')

  const { tinfos } = await change('team/query', { tids: JSON.stringify([tid, '999999']), ope: '1' })
  expect(tinfos).toMatchObject([
    {
      tid,
      tname: '查房',
      owner: ann.accid,
      size: 3,
      maxusers: 2_000,
      intro: '三楼',
      icon: 'https://a.cn/b.png',
      joinmode: 1,
      beinvitemode: 0,
      invitemode: 1,
      uptinfomode: 0,
      mute: false,
      admins: [],
    },
  ])
  expect(new Set(tinfos[0].members)).toEqual(new Set([bob.accid, eve.accid]))
  const history = { begintime: '0', endtime: `${Date.now() + 60_000}`, limit: '10', reverse: '1' }
  const { msgs } = await change('history/queryTeamMsg', { tid, accid: bob.accid, ...history })
  expect(msgs.at(-1)).toMatchObject({ from: ann.accid, type: 0, body: { msg: '早' } })
})

test('changes a team by the rights of the acting account', async () => {
  const [ann, bob, eve] = (await openMembers('ann', 'bob', 'eve')) as [Page, Page, Page]
  const { tid } = await change('team/create', { owner: ann.accid, tname: '查房', members: namesOf(bob) })
  const ofOwner = { tid, owner: ann.accid }
  await change('team/add', { ...ofOwner, members: namesOf(eve), magree: '1', msg: '来吗' })
  await until(() => eve.count('onsysmsg') === 1, 'the invitation')
  expect(eve.last('onsysmsg')).toMatchObject({ type: 'teamInvite', ps: '来吗', from: ann.accid })
  await change('team/add', { ...ofOwner, members: namesOf(eve), magree: '0', attach: '{"from":"his"}' })
  await until(() => bob.count('onAddTeamMembers') === 2, 'the new member')
  await change('team/update', { ...ofOwner, tname: '夜班', beinvitemode: '1' })
  await until(() => bob.count('onUpdateTeam') === 1, 'the name')
  expect(bob.last('onUpdateTeam')).toMatchObject({ name: '夜班', beInviteMode: 'noVerify' })
  await change('team/addManager', { ...ofOwner, members: namesOf(bob) })
  // a manager may mute an ordinary member, and not the owner
  await change('team/muteTlist', { tid, owner: bob.accid, accid: eve.accid, mute: '1' })
  expect(
    await hospital.request('team/muteTlist', { tid, owner: bob.accid, accid: ann.accid, mute: '1' }),
  ).toMatchObject({
    code: 802,
  })
  expect((await change('team/listTeamMute', ofOwner)).mutes).toMatchObject([{ accid: eve.accid, mute: true }])
  await change('team/updateTeamNick', { ...ofOwner, accid: eve.accid, nick: '小夜', custom: '{"bed":3}' })
  await change('team/muteTeam', { tid, accid: eve.accid, ope: '1' })
  await change('team/muteTlistAll', { ...ofOwner, mute: 'true' })
  const { tinfo } = await change('team/queryDetail', { tid })
  expect(tinfo).toMatchObject({
    tname: '夜班',
    mute: true,
    owner: { accid: ann.accid, type: 1 },
    admins: [{ accid: bob.accid, type: 2 }],
    members: [{ accid: eve.accid, nick: '小夜', custom: '{"bed":3}', mute: true, type: 0 }],
  })
  await change('team/muteTlistAll', { ...ofOwner, muteType: '0' })
  await change('team/removeManager', { ...ofOwner, members: namesOf(bob) })
  await change('team/kick', { ...ofOwner, member: eve.accid })
  await until(() => eve.nim.client.store.teams.size === 0, 'the removal')
  await change('team/changeOwner', { ...ofOwner, newowner: bob.accid, leave: '1' })
  await until(() => ann.nim.client.store.teams.size === 0, 'the former owner to leave')
  expect((await change('team/joinTeams', { accid: bob.accid })).infos).toMatchObject([
    { tid, owner: bob.accid, size: 1 },
  ])
  await change('team/remove', { tid, owner: bob.accid })
  await until(() => bob.count('onDismissTeam') === 1, 'the end')
  expect(await hospital.request('team/queryDetail', { tid })).toMatchObject({ code: 816 })
})

test('makes a super team, which pages cannot', async () => {
  const [ann, bob, eve] = (await openMembers('ann', 'bob', 'eve')) as [Page, Page, Page]
  const { tid } = await change('superteam/create', {
    owner: ann.accid,
    tname: '全院',
    inviteAccids: namesOf(bob),
    msg: '',
    serverCustom: '{"a":1}',
    beinvitemode: '1',
    joinmode: '2',
  })
  const ofOwner = { tid, owner: ann.accid }
  await until(() => bob.count('onAddSuperTeamMembers') === 1, 'the team')
  await change('superteam/invite', { ...ofOwner, inviteAccids: namesOf(eve) })
  await change('superteam/updateTinfo', { ...ofOwner, announcement: '周五停电' })
  await until(() => bob.count('onUpdateSuperTeam') === 1, 'the announcement')
  await change('superteam/addManager', { ...ofOwner, managerAccids: namesOf(bob) })
  await change('superteam/updateTlist', { tid, accid: eve.accid, nick: '小夜', silentType: '1' })
  await change('superteam/updateTeamNick', { ...ofOwner, accid: bob.accid, nick: '护士长' })
  await change('superteam/muteTlist', { ...ofOwner, muteAccids: namesOf(eve), mute: '1' })
  const page = { tid, timetag: '0', limit: '100' }
  expect((await change('superteam/getTlists', page)).tlists).toMatchObject([
    { accid: ann.accid, type: 1 },
    { accid: bob.accid, type: 2, nick: '护士长' },
    { accid: eve.accid, type: 0, nick: '小夜', mute: true },
  ])
  expect((await change('superteam/getMuteTlists', page)).tlists).toMatchObject([{ accid: eve.accid }])
  await change('superteam/sendMsg', { tid, fromAccid: ann.accid, ...textBody('早') })
  await until(() => (eve.last('onmsg') as NimMessage).text === '早', 'the message')
  expect(eve.last('onmsg')).toMatchObject({ scene: 'superTeam', to: tid })
  await change('superteam/sendAttachMsg', { from: ann.accid, to: tid, attach: '{"n":1}', save: '1' })
  await until(() => eve.count('oncustomsysmsg') === 1, 'the notice')
  await change('superteam/mute', { ...ofOwner, muteType: '1' })
  const { tinfos } = await change('superteam/getTinfos', { tids: JSON.stringify([tid]) })
  expect(tinfos).toMatchObject([
    { tid, size: 3, maxusers: 10_000, custom: '{"a":1}', announcement: '周五停电', mute: true },
  ])
  const history = { begintime: '0', endtime: `${Date.now() + 60_000}`, limit: '100' }
  const { msgs } = await change('superteam/queryHistoryMsg', { tid, accid: eve.accid, ...history })
  expect(msgs.map(({ type }: { type: number }) => type)).toContain(0)
  await change('superteam/removeManager', { ...ofOwner, managerAccids: namesOf(bob) })
  await change('superteam/kick', { ...ofOwner, kickAccids: namesOf(eve) })
  await change('superteam/changeOwner', { ...ofOwner, accid: bob.accid, leave: '2' })
  await change('superteam/leave', { tid, accid: ann.accid })
  expect((await change('superteam/joinTeams', { accid: bob.accid })).infos).toMatchObject([{ tid, size: 1 }])
  await change('superteam/dismiss', { tid, owner: bob.accid })
  await until(() => bob.count('onDismissSuperTeam') === 1, 'the end')
})

test('refuses teams of other apps, strangers and forms with mistakes, with a code for each', async () => {
  const [ann, bob] = (await openMembers('ann', 'bob')) as [Page, Page]
  const { tid } = await change('team/create', { owner: ann.accid, tname: '查房', members: '[]' })
  const school = await createBackend(server(), '学校')
  const { info } = await school.request('user/create', { accid: ann.accid })
  expect(info.accid).toBe(ann.accid)
  const codes = [
    await school.request('team/queryDetail', { tid }),
    await school.request('team/remove', { tid, owner: ann.accid }),
    await school.request('msg/sendMsg', { from: ann.accid, ope: '1', to: tid, ...textBody('早') }),
    await hospital.request('team/remove', { tid, owner: bob.accid }),
    await hospital.request('team/add', { tid, owner: ann.accid, members: '["nobody"]' }),
    await hospital.request('team/remove', { tid: '999999', owner: ann.accid }),
    await hospital.request('superteam/getTlists', { tid, timetag: '0', limit: '10' }),
    await hospital.request('team/kick', { tid, owner: ann.accid }),
    await hospital.request('team/update', { tid, owner: ann.accid, joinmode: '3' }),
    await hospital.request('team/leave', { tid, accid: ann.accid }),
  ].map(({ code }) => code)
  expect(codes).toEqual([816, 804, 804, 804, 404, 804, 816, 414, 414, 802])
  const tids = JSON.stringify(Array.from({ length: 11 }, (_, i) => `${i}`))
  expect(await hospital.request('team/query', { tids, ope: '1' })).toMatchObject({
    code: 414,
    desc: expect.stringContaining('10个') as string,
  })
  expect((await school.request('team/query', { tids: JSON.stringify([tid]), ope: '0' })).tinfos).toEqual([])
})
