// Story of a page that uses the published script: the text is shown before the first message to a counsellor.
import type { Page } from '@playwright/test'
import { createChatMember, logIn, type ChatLogin } from './script-page.ts'
import { enterAs, expect, test } from '../support/visitor.ts'

async function findCounsellor(page: Page): Promise<string> {
  await enterAs(page, 'doctor1')
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  return ((await reply.json()) as { data: ChatLogin }).data.accid
}

test('a page with the script shows the consent text, accepts it and sends the message again', async ({ open }) => {
  const to = await findCounsellor(await open())
  const page = await open()
  const { accid, token } = await createChatMember(page)
  await logIn(page, { accid, token }, to)
  const visit = await page.evaluate(
    async ([account, counsellor]) => {
      const { NIM } = (globalThis as never as { SDK: { NIM: { getInstance: (options: object) => never } } }).SDK
      const events: unknown[] = []
      const nim = NIM.getInstance({ account, onconsentrequired: (event: unknown) => events.push(event) }) as Record<
        string,
        (options: object) => unknown
      >
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
    [accid, to] as const,
  )
  expect(visit.refused).toBe(2_001)
  expect(visit.events).toEqual([{ scene: 'p2p', to, sessionId: `p2p-${to}` }])
  expect(visit.isAgreed).toEqual([false, true])
  expect(visit.text).toContain('12356')
  expect(visit.status).toBe('success')
})
