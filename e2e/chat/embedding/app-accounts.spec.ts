// Story of an administrator who operates the chat accounts of an app.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import { desktop } from '../../support/conversation-steps.ts'
import { createUniqueText } from '../../support/console.ts'
import { takePicture } from '../../support/pictures.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'
import { registerApp } from './chat-app.ts'
import { serveOtherSite, type OtherSite } from './other-site.ts'
import { fixturePathOf, locateState } from './script-page.ts'

let site: OtherSite
test.beforeEach(async () => {
  site = await serveOtherSite({ '/': fixturePathOf('embedded-page.html') })
})
test.afterEach(() => site.close())

async function chooseAction(staff: Page, accid: string, action: string): Promise<void> {
  await staff
    .getByRole('row', { name: new RegExp(accid) })
    .getByRole('button', { name: new RegExp(`^${action} `) })
    .click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('理由').fill('持续发送骚扰内容，已核实')
  await dialog.getByRole('button', { name: new RegExp(`^${Array.from(action).join('\\s?')}$`) }).click()
  await expect(dialog).toBeHidden()
}

test('an administrator finds an account of an app, and kicks, mutes, blocks and restores it', async ({
  page,
  open,
  baseURL,
}) => {
  const name = createUniqueText('门诊')
  const app = await registerApp(page, site.origin, name)
  const [ann, bob] = [await app.createAccount('安'), await app.createAccount('波')]
  const chat = await open()
  const openChat = () => {
    const login = { appKey: app.appKey, account: ann.accid, token: ann.token, to: bob.accid }
    const query = { server: baseURL!, build: 'script', transport: 'websocket', ...login }
    return chat.goto(`${site.origin}/?${new URLSearchParams(query).toString()}`)
  }
  await openChat()
  await expect(locateState(chat)).toHaveText('同步完成')
  const ends = chat.getByRole('list', { name: '断开' }).getByRole('listitem')

  await page.setViewportSize(desktop)
  await page.goto('/admin/apps')
  await locateButton(page, `账号 ${name}`).click()
  await expect(page.getByRole('heading', { name: `${name}的账号` })).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(ann.accid) })
  await expect(row).toContainText('安')
  await expect(page.getByRole('row', { name: new RegExp(bob.accid) })).toContainText('不在线')
  await expect(async () => {
    await page.reload()
    await expect(row.getByText('在线', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByLabel('账号', { exact: true }).fill(ann.accid)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(bob.accid) })).toHaveCount(0)
  await expectAccessible(page, '应用的账号')
  await takePicture(page, '应用的账号')
  await expectFitsWidth(page, 375)
  await page.setViewportSize(desktop)

  await chooseAction(page, ann.accid, '断开')
  await expect(page.getByText(/^已断开：/)).toBeVisible()
  await expect(ends).toHaveText(['kicked 管理员已断开您的聊天连接'])
  await chooseAction(page, ann.accid, '禁言')
  await expect(row).toContainText('已禁言')
  await chooseAction(page, ann.accid, '解除禁言')
  await expect(row).toContainText('正常')
  await chooseAction(page, ann.accid, '停用')
  await expect(row).toContainText('已停用')
  await openChat()
  await expect(ends).toHaveText([/^422 /])
  await chooseAction(page, ann.accid, '恢复')
  await expect(row).toContainText('正常')
  await openChat()
  await expect(locateState(chat)).toHaveText('同步完成')
})
