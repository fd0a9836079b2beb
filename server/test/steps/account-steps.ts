// Steps of account tests: SMS code, registration, sign-in, proof of work.
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { smsCode, useTestServer } from '../test-server.ts'

export const password = 'Beautiful-day-7'

/** Starts a server with a daily SMS limit, and returns the requests of visitors. */
export function useAccounts() {
  const server = useTestServer({ SMS_DAILY_LIMIT: '500' })
  const last = { phone: 13_700_000_000, ip: 0 }
  const newPhone = () => `${(last.phone += 1)}`
  const newIp = () => `192.0.2.${(last.ip += 1)}`
  async function sendCode(phone: string, purpose: 'register' | 'login' = 'register', ip = newIp()) {
    return server().request(`GET /auth/${purpose}SendSms`, { phone }, { ip })
  }

  async function registerNew(username: string, phone = newPhone()) {
    await sendCode(phone)
    const reply = await server().request('POST /auth/register', { username, phone, validateCode: smsCode, password })
    return { phone, reply }
  }

  const login = (username: string, pass = password, ip = newIp(), headers: Record<string, string> = {}) =>
    server().request('POST /auth/mh/login', { username, password: pass }, { ip, headers })
  /** Lets the next code to this phone number be sent at once. */
  const forgetLastSms = () => server().kit.sql`update sms_message set created_at = created_at - interval '2 minutes'`
  async function solve() {
    const { data } = await server().request('GET /auth/challenge')
    const challenge = data.challenge as unknown as Challenge
    return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))
  }

  return { server, newPhone, newIp, sendCode, registerNew, login, forgetLastSms, solve }
}
