// Stories of the self-assessment: a result in plain words, help at once for thoughts of self-harm, and no data sent.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const chooseAnswer = (page: Page, itemNumber: number, label: string) =>
  page
    .getByRole('group')
    .filter({ hasText: new RegExp(`^${itemNumber}\\. `) })
    .getByLabel(label, { exact: true })
    .check()

test('PHQ-9: the first missing answer has the focus, danger shows help at once, no data is sent', async ({ page }) => {
  const sent: string[] = []
  await page.goto('/selftest/index')
  await locateButton(page, '查看结果').click()
  await expect(page.getByRole('radio', { name: '完全没有' }).first()).toBeFocused()
  await expect(page.getByText('请选择一项').first()).toBeVisible()
  page.on('request', (request) => sent.push(request.url()))
  for (const itemNumber of [1, 2, 3, 4, 5, 6, 7, 8]) {
    // oxlint-disable-next-line no-await-in-loop -- one item after the other
    await chooseAnswer(page, itemNumber, '有几天')
  }
  await expect(page.getByRole('alert').getByText('您不必一个人扛，现在就可以得到帮助')).toHaveCount(0)
  await chooseAnswer(page, 9, '有几天')
  const help = page.getByRole('alert').filter({ hasText: '您不必一个人扛，现在就可以得到帮助' })
  await expect(help.getByRole('link', { name: '拨打12356' })).toHaveAttribute('href', 'tel:12356')
  await locateButton(page, '查看结果').click()
  await expect(page.getByRole('heading', { name: '请先照顾好您的安全' })).toBeFocused()
  await expect(page.getByText('合计9分（0–27分）')).toBeVisible()
  await expect(help).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(page, width)
    await expectAccessible(page, `自评结果 ${width}`)
  }
  await takePicture(page, '自评结果')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await locateButton(page, '把结果保存在这台设备上').click()
  await expect(page.getByText(/9分　请先照顾好您的安全/)).toBeVisible()
  await locateButton(page, '全部删除').click()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(sent.filter((url) => url.includes('/prod-api/'))).toEqual([])
})

test('PHQ-9: a thought of self-harm is never rated as calm', async ({ page }) => {
  await page.goto('/selftest/index')
  for (const itemNumber of [1, 2, 3, 4, 5, 6, 7, 8]) {
    // oxlint-disable-next-line no-await-in-loop -- one item after the other
    await chooseAnswer(page, itemNumber, '完全没有')
  }
  await chooseAnswer(page, 9, '几乎每天')
  await locateButton(page, '查看结果').click()
  await expect(page.getByRole('heading', { name: '请先照顾好您的安全' })).toBeFocused()
  await expect(page.getByText('合计3分（0–27分）')).toBeVisible()
  await expect(page.getByText(/状态平稳|困扰很少|两周后可以再做一次/)).toHaveCount(0)
})

test('GAD-7 uses its own bands', async ({ page }) => {
  await page.goto('/selftest/index?tab=2')
  for (const itemNumber of [1, 2, 3, 4, 5, 6, 7]) {
    // oxlint-disable-next-line no-await-in-loop -- one item after the other
    await chooseAnswer(page, itemNumber, '几乎每天')
  }
  await locateButton(page, '查看结果').click()
  await expect(page.getByRole('heading', { name: '非常紧张' })).toBeVisible()
  await expect(page.getByText('合计21分（0–21分）')).toBeVisible()
})
