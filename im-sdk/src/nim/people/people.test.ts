// Tests of users, blocking, friends and system messages, as a page uses them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, until } from '../../../test/people.ts'
import { waitForDone, closePages, openPage } from '../../../test/page.ts'
import type { NimSysMsg } from '../present/notices.ts'
import type { NimMark, NimUser, WithInvalid } from '../present/people.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createMember = (role: 'user' | 'counsellor' = 'user') => createPerson(server(), url, role)
const openUserPage = (options: Parameters<typeof openPage>[2] = {}) => openPage(server(), url, options)
const listCallNames = (calls: { name: string }[]) => calls.map(({ name }) => name)

test('delivers everything of a login in the promised order, including missed changes', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a, b] = [await openUserPage({ person: ann }), await openUserPage({ person: bob })]
  await waitForDone((done) => a.nim.applyFriend({ account: bob.accid, ps: '您好', done }))
  await waitForDone((done) => a.nim.sendText({ scene: 'p2p', to: bob.accid, text: '在吗', done: (e) => done(e) }))
  expect(listCallNames(b.calls).slice(0, 9)).toEqual([
    ...['onconnect', 'onblacklist', 'onmutelist', 'onfriends', 'onmyinfo', 'onusers', 'onteams', 'onSuperTeams'],
    'onsessions',
  ])
  const fresh = await openUserPage({ person: bob })
  expect(listCallNames(fresh.calls)).toEqual([
    ...['onconnect', 'onloginportschange', 'onblacklist', 'onmutelist', 'onfriends', 'onmyinfo', 'onusers'],
    ...['onteams', 'onSuperTeams', 'onsessions', 'onStickTopSessions', 'onroamingmsgs', 'onroamingsysmsgs'],
    ...['onsysmsgunread', 'onsyncdone'],
  ])
  expect(fresh.last('onsysmsgunread')).toMatchObject({ total: 1, friend: 1, applyFriend: 1 })
  fresh.nim.disconnect()
  await waitForDone((done) => a.nim.applyFriend({ account: bob.accid, done }))
  await waitForDone((done) => a.nim.sendText({ scene: 'p2p', to: bob.accid, text: '在吗？', done: (e) => done(e) }))
  const from = fresh.calls.length
  fresh.nim.connect()
  await until(() => fresh.count('onsyncdone') === 2, 'the second sync')
  const again = listCallNames(fresh.calls).slice(from)
  expect(again.filter((name) => name !== 'onupdatesession' && name !== 'onupdatesessions')).toEqual([
    ...['onconnect', 'onloginportschange', 'onofflinemsgs', 'onofflinesysmsgs', 'onsysmsgunread', 'onsyncdone'],
  ])
})

test('respects sync options', async () => {
  const off = { syncRelations: false, syncFriends: false, syncFriendUsers: false, syncTeams: false }
  const reduced = await openUserPage({ ...off, syncSuperTeams: false, syncStickTopSessions: false })
  expect(listCallNames(reduced.calls)).toEqual(['onconnect', 'onmyinfo', 'onsessions', 'onsysmsgunread', 'onsyncdone'])
})

test('fails a message of a blocked user with 7101, marks it, and does not deliver it', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a, b1, b2] = [
    await openUserPage({ person: ann }),
    await openUserPage({ person: bob }),
    await openUserPage({ person: bob }),
  ]
  const marked = await waitForDone<{ record: { updateTime: number } }>((done) =>
    b1.nim.addToBlacklist({ account: ann.accid, done }),
  )
  expect(marked).toMatchObject({ account: ann.accid, isAdd: true, record: { account: ann.accid } })
  expect(b1.nim.isUserInBlackList({ account: ann.accid })).toBe(true)
  await until(() => b2.count('onsyncmarkinblacklist') === 1, 'the other device')
  expect(b2.last('onsyncmarkinblacklist')).toEqual(marked)
  expect(b1.count('onsyncmarkinblacklist')).toBe(0)

  const failed = await new Promise<{ error: unknown; msg: NimMessage }>((resolve) =>
    a.nim.sendText({ scene: 'p2p', to: bob.accid, text: '为什么', done: (error, msg) => resolve({ error, msg }) }),
  )
  expect(failed).toMatchObject({ error: { code: 7101 }, msg: { status: 'fail', isInBlackList: true } })
  const custom = waitForDone((done) => a.nim.sendCustomSysMsg({ scene: 'p2p', to: bob.accid, content: '{}', done }))
  await expect(custom).rejects.toMatchObject({ code: 7101 })
  await expect(waitForDone((done) => a.nim.applyFriend({ account: bob.accid, done }))).rejects.toMatchObject({
    code: 7101,
  })
  // the user who blocked may still write
  await waitForDone((done) => b1.nim.sendText({ scene: 'p2p', to: ann.accid, text: '请勿打扰', done: (e) => done(e) }))

  await waitForDone((done) => b1.nim.markInBlacklist({ account: ann.accid, isAdd: false, done }))
  const again = await new Promise<NimMessage>((resolve) =>
    a.nim.resendMsg({ msg: failed.msg, done: (_error, msg) => resolve(msg) }),
  )
  expect(again).toMatchObject({ status: 'success', idClient: failed.msg.idClient })
  const fresh = await openUserPage({ person: bob })
  const list = fresh.last('onblacklist') as WithInvalid<NimMark>
  expect([list.length, list.invalid.map(({ account }) => account)]).toEqual([0, [ann.accid]])
})

test('shows a counsellor an alias of a user, and never the name, mail address or phone number', async () => {
  const [asker, doctor] = [await createMember('user'), await createMember('counsellor')]
  const [a, d] = [await openUserPage({ person: asker }), await openUserPage({ person: doctor })]
  const info = {
    nick: '王小明',
    email: 'x@example.com',
    tel: '13800000000',
    birth: '2000-01-01',
    gender: 'male',
  } as const
  const mine = await waitForDone<NimUser>((done) => a.nim.updateMyInfo({ ...info, done }))
  expect(mine).toMatchObject(info)
  await waitForDone((done) =>
    a.nim.sendText({ scene: 'p2p', to: doctor.accid, text: '老师您好', done: (e) => done(e) }),
  )
  await until(() => d.count('onmsg') === 1, 'the message')
  expect(d.last('onmsg')).toMatchObject({ fromNick: expect.stringMatching(/^来访者[\dA-F]{4}$/) as string })
  const seen = await waitForDone<NimUser | null>((done) => d.nim.getUser({ account: asker.accid, sync: true, done }))
  expect(seen).toMatchObject({ gender: 'unknown', email: '', tel: '', birth: '', avatar: '', sign: '' })
  expect(JSON.stringify([d.calls, seen])).not.toMatch(/王小明|13800000000|example\.com|2000-01-01/)
  // shows counsellors by name, and sends their changes to contacts
  await waitForDone((done) => d.nim.updateMyInfo({ nick: '李医生', tel: '13900000000', done }))
  await until(() => a.count('onupdateuser') > 0, 'the new name')
  expect(a.last('onupdateuser')).toMatchObject({ account: doctor.accid, nick: '李医生', tel: '' })
  // a former counsellor is an ordinary user from then on
  const { sql } = server().kit
  await sql`
    update account set role_id = ${roles.user} from im_account where account.id = account_id and accid = ${doctor.accid}`
  const { users } = await a.nim.client.request('user.getUsers', { accounts: [doctor.accid] })
  expect(users[0]?.nick).toMatch(/^来访者[\dA-F]{4}$/)
  const rows = await server().kit.sql<{ text: string }[]>`select string_agg(im_user::text, ' ') as text from im_user`
  expect(rows[0]!.text).not.toMatch(/13800000000|13900000000/)
})

test.each(['协会秘书处', '官方客服', 'аdmin', '138-0000-0106', '林\u202E静'])(
  'refuses the name %j for users',
  async (nick) => {
    const ann = await openUserPage()
    await expect(waitForDone((done) => ann.nim.updateMyInfo({ nick, done }))).rejects.toMatchObject({ code: 414 })
  },
)

test('refuses an invalid profile', async () => {
  const ann = await openUserPage()
  for (const info of [{ email: 'x' }, { tel: 'abc' }, { birth: '1.1.2000' }, { gender: 'other' as never }, {}])
    await expect(waitForDone((done) => ann.nim.updateMyInfo({ ...info, done }))).rejects.toMatchObject({ code: 414 })
  const many = Array.from({ length: 151 }, (_, i) => `nobody${i}`)
  await expect(ann.nim.client.request('user.getUsers', { accounts: many })).rejects.toMatchObject({ code: 414 })
  expect(await waitForDone((done) => ann.nim.getUsers({ accounts: [ann.accid, ann.accid], done }))).toHaveLength(1)
})

test('friends: apply, accept, alias and delete reach the other side and the account’s other devices', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a1, a2] = [await openUserPage({ person: ann }), await openUserPage({ person: ann })]
  const b = await openUserPage({ person: bob })
  await waitForDone((done) => a1.nim.applyFriend({ account: bob.accid, ps: '我是安', done }))
  await until(() => b.count('onsysmsg') === 1, 'the application')
  const application = b.last('onsysmsg') as NimSysMsg
  expect(application).toMatchObject({
    type: 'applyFriend',
    ps: '我是安',
    state: 'init',
  })
  await waitForDone((done) => b.nim.passFriendApply({ account: ann.accid, idServer: application.idServer, done }))
  expect(b.last('onupdatesysmsg')).toMatchObject({ idServer: application.idServer, state: 'passed', read: true })
  await until(() => a1.count('onsysmsg') === 1 && a2.count('onsyncfriendaction') === 1, 'the answer')
  expect(a1.last('onsysmsg')).toMatchObject({
    type: 'passFriendApply',
    from: bob.accid,
    friend: { account: bob.accid },
  })
  expect(a2.last('onsyncfriendaction')).toMatchObject({ type: 'addFriend', account: bob.accid })
  const again = waitForDone((done) =>
    b.nim.rejectFriendApply({ account: ann.accid, idServer: application.idServer, done }),
  )
  await expect(again).rejects.toMatchObject({ code: 404 })

  await waitForDone((done) => a1.nim.updateFriend({ account: bob.accid, alias: '老同学', done }))
  const friends = await waitForDone<{ alias: string }[]>((done) => a2.nim.getFriends({ done }))
  expect(friends).toMatchObject([{ account: bob.accid, alias: '老同学', valid: true }])
  await expect(waitForDone((done) => a1.nim.updateFriend({ account: bob.accid, done }))).rejects.toMatchObject({
    code: 414,
  })
  expect(await waitForDone<boolean>((done) => b.nim.isMyFriend({ account: ann.accid, done }))).toBe(true)
  await waitForDone((done) => b.nim.deleteFriend({ account: ann.accid, done }))
  await until(() => a1.count('onsysmsg') === 2, 'the end')
  expect(a1.last('onsysmsg')).toMatchObject({ type: 'deleteFriend' })
  expect(await waitForDone<boolean>((done) => a1.nim.isMyFriend({ account: bob.accid, done }))).toBe(false)
})

test('delivers stored custom system messages to an offline account, and no transient ones', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a, b] = [await openUserPage({ person: ann }), await openUserPage({ person: bob })]
  const base = { scene: 'p2p', to: bob.accid }
  await waitForDone((done) =>
    a.nim.sendCustomSysMsg({ ...base, content: '{"typing":1}', sendToOnlineUsersOnly: true, done }),
  )
  await until(() => b.count('oncustomsysmsg') === 1, 'typing')
  b.nim.disconnect()
  await waitForDone((done) =>
    a.nim.sendCustomSysMsg({ ...base, content: '{"typing":2}', sendToOnlineUsersOnly: true, done }),
  )
  await waitForDone((done) => a.nim.sendCustomSysMsg({ ...base, content: '{"id":3}', done }))
  b.nim.connect()
  await until(() => b.count('onsyncdone') === 2, 'the sync')
  expect(b.last('onofflinecustomsysmsgs')).toMatchObject([{ type: 'custom', content: '{"id":3}', from: ann.accid }])
  const isRead = async () =>
    (await server().kit.sql`select 1 from im_system_message where type = 'custom' and not is_read`).count === 0
  await until(isRead, 'the acknowledgement')
  const fresh = await openUserPage({ person: bob })
  expect(fresh.count('onofflinecustomsysmsgs')).toBe(0)
  const tooLong = waitForDone((done) => a.nim.sendCustomSysMsg({ ...base, content: '长'.repeat(5_001), done }))
  await expect(tooLong).rejects.toMatchObject({ code: 414 })
})

test('lists, marks, annotates and hides system messages on the device', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a, b] = [await openUserPage({ person: ann }), await openUserPage({ person: bob })]
  for (const ps of ['一', '二', '三']) await waitForDone((done) => a.nim.applyFriend({ account: bob.accid, ps, done }))
  await until(() => b.count('onsysmsg') === 3, 'three')
  const listSysMsgs = (options: object) =>
    waitForDone<{ sysMsgs: NimSysMsg[] }>((done) => b.nim.getLocalSysMsgs({ ...options, done })).then(
      ({ sysMsgs }) => sysMsgs,
    )
  const all = await listSysMsgs({})
  expect(all.map(({ ps }) => ps)).toEqual(['三', '二', '一'])
  expect((await listSysMsgs({ lastIdServer: all[0]!.idServer, limit: 1 })).map(({ ps }) => ps)).toEqual(['二'])
  await waitForDone((done) => b.nim.markSysMsgRead({ sysMsgs: all.slice(0, 2), done }))
  expect(b.last('onupdatesysmsgunread')).toMatchObject({ total: 1, applyFriend: 1 })
  expect((await listSysMsgs({ read: false, reverse: true })).map(({ ps }) => ps)).toEqual(['一'])
  const noted = await waitForDone((done) =>
    b.nim.updateLocalSysMsg({ idServer: all[0]!.idServer, localCustom: 'x', state: 'error', done }),
  )
  expect(noted).toMatchObject({ localCustom: 'x', state: 'error' })
  await waitForDone((done) => b.nim.deleteLocalSysMsg({ idServer: all[0]!.idServer, done }))
  expect((await listSysMsgs({})).map(({ ps }) => ps)).toEqual(['二', '一'])
  await waitForDone((done) => b.nim.deleteAllLocalSysMsgs({ done }))
  expect(await listSysMsgs({})).toEqual([])
})
