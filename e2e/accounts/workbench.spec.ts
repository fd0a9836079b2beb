// Story of a workbench that stays open: its counts follow the lists without a reload.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, test } from '../support/visitor.ts'

const locateTile = (page: Page) => page.getByRole('list', { name: '待办' }).getByRole('link', { name: /^入会申请/ })

test('the counts of an open workbench follow every minute, and when the user returns to it', async ({ open }) => {
  const staff = await open({ viewport: { width: 1440, height: 900 } })
  // other stories add applications, so that only a prepared reply has a known count
  let waiting = 41
  await staff.route('**/admin/memberApplications?**', (route) =>
    route.fulfill({ json: { code: 200, msg: 'OK', data: { content: [], totalElements: waiting, waiting } } }),
  )
  await staff.clock.install()
  await openConsole(staff, '/', 'admin')
  await expect(locateTile(staff)).toContainText('41')
  waiting = 42
  await staff.clock.runFor(61_000)
  await expect(locateTile(staff)).toContainText('42')
  await takePicture(staff, '后台-工作台-更新')
  await expectAccessible(staff, '工作台')
  await expectFitsWidth(staff, 375)

  waiting = 43
  await staff.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(locateTile(staff)).toContainText('43')

  // after a failed request, the last counts stay
  await staff.route('**/admin/memberApplications?**', (route) =>
    route.fulfill({ status: 429, json: { code: 429, msg: '操作过于频繁', data: null } }),
  )
  const refused = staff.waitForResponse((response) => response.status() === 429)
  await staff.clock.runFor(61_000)
  await refused
  await expect(locateTile(staff)).toContainText('43')
})
