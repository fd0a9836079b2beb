// Story of a visitor who looks for the changes of the privacy policy.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, test } from '../support/visitor.ts'

for (const { path, title, change } of [
  { path: '/legal/privacy', title: '隐私政策', change: /好友之间的私聊/ },
  { path: '/legal/terms', title: '用户服务协议', change: /申请注销账号/ },
])
  test(`a visitor reads the date of ${title}, and what the version changed`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(path)
    const date = page.getByText(/^版本日期：\d{4}-\d{2}-\d{2}/)
    await expect(date).toBeVisible()
    await takePicture(page, `${title}-日期`, { isWhole: false })
    await page.getByRole('link', { name: '查看更新记录' }).click()
    const heading = page.getByRole('heading', { name: '更新记录' })
    await expect(heading).toBeInViewport()
    const log = page.locator('section', { has: heading }).last()
    const newest = (await date.textContent())!.slice(5, 15)
    await expect(log.getByRole('heading', { level: 3 })).toHaveText([newest, '2026-11-01'])
    await expect(log).toContainText(change)
    await expectFitsWidth(page, 320)
    await expectAccessible(page, `${title}-更新记录`)
    await takePicture(page, `${title}-更新记录`)
  })
