// Stories of search: everyday words find counsellors, and words of a crisis show the hotline first.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

for (const key of ['抑郁', '自残', '强迫症', '婚姻', '夫妻', '孩子不上学', '高考压力']) {
  test(`a search for ${key} finds counsellors`, async ({ page }) => {
    await page.goto('/Consult/index')
    await page.getByRole('searchbox', { name: '搜索咨询师' }).fill(key)
    await locateButton(page, '搜索').click()
    await expect(page).toHaveURL(/key=/)
    await expect(page.getByText('搜索结果为空')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  })
}

test('a topic tag leads to the counsellors of its domain', async ({ page }) => {
  await page.goto('/Consult/index')
  const card = page.getByRole('main').getByRole('article').first()
  await card.getByRole('link', { name: '查看详情' }).click()
  const tag = page.getByRole('complementary').getByRole('list', { name: '擅长领域' }).getByRole('link').first()
  const domain = await tag.innerText()
  await tag.click()
  await expect(page).toHaveURL(/\/Consult\/index\?domain=\d+$/)
  const filter = page.getByRole('navigation', { name: '擅长领域' })
  await expect(filter.getByRole('link', { name: domain, exact: true })).toHaveAttribute('aria-current', 'true')
  for (const counsellor of await page.getByRole('main').getByRole('article').all())
    await expect(counsellor.getByRole('link', { name: domain, exact: true })).toBeVisible()
  await takePicture(page, '按领域筛选的咨询师')
  await expectAccessible(page, '按领域筛选的咨询师')
  await expectFitsWidth(page, 375)
})

test('an empty result says so and suggests counsellors', async ({ page }) => {
  await page.goto('/Consult/index?key=%E6%B2%A1%E6%9C%89%E8%BF%99%E6%A0%B7%E7%9A%84%E8%AF%8D')
  await expect(page.getByText('搜索结果为空')).toBeVisible()
  const suggested = page.getByRole('region', { name: '您也可以先看看这些咨询师' })
  await expect(suggested.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('region', { name: '您的话我们很在意，您不必一个人扛' })).toHaveCount(0)
  await takePicture(page, '咨询师搜索结果为空')
})

test('a search with a crisis word shows the helpline before the counsellors', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/Consult/index?key=%E8%87%AA%E6%AE%8B')
  const card = page.getByRole('region', { name: '您的话我们很在意，您不必一个人扛' })
  const call = card.getByRole('link', { name: '拨打12356' })
  await expect(call).toHaveAttribute('href', 'tel:12356')
  await expect(call).toBeInViewport({ ratio: 1 })
  expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const first = await page.getByRole('main').getByRole('article').first().boundingBox()
  expect((await card.boundingBox())!.y).toBeLessThan(first!.y)
  await takePicture(page, '求助词的咨询师搜索')
  await expectAccessible(page, '求助词的咨询师搜索')
})

test('staff add a synonym, and visitors find counsellors by it', async ({ page, open }) => {
  const staff = await open()
  await enterAs(staff, 'service')
  await staff.goto('/admin/words')
  await staff.getByRole('button', { name: '修改睡眠问题' }).click()
  const word = createUniqueText('数羊')
  await staff.getByRole('combobox', { name: '同义词' }).fill(word)
  await staff.getByRole('combobox', { name: '同义词' }).press('Enter')
  await takePicture(staff, '标签的同义词', { isWhole: false })
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存|确\s*定/ })
    .click()
  await expect(staff.getByRole('cell').filter({ hasText: word })).toBeVisible()
  await expect(async () => {
    await page.goto(`/Consult/index?key=${encodeURIComponent(word)}`)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page.getByText('搜索结果为空')).toHaveCount(0, { timeout: 500 })
  }).toPass()
})
