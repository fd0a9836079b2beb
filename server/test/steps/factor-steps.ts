// Steps of second-factor tests: add an authenticator app, sign in, end a step-up.
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { demoPassword } from '../../db/fixtures/account.ts'
import type { ApiReply } from '../api-requests.ts'
import type { TestServer, Caller } from '../test-server.ts'

export const codeAt = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
export const signIn = (at: TestServer, username: string, password = demoPassword) =>
  at.request('POST /auth/mh/login', { username, password })
/** Adds an authenticator app with the code of the previous time step, so that the current code is still unused. */
export async function addTotp(at: TestServer, { token }: Pick<Caller, 'token'>) {
  const startReply = await at.requestAs({ token }, 'POST /auth/factor/totp/options', {})
  expect(startReply.status).toBe(200)
  const { secret } = startReply.data
  const addReply = await at.requestAs({ token }, 'POST /auth/factor/totp', {
    code: codeAt(secret, Date.now() - 30_000),
  })
  expect(addReply.status).toBe(200)
  return { secret, recoveryCodes: addReply.data.recoveryCodes }
}

/** The ticket of a reply that asks for another factor. */
export const requestTicket = ({ data }: ApiReply) => (data as { ticket: string }).ticket

export async function startSecondStep(at: TestServer, username: string): Promise<string> {
  const reply = await signIn(at, username)
  expect(reply).toMatchObject({ status: 428, reason: 'secondFactorNeeded' })
  return requestTicket(reply)
}

export const forgetStepUp = (at: TestServer, id: number) =>
  at.kit.sql`update session set confirmed_at = null where account_id = ${id}`
