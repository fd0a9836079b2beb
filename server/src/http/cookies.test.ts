// Tests of the session cookie: its prefix under https, the upgrade of older cookies, and the end of a replaced session.
import { expect, test } from 'vitest'
import { hashToken } from '../kit/auth/secrets.ts'
import { demoPassword } from '../../db/fixtures/account.ts'
import { useTestServer } from '../../test/test-server.ts'

const secure = useTestServer({ PUBLIC_URL: 'https://xinqiao.test', ALLOW_STANDINS: '1' })
const plain = useTestServer()
type TestServer = ReturnType<typeof secure>

const listCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat() as string[]
const signIn = (at: TestServer, username: string, cookie?: string) =>
  at.request('POST /auth/mh/login', { username, password: demoPassword }, cookie ? { headers: { cookie } } : {})
const whoAmI = (at: TestServer, cookie: string) => at.request('GET /auth/me', undefined, { headers: { cookie } })

test('names the HttpOnly cookies with the prefix __Host- and all its required attributes under https', async () => {
  const { username } = await secure().enter('user')
  const cookies = listCookies((await signIn(secure(), username)).headers)
  for (const name of ['__Host-token', '__Host-device']) {
    const cookie = cookies.find((line) => line.startsWith(`${name}=`)) ?? ''
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toContain('Secure')
    expect(cookie).toContain('HttpOnly')
    expect(cookie).not.toContain('Domain')
  }
  expect(cookies.filter((line) => /^(token|device)=/.test(line))).toEqual([])
  const [token = ''] = cookies.find((line) => line.startsWith('__Host-token='))!.split(';')
  expect((await whoAmI(secure(), token)).data.username).toBe(username)
})

test('ignores a cookie without the prefix under https, so that no subdomain can set a session', async () => {
  const user = await secure().enter('user')
  expect((await whoAmI(secure(), `token=${user.token}`)).status).toBe(401)
  const { token: other } = await secure().enter('user')
  const both = await whoAmI(secure(), `token=${user.token}; __Host-token=${other}`)
  expect(both.status).toBe(200)
})

test('keeps a session from before the upgrade valid, and gives its cookie the new name', async () => {
  const { token, username } = await secure().enter('user')
  await secure().kit.sql`update session set is_host_bound = false where token_hash = ${hashToken(token)}`
  const reply = await whoAmI(secure(), `token=${token}`)
  expect(reply.data.username).toBe(username)
  const cookies = listCookies(reply.headers)
  expect(cookies).toContainEqual(expect.stringContaining(`__Host-token=${token};`))
  expect(cookies).toContainEqual(expect.stringMatching(/^token=; Max-Age=0/))
})

test('removes the cookie under either name on signing out', async () => {
  const user = await secure().enter('user')
  const cookie = `__Host-token=${user.token}; token=old`
  const reply = await secure().request('DELETE /auth/logout', undefined, { headers: { cookie } })
  const cookies = listCookies(reply.headers)
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-token=; Max-Age=0/))
  expect(cookies).toContainEqual(expect.stringMatching(/^token=; Max-Age=0/))
  expect((await whoAmI(secure(), cookie)).status).toBe(401)
})

test("keeps the cookie's name of the specification without https", async () => {
  const { username } = await plain().enter('user')
  const cookies = listCookies((await signIn(plain(), username)).headers)
  expect(cookies).toContainEqual(expect.stringMatching(/^token=[\w-]{20,}; .*HttpOnly/))
  expect(cookies.join()).not.toContain('__Host-')
})

test('ends the session that signing in again replaces, also of another account', async () => {
  const [member, other] = [await plain().enter('user'), await plain().enter('user')]
  const first = listCookies((await signIn(plain(), member.username)).headers)
  const cookie = first.find((line) => line.startsWith('token='))!.split(';')[0]!
  expect((await whoAmI(plain(), cookie)).status).toBe(200)
  expect((await signIn(plain(), other.username, cookie)).status).toBe(200)
  expect((await whoAmI(plain(), cookie)).status).toBe(401)
  // a failed sign-in does not end the former session
  const again = listCookies((await signIn(plain(), member.username)).headers)
  const token = again.find((line) => line.startsWith('token='))!.split(';')[0]!
  const wrong = await plain().request(
    'POST /auth/mh/login',
    { username: member.username, password: 'wrong' },
    { headers: { cookie: token } },
  )
  expect(wrong.status).toBe(400)
  expect((await whoAmI(plain(), token)).status).toBe(200)
})

test.each([
  '/files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89-%E7%AE%80%E5%8E%86.pdf?until=1&sign=x',
  '/files/a/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.docx',
  '/%66iles/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/FILES/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '//files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/files/v/abcdefghijklmnopqrstuv%2F%E5%BC%A0%E4%B8%89.pdf',
  '/files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89/%E6%9D%8E.pdf',
  '/x/../files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/prod-api/files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/admin/files/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/%2566iles/v/abcdefghijklmnopqrstuv/%E5%BC%A0%E4%B8%89.pdf',
  '/files%252Fv%252Fabcdefghijklmnopqrstuv%252F%E5%BC%A0%E4%B8%89.pdf',
])('writes no file name of %s into the access log', async (url) => {
  const before = plain().logs.length
  await plain().app.inject({ method: 'GET', url })
  const written = plain().logs.slice(before).join('\n')
  expect(written).toContain('"answered"')
  expect(written).not.toMatch(/%E5%BC%A0|张三|sign=/)
  expect(written).toContain('abcdefghijklmnopqrstuv')
})

test.each(['/files/v/%E5%BC%A0%E4%B8%89.pdf', '/files/%E5%BC%A0%E4%B8%89.pdf', '/files;a/v/k/%E5%BC%A0%E4%B8%89.pdf'])(
  'writes no file name of %s, which lacks its key, into the access log',
  async (url) => {
    const before = plain().logs.length
    await plain().app.inject({ method: 'GET', url })
    const written = plain().logs.slice(before).join('\n')
    expect(written).toContain('/files/…')
    expect(written).not.toMatch(/%E5%BC%A0|张三/)
  },
)

test('declares the session cookie in the contract under both of its names', async () => {
  const readSecurityScheme = async (at: TestServer) => {
    const reply = await at.app.inject('/prod-api/openapi.json')
    return reply.json<{ components: { securitySchemes: { session: object } } }>().components.securitySchemes.session
  }
  const description = expect.stringMatching(/https.*__Host-token.*http.*token/) as string
  expect(await readSecurityScheme(secure())).toEqual({
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-token',
    description,
  })
  expect(await readSecurityScheme(plain())).toEqual({ type: 'apiKey', in: 'cookie', name: 'token', description })
})
