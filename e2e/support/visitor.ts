// Users of the stories: a browser that reports every fault of a page, members with a phone number, and staff with a
// session.
import { randomInt } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test'
import { emptyArticle } from '@xinqiao/contract/articles.ts'

export { expect }

/** Password of every demo account (README.md). */
export const password = 'Xinqiao#2026'

/** Password that replaces one set by staff. */
const chosenPassword = 'Shan-Gao-Lu-Yuan-9'

/** An error in the console that is ignored: browsers log every refusal. Stories check the expected ones. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/
/** portal.md 7 answers non-members with the code 500. */
const notAMember = '/prod-api/activityUser/identity'
/** The staff preview disables scripts on purpose. */
const previewWithoutScript = /^Blocked script execution in '[^']*\/preview\/article\?id=\d+'/

export function reportFaults(context: BrowserContext, report: (fault: string) => void): void {
  context.on('weberror', (fault) => report(`page error: ${fault.error().stack ?? fault.error().message}`))
  // violations of the content security policy appear as errors of the console, too
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
    // an upload is a request, too
    const isCall = pathname.startsWith('/prod-api/') || response.request().method() === 'POST'
    if (response.status() >= 400 && !isDocument && !isCall) {
      report(`${response.status()} for ${pathname}`)
    }
  })
}

type VisitorFixtures = {
  faults: string[]
  /** Opens another browser, with other settings or as a second device. */
  open: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<VisitorFixtures>({
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
    reportFaults(context, (fault) => faults.push(fault))
    await use(context)
  },
  open: async ({ browser, faults, reducedMotion }, use, info) => {
    const opened: BrowserContext[] = []
    const { baseURL, locale, timezoneId, viewport } = info.project.use
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, reducedMotion, ...options })
      opened.push(context)
      reportFaults(context, (fault) => faults.push(fault))
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** A field by its label, with an optional star for required fields. */
export const locateField = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\*?$`))
export const locateButton = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

// ---- people

/** Headers with another client address, so that stories do not share rate limits. */
export const fromOtherAddress = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
})

export const createPhone = () => `139${`${randomInt(100_000_000)}`.padStart(8, '0')}`
/** Has no digit above 4, because names may not contain 12356. */
export const createName = () => `访客${randomInt(5 ** 13).toString(5)}`

/** The last code sent to this phone number, as the outbox shows it. */
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

/** A new account, registered through the API. */
export async function createMember(request: APIRequestContext): Promise<Member> {
  const member = { username: createName(), phone: createPhone(), password: 'Qiao-2026-lu' }
  const headers = fromOtherAddress()
  const sent = await request.get('/prod-api/auth/registerSendSms', { params: { phone: member.phone }, headers })
  expect(sent.status()).toBe(200)
  const validateCode = await readCode(request, member.phone)
  const reply = await request.post('/prod-api/auth/register', { data: { ...member, validateCode }, headers })
  expect(await reply.json()).toMatchObject({ code: 200, msg: '注册成功，请登录！' })
  return member
}

/** Signs in without the login page, for stories about other features. */
export async function enterAs(page: Page, username: string, secret = password): Promise<void> {
  type LoginReply = { data: { user: { user: { roles: { id: number }[]; restriction: string | null } } } }
  const postCall = async (path: string, data: object) => {
    const reply = (await (await page.request.post(`/prod-api${path}`, { data })).json()) as unknown
    expect(reply).toMatchObject({ code: 200 })
    return reply
  }
  const { user } = ((await postCall('/auth/mh/login', { username, password: secret })) as LoginReply).data.user
  const isFirst = user.restriction === 'changePassword'
  if (isFirst) await postCall('/api/users/updatePass', { oldPass: secret, newPass: chosenPassword })
  // sensitive requests by staff require a step-up, which factors.spec.ts tests
  const isStaff = user.roles.some(({ id }) => ![2, 6].includes(id))
  if (isStaff) await confirmByPassword(page, isFirst ? chosenPassword : secret)
}

/** Makes a step-up, for stories about other features. */
async function confirmByPassword(page: Page, secret: string): Promise<void> {
  const asked = await page.request.post('/prod-api/auth/stepUp/options', { data: {} })
  const { ticket } = ((await asked.json()) as { data: { ticket: string } }).data
  const reply = await page.request.post('/prod-api/auth/stepUp', { data: { ticket, password: secret } })
  expect(await reply.json()).toMatchObject({ code: 200 })
}

/** A new account in this page's browser. */
export async function enterAsNewMember(page: Page, request: APIRequestContext): Promise<Member> {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  return member
}

/** Signs in on another device, and signs out all other devices of the member from there. */
export async function endSessions(
  open: VisitorFixtures['open'],
  { username, password: secret }: Member,
): Promise<void> {
  const other = await open()
  await enterAs(other, username, secret)
  const reply = await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  expect(await reply.json()).toMatchObject({ code: 200 })
}

export async function logIn(page: Page, { username, password: secret }: Pick<Member, 'username' | 'password'>) {
  await page.goto('/login/index')
  await locateField(page, '账号').fill(username)
  await locateField(page, '密码').fill(secret)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/')
}

// ---- staff

export type ArticleDraft = {
  title: string
  content?: string
  psychologyColumnId?: number
  tagId?: number | null
  pinned?: boolean
  attachmentIds?: number[]
}
type StoredRecord = { id: number; version: number }

const toCompleteDraft = (draft: ArticleDraft) => ({
  ...emptyArticle,
  content: `<p>${draft.title}的正文。</p>`,
  pictureKey: null,
  attachmentIds: [],
  ...draft,
})

/** An editor who uses the API, for stories that only need an article. */
export async function createEditor(request: APIRequestContext) {
  const login = await request.post('/prod-api/auth/mh/login', { data: { username: 'editor', password } })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const sendArticle = async (path: string, body: object, method = 'POST'): Promise<StoredRecord> => {
    const reply = await request.fetch(`/prod-api/admin/article${path}`, { method, data: body, headers })
    const answer = (await reply.json()) as { code: number; msg: string; data: StoredRecord }
    expect(answer, answer.msg).toMatchObject({ code: 200 })
    return answer.data
  }
  const createDraft = (draft: ArticleDraft) => sendArticle('', toCompleteDraft(draft))
  return {
    createDraft,
    publish: async (draft: ArticleDraft, publishTime?: string) => {
      const { id, version } = await createDraft(draft)
      return sendArticle('/publish', { id, version, publishTime })
    },
    withdraw: ({ id, version }: StoredRecord) => sendArticle('/withdraw', { id, version }),
    change: (id: number, version: number, draft: ArticleDraft) =>
      sendArticle('', { ...toCompleteDraft(draft), id, version }, 'PUT'),
  }
}
