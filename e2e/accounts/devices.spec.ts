// Stories of the tabs of one account with the published script: up to ten tabs are separate devices, also after
// reloads.
import type { Page } from '@playwright/test'
import { createChatMember, logIn, locateState } from '../chat/embedding/script-page.ts'
import { expect, test } from '../support/visitor.ts'

/** Device ids of the account's other tabs, as the page knows them. */
const listDeviceIds = (page: Page) => page.evaluate<string[]>('data.ports.map(({ deviceId }) => deviceId).sort()')
/** Connections of these tabs, which are new after a reload. */
const listConnectionIds = (page: Page) => page.evaluate<string[]>('data.ports.map(({ connectionId }) => connectionId)')

test('a reloaded tab is the same device, and two tabs are two', async ({ page }) => {
  const chat = await createChatMember(page)
  await logIn(page, chat, 'nobody')
  const witness = await page.context().newPage()
  await logIn(witness, chat, 'nobody')
  const [own, other] = [await listDeviceIds(witness), await listDeviceIds(page)]
  expect([own.length, other.length]).toEqual([1, 1])
  expect(own).not.toEqual(other)
  for (let i = 0; i < 5; i += 1) {
    const former = await listConnectionIds(witness)
    await page.reload()
    await expect(locateState(page)).toHaveText('同步完成')
    await expect
      .poll(async () => (await listConnectionIds(witness)).filter((id) => !former.includes(id)).length)
      .toBe(1)
    await expect.poll(() => listDeviceIds(witness)).toEqual(own)
  }
  expect(await listDeviceIds(page)).toEqual(other)
  // the tab that was not reloaded has kept its connection
  await expect(locateState(witness)).toHaveText('同步完成')
})

test('the eleventh tab disconnects the oldest one, which shows the reason', async ({ page }) => {
  test.setTimeout(240_000)
  const chat = await createChatMember(page)
  await logIn(page, chat, 'nobody')
  const tabs: Page[] = []
  for (let i = 0; i < 10; i += 1) {
    const tab = await page.context().newPage()
    await logIn(tab, chat, 'nobody')
    tabs.push(tab)
  }
  await expect(locateState(page)).toHaveText('已断开：kicked')
  expect(await page.evaluate('data.end')).toMatchObject({
    code: 'kicked',
    reason: 'samePlatformKick',
    message: '该账号已在其他设备登录',
    from: 'Web',
  })
  for (const tab of tabs) await expect(locateState(tab)).toHaveText('同步完成')
  await expect.poll(() => listDeviceIds(tabs[0]!).then((ids) => ids.length)).toBe(9)
})
