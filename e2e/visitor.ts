// People who use the site: a browser that reports every fault of a page, members with a phone, staff with a session.
import { randomInt } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test'

export { expect }

/** Of every demo account (operate.md). */
export const password = 'Xinqiao#2026'

/** Chosen instead of one that staff handed out. */
const chosenPassword = 'Shan-Gao-Lu-Yuan-9'

/** Browsers log every refusal of the server as an error; the stories say themselves which refusals they expect. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/
/** portal.md 7 answers who is no member with the code 500. */
const notAMember = '/prod-api/activityUser/identity'
/** The staff's preview shows a page whose scripts are switched off on purpose. */
const previewWithoutScript = /^Blocked script execution in '[^']*\/preview\/article\?id=\d+'/

export function watch(context: BrowserContext, report: (fault: string) => void): void {
  context.on('weberror', (fault) => report(`page error: ${fault.error().stack ?? fault.error().message}`))
  // a violation of the content security policy is reported as an error of the console too
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    if (new URL(message.location().url || 'http://local').pathname === notAMember) return
    if (!refusal.test(text) && !previewWithoutScript.test(text)) {
      report(`console error: ${text} (${message.location().url})`)
    }
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isDocument = response.request().isNavigationRequest()
    if (response.status() >= 500 && pathname !== notAMember) report(`${response.status()} for ${pathname}`)
    // an upload is a call as well
    const isCall = pathname.startsWith('/prod-api/') || response.request().method() === 'POST'
    if (response.status() >= 400 && !isDocument && !isCall) {
      report(`${response.status()} for ${pathname}`)
    }
  })
}

type Fixtures = {
  faults: string[]
  /** Another browser: with other settings, or as somebody's second device. */
  open: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  faults: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const faults: string[] = []
      await use(faults)
      expect(faults, 'faults that the browser reported').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, faults }, use) => {
    watch(context, (fault) => faults.push(fault))
    await use(context)
  },
  open: async ({ browser, faults, reducedMotion }, use, info) => {
    const opened: BrowserContext[] = []
    const { baseURL, locale, timezoneId, viewport } = info.project.use
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, reducedMotion, ...options })
      opened.push(context)
      watch(context, (fault) => faults.push(fault))
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** A field by its label, which may end in the star of a field that must be filled. */
export const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\*?$`))
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// ---- people

/** Headers of a visitor from an address of their own, so that stories do not share the limits of one address. */
export const fromElsewhere = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
})

export const newPhone = () => `139${`${randomInt(100_000_000)}`.padStart(8, '0')}`
export const newName = () => `访客${randomInt(1_000_000_000)}`

/** The code that the outbox says was sent last to this phone. */
export async function readCode(request: APIRequestContext, phone: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const reply = await request.get(`/dev/sms?phone=${phone}`)
    expect(reply.status()).toBe(200)
    code = ((await reply.json()) as { code: string }).code
  }).toPass()
  return code
}

export type Member = { username: string; phone: string; password: string }

/** Somebody new, registered through the API. */
export async function newMember(request: APIRequestContext): Promise<Member> {
  const member = { username: newName(), phone: newPhone(), password: 'Qiao-2026-lu' }
  const headers = fromElsewhere()
  const sent = await request.get('/prod-api/auth/registerSendSms', { params: { phone: member.phone }, headers })
  expect(sent.status()).toBe(200)
  const validateCode = await readCode(request, member.phone)
  const reply = await request.post('/prod-api/auth/register', { data: { ...member, validateCode }, headers })
  expect(await reply.json()).toMatchObject({ code: 200 })
  return member
}

/** Signs the browser of this page in without its login page, for stories that are about something else. */
export async function enterAs(page: Page, username: string, secret = password): Promise<void> {
  type Reply = { data: { user: { user: { roles: { id: number }[]; restriction: string | null } } } }
  const send = async (path: string, data: object) => {
    const reply = (await (await page.request.post(`/prod-api${path}`, { data })).json()) as unknown
    expect(reply).toMatchObject({ code: 200 })
    return reply
  }
  const { user } = ((await send('/auth/mh/login', { username, password: secret })) as Reply).data.user
  const isFirst = user.restriction === 'changePassword'
  if (isFirst) await send('/api/users/updatePass', { oldPass: secret, newPass: chosenPassword })
  // sensitive acts of staff ask who they are; factors.spec.ts is about that
  const isStaff = user.roles.some(({ id }) => ![2, 6].includes(id))
  if (isStaff) await confirmWithPassword(page, isFirst ? chosenPassword : secret)
}

/** The step-up, for stories that are about something else. */
async function confirmWithPassword(page: Page, secret: string): Promise<void> {
  const asked = await page.request.post('/prod-api/auth/stepUp/options', { data: {} })
  const { ticket } = ((await asked.json()) as { data: { ticket: string } }).data
  const reply = await page.request.post('/prod-api/auth/stepUp', { data: { ticket, password: secret } })
  expect(await reply.json()).toMatchObject({ code: 200 })
}

/** Somebody new, in this page's browser. */
export async function enterAsNew(page: Page, request: APIRequestContext): Promise<Member> {
  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
  return member
}

/** From another device: what the first one's browser holds is a login that has ended. */
export async function endSessions(open: Fixtures['open'], { username, password: secret }: Member): Promise<void> {
  const other = await open()
  await enterAs(other, username, secret)
  const reply = await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  expect(await reply.json()).toMatchObject({ code: 200 })
}

export async function logIn(page: Page, { username, password: secret }: Pick<Member, 'username' | 'password'>) {
  await page.goto('/login/index')
  await field(page, '账号').fill(username)
  await field(page, '密码').fill(secret)
  await button(page, '登录').click()
  await expect(page).toHaveURL('/')
}

// ---- staff

export type Draft = {
  title: string
  content?: string
  psychologyColumnId?: number
  tagId?: number | null
  pinned?: boolean
  attachmentIds?: number[]
}
type Stored = { id: number; version: number }

const complete = (draft: Draft) => ({
  content: `<p>${draft.title}的正文。</p>`,
  description: '',
  psychologyColumnId: 1,
  tagId: null,
  pictureKey: null,
  attachmentIds: [],
  pinned: false,
  ...draft,
})

/** An editor at work through the API: for stories in which an article is only the stage. */
export async function newEditor(request: APIRequestContext) {
  const login = await request.post('/prod-api/auth/mh/login', { data: { username: 'editor', password } })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const send = async (path: string, body: object, method = 'POST'): Promise<Stored> => {
    const reply = await request.fetch(`/prod-api/admin/article${path}`, { method, data: body, headers })
    const answer = (await reply.json()) as { code: number; msg: string; data: Stored }
    expect(answer, answer.msg).toMatchObject({ code: 200 })
    return answer.data
  }
  const write = (draft: Draft) => send('', complete(draft))
  return {
    write,
    publish: async (draft: Draft, publishTime?: string) => {
      const { id, version } = await write(draft)
      return send('/publish', { id, version, publishTime })
    },
    withdraw: ({ id, version }: Stored) => send('/withdraw', { id, version }),
    change: (id: number, version: number, draft: Draft) => send('', { ...complete(draft), id, version }, 'PUT'),
  }
}
