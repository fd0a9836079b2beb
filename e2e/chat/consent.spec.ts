// Story of a page with each published build: the text is shown before the first message to a counsellor.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createChatMember, logIn, type ChatLogin } from './embedding/script-page.ts'
import {
  agreeToChat,
  findText,
  getAccid,
  locateClientLink,
  locateMessageBox,
  sendText,
} from '../support/conversation-steps.ts'
import { enterAs, enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

const moduleFolder = path.join(import.meta.dirname, '../../im-sdk/build')

async function findCounsellor(page: Page): Promise<string> {
  await enterAs(page, 'doctor1')
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  return ((await reply.json()) as { data: ChatLogin }).data.accid
}

for (const build of ['script', 'module'] as const)
  test(`a page with the ${build} shows the consent text, accepts it and sends the message again`, async ({ open }) => {
    const to = await findCounsellor(await open())
    const page = await open()
    const { accid, token } = await createChatMember(page)
    await page.route('**/module/*.js', (route) =>
      route.fulfill({
        path: path.join(moduleFolder, path.basename(route.request().url())),
        contentType: 'text/javascript',
      }),
    )
    await logIn(page, { accid, token }, to)
    const visit = await page.evaluate(
      async ([account, loginToken, counsellor, address]) => {
        type Sdk = { NIM: { getInstance: (options: object) => never } }
        const { NIM } = address === '' ? (globalThis as never as { SDK: Sdk }).SDK : ((await import(address)) as Sdk)
        const events: unknown[] = []
        const nim = NIM.getInstance({
          account,
          token: loginToken,
          defaultLink: location.origin,
          onconsentrequired: (event: unknown) => events.push(event),
        }) as Record<string, (options?: object) => unknown>
        while (nim['getLoginStatus']!() !== 1) await new Promise((resolve) => setTimeout(resolve, 50))
        const call = (method: string, options: object = {}) =>
          new Promise<{ error: { code: number } | null; data: Record<string, never> }>((resolve) => {
            nim[method]!({
              ...options,
              done: (error: { code: number } | null, data: Record<string, never>) => resolve({ error, data }),
            })
          })
        const first = await call('sendText', { scene: 'p2p', to: counsellor, text: '老师您好' })
        const before = (await call('getConsent')).data
        await call('acceptConsent', { version: before['version'], hash: before['hash'] })
        const after = (await call('getConsent')).data
        const again = await call('resendMsg', { msg: first.data })
        return {
          events,
          refused: first.error?.code,
          isAgreed: [before['isAgreed'], after['isAgreed']],
          text: JSON.stringify(before),
          status: again.data['status'],
        }
      },
      [accid, token, to, build === 'module' ? '/module/index.js' : ''] as const,
    )
    expect(visit.refused).toBe(2_001)
    expect(visit.events).toEqual([{ scene: 'p2p', to, sessionId: `p2p-${to}` }])
    expect(visit.isAgreed).toEqual([false, true])
    expect(visit.text).toContain('12356')
    expect(visit.status).toBe('success')
  })

test('a user agrees to the text before writing to a counsellor, and writes to another user without it', async ({
  open,
}) => {
  const counsellor = await findCounsellor(await open())
  const [ann, bob] = [await open(), await open()]
  for (const page of [ann, bob]) await enterAsNewMember(page, page.request)
  const [annAccid, bobAccid] = [await getAccid(ann), await getAccid(bob)]
  const consent = ann.getByRole('heading', { name: '在线咨询知情同意书' })
  await ann.goto(`/im/index?to=${bobAccid}`)
  await sendText(ann, '周末去爬山吗')
  await expect(ann.getByText('已送达')).toBeVisible()
  await expect(consent).toHaveCount(0)

  // the page asks again for each account that the reader opens
  await bob.goto(`/im/index?to=${annAccid}`)
  await expect(findText(bob, '周末去爬山吗')).toBeVisible()
  await sendText(bob, '去')
  await ann.goto(`/im/index?to=${counsellor}`)
  await expect(consent).toBeVisible()
  await expect(locateMessageBox(ann)).toHaveCount(0)
  await locateClientLink(ann, bobAccid).click()
  await expect(findText(ann, '去')).toBeVisible()
  await expect(locateMessageBox(ann)).toBeVisible()
  await expect(consent).toHaveCount(0)
  await ann.goBack()
  await agreeToChat(ann)
  await expect(locateMessageBox(ann)).toBeVisible()
  await locateClientLink(ann, bobAccid).click()
  await expect(locateButton(ann, '发送')).toBeVisible()
})
