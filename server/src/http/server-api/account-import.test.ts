// Import of accounts by the server API.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, openDevice, untilReady } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let hospital: Awaited<ReturnType<typeof createBackend>>
let school: typeof hospital
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  hospital = await createBackend(server(), '医院')
  school = await createBackend(server(), '学校')
})
afterEach(leaveAll)

type ImportResult = { accid: string; state: string; code: number; desc?: string }
async function importAccounts(accounts: unknown[], backend = hospital): Promise<ImportResult[]> {
  const { code, results } = await backend.request('user/import', { accounts: JSON.stringify(accounts) })
  expect(code).toBe(200)
  return results as ImportResult[]
}
const listLatestStates = (results: ImportResult[]) => results.map(({ accid, state, code }) => [accid, state, code])

/** All rows of the tables that an import of accounts writes. */
const readTables = () =>
  server().kit.sql`
    select (select json_agg(a order by id) from im_account a) as accounts,
      (select json_agg(u order by im_account_id) from im_user u) as users,
      (select json_agg(t order by id) from im_token t) as tokens`

test('creates accounts with profile and token once, and a repeated import changes nothing', async () => {
  const profile = { name: '李雷', icon: 'https://old.example.cn/a.png', email: 'a@example.cn', mobile: '13800000000' }
  const first = { accid: 'Old-1', token: 'a-token-of-the-old-service', ...profile, gender: 1, ex: '{"room":3}' }
  const accounts = [first, { accid: 'old-2' }, { accid: 'OLD-2', name: '又一个' }]
  const results = await importAccounts(accounts)
  expect(listLatestStates(results)).toEqual([
    ['old-1', 'created', 200],
    ['old-2', 'created', 200],
    ['old-2', 'existing', 200],
  ])
  const { uinfos } = await hospital.request('user/getUinfos', { accids: '["old-1","old-2"]' })
  const empty = { icon: '', sign: '', email: '', birth: '', mobile: '', gender: 0, ex: '', valid: true, mute: false }
  expect(uinfos).toEqual([
    { ...empty, ...profile, accid: 'old-1', gender: 1, ex: '{"room":3}' },
    { ...empty, accid: 'old-2', name: '' },
  ])
  await untilReady(openDevice(url, { accid: 'old-1', token: first.token }, { appKey: hospital.appKey }))
  // for an account imported without a token, the backend requests one when the person signs in
  const { info } = await hospital.request('user/refreshToken', { accid: 'old-2' })
  await untilReady(openDevice(url, info, { appKey: hospital.appKey }))

  const before = await readTables()
  const changed = accounts.map((account) => ({ ...account, name: '改名', token: 'b'.repeat(20) }))
  expect((await importAccounts(changed)).map(({ state }) => state)).toEqual(['existing', 'existing', 'existing'])
  expect(await readTables()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('13800000000')
})

test('refuses wrong accounts by name and imports the others of the call', async () => {
  const token = 'a-token-that-is-used-twice'
  await importAccounts([{ accid: 'holder', token }], school)
  const results = await importAccounts([
    { accid: 'good', token: 'a-token-of-its-own' },
    { accid: '坏' },
    { accid: 'short', token: 'short' },
    { accid: 'more', role: 'administrator' },
    { accid: 'staff', name: '138-0000-0106' },
    { accid: 'mail', email: 'nowhere' },
    { accid: 'zero', name: 'a\0b' },
    { accid: 'thief', token },
    { accid: 'twin', token: 'a-token-of-its-own' },
    'nonsense',
  ])
  expect(listLatestStates(results)).toEqual([
    ['good', 'created', 200],
    ['坏', 'refused', 414],
    ['short', 'refused', 414],
    ['more', 'refused', 414],
    ['staff', 'refused', 414],
    ['mail', 'refused', 414],
    ['zero', 'refused', 414],
    ['thief', 'refused', 3_007],
    ['twin', 'refused', 3_007],
    ['', 'refused', 414],
  ])
  expect(results.map(({ desc }) => desc)).toMatchObject([
    undefined,
    'accid：账号由1到32个字母、数字、下划线、@、点或短横线组成',
    'token至少16个字符',
    '没有参数role',
    expect.stringMatching(/^name /) as string,
    'email格式不正确',
    'name：含有无效字符',
    'token 已被使用，请更换',
    'token 已被使用，请更换',
    '必须是对象',
  ])
  const { uinfos } = await hospital.request('user/getUinfos', { accids: '["good","staff","thief","twin","holder"]' })
  expect(uinfos.map(({ accid }: ImportResult) => accid)).toEqual(['good'])
})

test('limits a call to 500 accounts, and two concurrent equal calls create each account once', async () => {
  const accounts = Array.from({ length: 501 }, (_, i) => ({ accid: `crowd${i}`, token: `token-of-the-crowd-${i}` }))
  const all = JSON.stringify(accounts)
  expect((await hospital.request('user/import', { accounts: all })).code).toBe(414)
  expect((await hospital.request('user/import', { accounts: '[]' })).code).toBe(414)
  expect((await hospital.request('user/import', { accounts: '{}' })).code).toBe(414)
  const batch = accounts.slice(0, 500)
  const [first, other] = await Promise.all([importAccounts(batch), importAccounts(batch.toReversed())])
  const created = [...first, ...other].filter(({ state }) => state === 'created')
  expect(created).toHaveLength(500)
  expect([...first, ...other].filter(({ state }) => state === 'existing')).toHaveLength(500)
  const [row] = await server().kit.sql<{ users: number; tokens: number }[]>`
    select count(u.*) as users, count(t.*) as tokens from im_account a
    left join im_user u on u.im_account_id = a.id left join im_token t on t.im_account_id = a.id
    where a.accid like 'crowd%'`
  expect(row).toEqual({ users: 500, tokens: 500 })
})
