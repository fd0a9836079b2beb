// Tests of chat credentials over HTTP: which accounts get them, and when they end.
import { expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { transaction } from '../../kit/db/db.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { selectLiveSignInSessions } from './store.ts'
import { chatRoles, checkToken, ensureAccount } from './tokens.ts'

const server = useTestServer()

const getChatUser = async (token: string) => server().requestAs({ token }, 'GET /neteaseUser/getUser')

test('gives counsellors and users a permanent account and a new token each time', async () => {
  for (const role of ['counsellor', 'user'] as const) {
    const { token } = await server().enter(role)
    const [first, second] = [await getChatUser(token), await getChatUser(token)]
    expect(first.data.accid).toMatch(/^xq[\da-f]{18}$/)
    expect(second.data.accid).toBe(first.data.accid)
    expect(second.data.token).not.toBe(first.data.token)
  }
})

test('refuses all other roles', async () => {
  const editor = await server().enter('editor')
  expect(await getChatUser(editor.token)).toMatchObject({ status: 403, reason: 'forbidden' })
  expect((await server().request('GET /neteaseUser/getUser')).status).toBe(401)
})

test('creates one account for two concurrent first calls', async () => {
  const { token } = await server().enter('user')
  const replies = await Promise.all(Array.from({ length: 20 }, () => getChatUser(token)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(({ data }) => data.accid)).size).toBe(1)
})

test('creates one account for first calls with and without a transaction at once', async () => {
  const { kit } = server()
  const users = await Promise.all(Array.from({ length: 30 }, () => server().enter('user')))
  await Promise.all(
    users.map(async ({ id }) => {
      const made = await Promise.all([
        ensureAccount(kit.sql, id),
        transaction(kit.sql, (tx) => ensureAccount(tx, id)),
        ensureAccount(kit.sql, id),
      ])
      expect(new Set(made.map(({ accid }) => accid)).size).toBe(1)
    }),
  )
})

test('ends an earlier token of the session within a minute, while another session keeps its own', async () => {
  const { kit } = server()
  const { token, username } = await server().enter('user')
  const login = await server().request(
    'POST /auth/mh/login',
    { username, password: 'Xinqiao#2026' },
    { ip: '192.0.2.77' },
  )
  const other = (await getChatUser(login.data.access_token)).data
  const first = (await getChatUser(token)).data
  const second = (await getChatUser(token)).data
  const rows = await kit.sql<{ is_short: boolean }[]>`
    select expires_at <= now() + interval '1 minute' as is_short from im_token order by id`
  expect(rows.slice(-3).map((row) => row.is_short)).toEqual([false, true, false])
  for (const { accid, token: given } of [first, second, other]) {
    expect(await checkToken(kit, { appKey: '', accid: accid, token: given })).toMatchObject({
      accid,
    })
  }
})

test('ends a token with its session, and accepts it for its own account only', async () => {
  const { kit } = server()
  const { token } = await server().enter('user')
  const stranger = (await getChatUser((await server().enter('user')).token)).data
  const { accid, token: given } = (await getChatUser(token)).data
  expect(await checkToken(kit, { appKey: '', accid: stranger.accid, token: given })).toBe('wrong')
  expect(await checkToken(kit, { appKey: '', accid, token: 'x'.repeat(43) })).toBe('wrong')
  await server().requestAs({ token }, 'DELETE /auth/logout', {})
  expect(await checkToken(kit, { appKey: '', accid, token: given })).toBe('wrong')
})

test('refuses a token of a restricted account, and treats its session as ended', async () => {
  const { kit } = server()
  const { id, token: session } = await server().enter('counsellor')
  const { data } = await server().requestAs({ token: session }, 'GET /neteaseUser/getUser')
  const { accid, token } = data
  const required = { ...kit, config: { ...kit.config, factorRoles: [roles.counsellor] } }
  expect(await checkToken(kit, { appKey: '', accid, token })).toMatchObject({ accid })
  expect(await checkToken(required, { appKey: '', accid, token })).toBe('forbidden')
  const rows = await kit.sql<{ id: number }[]>`select id from session where account_id = ${id}`
  const signInSessionIds = rows.map((row) => row.id)
  const findLive = (factorRoles: number[]) =>
    selectLiveSignInSessions(kit.sql, { signInSessionIds, roleIds: chatRoles, factorRoles })
  expect(await findLive([])).toEqual(signInSessionIds)
  expect(await findLive([roles.counsellor])).toEqual([])
  await kit.sql`update account set must_change_password = true where id = ${id}`
  expect(await checkToken(kit, { appKey: '', accid, token })).toBe('forbidden')
  expect(await findLive([])).toEqual([])
})

test('stores only the hash of a token', async () => {
  const { token } = await server().enter('user')
  const given = (await getChatUser(token)).data.token
  const [row] = await server().kit.sql<{ text: string }[]>`select string_agg(im_token::text, ' ') as text from im_token`
  expect(row?.text).not.toContain(given)
})
