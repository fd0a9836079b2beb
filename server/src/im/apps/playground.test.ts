import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, openDevice, textOf, textTo, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createUploader } from '../../../../im-sdk/src/upload/uploader.ts'
import { sayInTeam } from '../../../test/steps/peer-group-steps.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { eraseExpiredPairs } from '../msg/messages.ts'

const server = useTestServer()
let url = ''
let person: Caller
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  person = await server().enter('user')
})
afterEach(leaveAll)

async function setOpen(isOpen: boolean): Promise<void> {
  await server().owner`update im_app set is_open = ${isOpen} where is_playground`
}
async function createPair() {
  const { data } = await server().requestAs(person, 'POST /im/playground/accounts', {})
  return data
}
test('stays closed until staff open it', async () => {
  expect((await server().request('GET /im/playground')).data).toEqual({ isOpen: false })
  expect((await server().requestAs(person, 'POST /im/playground/accounts', {})).code).toBe(404)
  const admin = await server().enter('administrator')
  const { data } = await server().requestAs(admin, 'GET /admin/apps')
  const { id } = data.content.find(({ isPlayground }) => isPlayground)!
  const state = await server().requestAs(admin, 'PUT /admin/apps/state', { id, isOpen: true })
  expect(state.code).toBe(200)
  expect((await server().request('GET /im/playground')).data).toEqual({ isOpen: true })
  const change = { id, name: '别的名字', origins: ['https://elsewhere.example.cn'] }
  expect((await server().requestAs(admin, 'PUT /admin/apps', change)).code).toBe(409)
  expect((await server().requestAs(admin, 'POST /admin/apps/secret', { id })).code).toBe(409)
})

test('lets the two accounts chat with each other on a page of the site, and with no one of the site', async () => {
  await setOpen(true)
  const { appKey, accounts } = await createPair()
  const [a, b] = accounts.map(({ account, token }) => openDevice(url, { accid: account, token }, { appKey }))
  await untilReady(a!, b!)
  await a!.send(textTo(accounts[1].account, '听得到吗'))
  await until(() => b!.received.length === 1, 'the message')
  expect(textOf(b!.received[0]!)).toBe('听得到吗')
  const [siteAccount] = await server().kit.sql<{ accid: string }[]>`
    select accid from im_account where account_id is not null limit 1`
  const accid = siteAccount?.accid ?? 'none'
  await expect(a!.send(textTo(accid, '您好'))).rejects.toMatchObject({ code: 404 })
})

test('refuses the app, which has no secret, at the server API', async () => {
  await setOpen(true)
  const { appKey, accounts } = await createPair()
  const { request, secret } = await createBackend(server(), '合作医院')
  const form = { accid: accounts[0].account }
  for (const wrongSecret of ['', 'undefined', 'null', secret])
    expect((await request('user/refreshToken', form, { appKey, secret: wrongSecret })).code).not.toBe(200)
  expect((await request('user/refreshToken', form)).code).not.toBe(200)
})

test('gives a person ten pairs an hour', async () => {
  await setOpen(true)
  await server().owner`delete from throttle where key like 'playground %'`
  for (let i = 0; i < 10; i++) expect((await createPair()).accounts).toHaveLength(2)
  expect((await server().requestAs(person, 'POST /im/playground/accounts', {})).code).toBe(429)
  await server().owner`delete from throttle where key like 'playground %'`
})

test('ends the accounts of a closed playground', async () => {
  await setOpen(true)
  const { appKey, accounts } = await createPair()
  await setOpen(false)
  const [{ account, token }] = accounts
  const late = openDevice(url, { accid: account, token }, { appKey })
  await until(() => late.ends.length > 0, 'the refusal')
  expect(late.synced).toBe(0)
})

test('deletes names after their time, and leaves messages unreadable', async () => {
  await setOpen(true)
  const { sql } = server().kit
  const { appKey, accounts } = await createPair()
  const [a, b] = accounts.map(({ account, token }) => openDevice(url, { accid: account, token }, { appKey }))
  await untilReady(a!, b!)
  await a!.send(textTo(accounts[1].account, '试一试'))
  const readKey = async () => {
    const [row] = await sql<{ key: Buffer }[]>`
      select c.sealed_key as key from im_conversation c join im_account a on a.id = c.low_id
      where a.accid = any(${accounts.map(({ account }) => account)})`
    return row!.key.toString('hex')
  }
  const before = await readKey()
  await eraseExpiredPairs(server().kit)
  expect(await readKey()).toBe(before)
  await server().owner`
    update im_token t set expires_at = now() - interval '1 second' from im_account a
    where a.id = t.im_account_id and a.accid = any(${accounts.map(({ account }) => account)})`
  await eraseExpiredPairs(server().kit)
  expect(await readKey()).not.toBe(before)
  const left = await sql`
    select from im_user u join im_account a on a.id = u.im_account_id
    where a.accid = any(${accounts.map(({ account }) => account)})`
  expect(left).toHaveLength(0)
})

test('erases a team when its last account expires, and the files of each account', async () => {
  await setOpen(true)
  const { sql } = server().kit
  const { appKey, accounts } = await createPair()
  const [a, b] = accounts.map(({ account, token }) => openDevice(url, { accid: account, token }, { appKey }))
  await untilReady(a!, b!)
  const fields = { type: 'advanced', name: '试用小组', beInviteMode: 'noVerify' } as const
  const { state } = await a!.request('team.createTeam', { ...fields, accounts: [accounts[1].account] })
  const { teamId } = state.team
  await sayInTeam(a!, teamId, '试一试')
  const upload = createUploader({ request: a!.request, urls: [url], delayOf: () => 5 })
  await upload({ type: 'file', blob: new Blob(['笔记']) })
  const readState = async () => {
    const [row] = await sql<{ key: Buffer; files: number }[]>`
      select c.sealed_key as key, (select count(*) from im_file f join im_account a on a.id = f.owner_id
        where a.accid = ${accounts[0].account} and f.expires_at <= now()) as files
      from im_team t join im_conversation c on c.id = t.conversation_id where t.id = ${teamId}`
    return { key: row!.key.toString('hex'), files: row!.files }
  }
  const { key } = await readState()
  const expire = async ({ account }: { account: string }) => {
    await server().owner`
      update im_token t set expires_at = now() - interval '1 second' from im_account a
      where a.id = t.im_account_id and a.accid = ${account}`
    await eraseExpiredPairs(server().kit)
  }
  await expire(accounts[0])
  expect(await readState()).toEqual({ key, files: 1 })
  await expire(accounts[1])
  expect((await readState()).key).not.toBe(key)
})
