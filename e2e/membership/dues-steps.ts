// Shared steps of the dues stories: approved applicants, and moving the time of a membership.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { withStoryDatabase } from '../support/story-database.ts'
import { type Member, createMember, password } from '../support/visitor.ts'

const createDigits = (count: number) => `${Math.random()}`.slice(2, 2 + count).padEnd(count, '7')
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A valid ID number of a woman born 1990-03-07. */
export function idNumber(): string {
  const firstDigits = `11010519900307${createDigits(2)}2`
  const sum = Array.from(firstDigits, Number).reduce((total, digit, i) => total + digit * weights[i]!, 0)
  return firstDigits + '10X98765432'[sum % 11]
}

type ApiReply<T> = { code: number; msg: string; data: T }
const readReply = async <T>(reply: { json: () => Promise<unknown> }): Promise<T> => {
  const answer = (await reply.json()) as ApiReply<T>
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return answer.data
}
export async function signIn(request: APIRequestContext, username: string, secret = password) {
  const reply = await request.post('/prod-api/auth/mh/login', { data: { username, password: secret } })
  const { access_token: token } = await readReply<{ access_token: string }>(reply)
  return { authorization: `Bearer ${token}` }
}

export type Applicant = Member & { name: string }

/** An account whose application was submitted through the API. */
export async function createApplicant(request: APIRequestContext, more: object = {}): Promise<Applicant> {
  const member = await createMember(request)
  const name = `费知行${createDigits(6)}`
  const headers = await signIn(request, member.username, member.password)
  const asked = await request.get('/prod-api/consent/text', { params: { purpose: 'memberData' }, headers })
  const { version: consentVersion, hash: consentHash } = await readReply<{ version: string; hash: string }>(asked)
  const form = {
    consentVersion,
    consentHash,
    name,
    gender: '女',
    idCard: idNumber(),
    education: '硕士',
    organization: '市第三人民医院',
    mobilePhone: member.phone,
    email: 'fee@xinqiao.invalid',
    ...more,
  }
  await readReply(await request.post('/prod-api/memberApplication/submit', { data: form, headers }))
  return { ...member, name }
}

/** Staff decide the application of this name, through the API. */
export async function decideApplication(
  request: APIRequestContext,
  name: string,
  decision: string,
  reason = '',
): Promise<void> {
  const staff = await signIn(request, 'admin')
  const found = await request.get('/prod-api/admin/memberApplications', { params: { key: name }, headers: staff })
  const [{ id }] = (await readReply<{ content: [{ id: number }] }>(found)).content
  const application = await request.get('/prod-api/admin/memberApplication', { params: { id }, headers: staff })
  const { version } = await readReply<{ version: number }>(application)
  const data = { items: [{ id, version }], decision, reason }
  await readReply(await request.post('/prod-api/admin/memberApplication/decide', { data, headers: staff }))
}

/** An account with an approved application and due fee. */
export async function createApprovedApplicant(request: APIRequestContext, more: object = {}): Promise<Applicant> {
  const applicant = await createApplicant(request, more)
  await decideApplication(request, applicant.name, 'approve')
  return applicant
}

/** A staff request that only prepares the story. */
export async function callAsStaff<T>(
  request: APIRequestContext,
  method: string,
  path: string,
  data: object = {},
): Promise<T> {
  const headers = await signIn(request, 'admin')
  return readReply<T>(
    await request.fetch(`/prod-api${path}`, {
      method,
      headers,
      ...(method === 'GET' ? { params: data as never } : { data }),
    }),
  )
}

/** Pays the newest order of this page's account at the stand-in's cashier. */
export async function payAtCashier(page: Page, result: string): Promise<string> {
  const { content } = await readReply<{ content: { orderNo: string }[] }>(
    await page.request.get('/prod-api/order/mine'),
  )
  const { orderNo } = content[0]!
  const acted = await page.request.post(`/dev/pay/${orderNo}`, { data: { result } })
  expect(acted.ok(), await acted.text()).toBe(true)
  return orderNo
}

/** Simulates that days have passed for one membership: moves its term back, and makes the daily job due again. */
export const advanceDays = (username: string, days: number): Promise<void> =>
  withStoryDatabase(
    async (sql) => {
      await sql`
        update member_term set starts_on = starts_on - ${days}::integer, ends_on = ends_on - ${days}::integer
        where member_id = (
          select member.id from member join account on account.id = account_id where username = ${username})`
      await sql`
        update member set joined_on = joined_on - ${days}::integer, term_from = term_from - ${days}::integer,
          term_until = term_until - ${days}::integer
        where account_id = (select id from account where username = ${username})`
      const jobs = await sql`update job set due_at = now() where name = 'membership terms' returning name`
      expect(jobs, 'the daily job of memberships').toHaveLength(1)
    },
    { DATA_DIR: process.env.E2E_DATA ?? 'tmp/e2e-data' },
  )
