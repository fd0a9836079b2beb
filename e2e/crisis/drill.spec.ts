// Stories of exercises of the duty staff.
import { expectAccessible } from '../support/checks.ts'
import { desktop } from '../support/conversation-steps.ts'
import { postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
// one exercise per person can be open
test.describe.configure({ mode: 'serial' })

test('a backup is named for a duty, with the minutes after which they are notified', async ({ page }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'service')
  await page.goto('/admin/duty')
  await expect(page.getByRole('heading', { name: '值班安排' })).toBeVisible()
  await page.getByRole('combobox', { name: /值班$/ }).last().click()
  await page.getByTitle('备班', { exact: true }).last().click()
  await expect(page.getByText(/开始备班/)).toBeVisible()
  await page.getByLabel('多久以后通知备班').fill('4')
  await page
    .locator('form')
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expectAccessible(page, '值班安排')
  await takePicture(page, '值班安排')
})

test('an exercise shows on every console screen until someone claims it', async ({ page, open }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'service')
  await page.goto('/admin/duty')
  await locateButton(page, '发起演练').click()
  await page.getByRole('dialog').getByRole('button', { name: '发起演练' }).click()
  await expect(page.getByRole('heading', { name: /^演练：/ })).toBeVisible()
  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  for (const path of ['/admin', '/admin/articles', '/admin/members']) {
    await admin.goto(path)
    const bar = admin.getByRole('region', { name: '待接手的危机提醒' })
    await expect(bar).toContainText(/有\d+条提醒还没有人接手（含1条演练）/)
    await expect(admin).toHaveTitle(/^（\d+）/)
  }
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(admin, '提醒条')
  await takePicture(admin, '后台提醒条', { isWhole: false })
  await locateButton(page, '由我接手').click()
  await admin.reload()
  await expect(admin.getByText('含1条演练')).toHaveCount(0)
  await page.getByLabel('跟进情况').fill('三分钟内接手，流程顺利')
  await page.getByRole('combobox', { name: '处理结果' }).click()
  await page.getByTitle('演练完成').click()
  await locateButton(page, '保存记录').click()
  await expect(page.getByText('已结束').first()).toBeVisible()
})

test('figures of alerts do not count exercises', async ({ page }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'service')
  await page.goto('/admin/alert-figures')
  await expect(page.getByRole('columnheader', { name: '接手用时（中位数）' })).toBeVisible()
  await expect(page.getByText('演练完成')).toHaveCount(0)
  await expectAccessible(page, '危机提醒统计')
  await takePicture(page, '危机提醒统计')
})

test('an open alert that someone else ends is closed on the screen too', async ({ page, open }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'service')
  await page.goto('/admin/duty')
  await locateButton(page, '发起演练').click()
  await page.getByRole('dialog').getByRole('button', { name: '发起演练' }).click()
  await locateButton(page, '由我接手').click()
  await locateButton(page, '查看对话与手机号').click()
  await page.getByRole('dialog').getByLabel('查看理由').fill('演练中核对联系方式')
  await locateButton(page, '查看').click()
  const texts = page.getByRole('list', { name: /^对话记录/ })
  await expect(page.getByText('这是一次演练，没有人处于危险之中。')).toBeVisible()
  await page.getByLabel('跟进情况').fill('还没有写完的记录')

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await postJson(admin, '/admin/care/close', { id, outcome: 'drilled', text: '由另一位同事结束', seenHits: 1 })
  await expect(page.getByText('其他值班人员已结束这条提醒，对话与手机号已收起')).toBeVisible({ timeout: 20_000 })
  await expect(texts).toHaveCount(0)
  await expect(page.getByText('由另一位同事结束')).toBeVisible()
  await expectAccessible(page, '他人结束提醒')
  await takePicture(page, '他人结束提醒')
})
