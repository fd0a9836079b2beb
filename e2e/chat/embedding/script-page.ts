// Helpers for stories of a page on another site that uses the script tag.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { locateButton, enterAs, expect, createMember } from '../../support/visitor.ts'

export const fixturePathOf = (name: string) => path.join(import.meta.dirname, '../../fixtures', name)
export type ChatLogin = { accid: string; token: string }

/** The script policy of our site does not apply to a page of another site. */
export async function serveScriptPage(page: Page): Promise<void> {
  // a page on another origin needs permission to reach this machine
  await page.context().grantPermissions(['local-network-access'])
  await page.route('**/script-page.html*', (route) =>
    route.fulfill({ path: fixturePathOf('script-page.html'), contentType: 'text/html; charset=utf-8' }),
  )
}
export async function createChatMember(page: Page): Promise<ChatLogin> {
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  return ((await reply.json()) as { data: ChatLogin }).data
}
export const locateState = (page: Page) => page.locator('#state')
export const locateMessages = (page: Page) => page.getByRole('list', { name: '消息' }).getByRole('listitem')
export const locateLogEntries = (page: Page) => page.getByRole('list', { name: '记录' }).getByRole('listitem')

export async function logIn(page: Page, { accid, token }: ChatLogin, to: string): Promise<void> {
  await serveScriptPage(page)
  await page.goto(`/script-page.html?${new URLSearchParams({ account: accid, token, to }).toString()}`)
  await expect(locateState(page)).toHaveText('同步完成')
}
export async function sendText(page: Page, text: string): Promise<void> {
  await page.getByLabel('内容').fill(text)
  await locateButton(page, '发送').click()
}
