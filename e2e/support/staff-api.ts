// Shared steps of conference and submissions: the API as staff, deadlines, toasts.
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, password } from './visitor.ts'

export const locateToast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
export const chinaTimeIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })

/** Calls the API as the secretariat, for preparation only. */
export const signInAsSecretariat = (request: APIRequestContext) => signInAsStaff(request, 'editor')

/** Calls the API as any account. */
export async function signInAsStaff(request: APIRequestContext, username: string, secret = password) {
  const login = await request.post('/prod-api/auth/mh/login', { data: { username, password: secret } })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await request.fetch(`/prod-api${path}`, { method, headers, ...(body && { data: body }) })
    const answer = (await reply.json()) as { code: number; msg: string; data: T }
    expect(answer, answer.msg).toMatchObject({ code: 200 })
    return answer.data
  }
}
