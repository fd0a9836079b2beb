// Tests of a trial at a public address: no caller counts as this machine, and every page says that it is a trial.
import { expect, test } from 'vitest'
import { trialNotice } from '@xinqiao/contract/pages.ts'
import { useTestServer } from '../../test/test-server.ts'
import { createAccount } from '../../db/fixtures/account.ts'
import { refuseDemoAccounts } from '../portal/accounts/accounts.ts'

const token = 'a token of the operator'
const server = useTestServer(
  { PUBLIC_URL: 'https://example.cn', ALLOW_STANDINS: '1', METRICS_TOKEN: token },
  { servesPages: true },
)
const local = { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:3000' } }
const authorization = `Bearer ${token}`

test('opens the outbox with the token of the operator only', async () => {
  const openInbox = (headers: Record<string, string>) =>
    server().app.inject({ url: '/dev/sms/inbox', ...local, headers: { ...local.headers, ...headers } })
  expect((await openInbox({})).statusCode).toBe(404)
  expect((await openInbox({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
  expect((await openInbox({ authorization: 'Bearer wrong' })).statusCode).toBe(404)
  expect((await openInbox({ authorization })).statusCode).toBe(200)
})

test('refuses the sign-in of a demo account', async () => {
  const password = 'Xinqiao#2026'
  await createAccount(server().kit.sql, server().kit.secrets, {
    username: 'demo',
    phone: '13500000009',
    password,
    isDemo: true,
  })
  const reply = await server().request('POST /auth/mh/login', { username: 'demo', password }, { ip: '127.0.0.1' })
  expect(reply).toMatchObject({ reason: 'wrongCredentials' })
  await expect(refuseDemoAccounts(server().kit.sql)).rejects.toThrow('演示账号')
})

test.each(['/', '/login/index', '/no/such/page', '/admin', '/admin/orders'])(
  'shows on %s the trial banner',
  async (url) => {
    expect((await server().app.inject({ url, ...local })).body).toContain(trialNotice)
  },
)
