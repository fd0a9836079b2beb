// Stories of the developer documentation: finding an entry, links, printing, and its size on a phone.
import { takePicture } from '../../support/pictures.ts'
import { expect, test } from '../../support/visitor.ts'

test('a developer finds a method by its name or a word, with the keyboard', async ({ page }) => {
  await page.goto('/im/docs')
  const search = page.getByLabel('查找方法、回调、选项或错误')
  const results = page.getByRole('list', { name: '查找结果' })
  await search.fill('sendtext')
  await expect(results.getByRole('link').first()).toHaveText('sendText')
  await takePicture(page, '开发文档的查找', { isWhole: false })
  await search.press('Enter')
  await expect(page).toHaveURL(/#method-sendText$/)
  const row = page.getByRole('rowheader', { name: 'sendText', exact: true })
  await expect(row.first()).toBeInViewport()
  await takePicture(page, '开发文档的方法', { isWhole: false })
  // a word of the explanation
  await search.fill('已被禁言')
  await expect(results.getByRole('link', { name: '2002' })).toBeVisible()
  await search.fill('没有这样的方法')
  await expect(page.getByText('没有找到，请换一个词。')).toBeVisible()
  await search.fill('onmsg')
  await search.press('Tab')
  await expect(results.getByRole('link', { name: 'onmsg', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: 'onmsg', exact: true })).toBeInViewport()
})

test('a link opens the section around its part, and a printer opens all', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/im/docs')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await takePicture(page, '开发文档')
  // the package for bundlers
  const address = await page.getByRole('link', { name: /\.tgz$/ }).getAttribute('href')
  const packed = await page.request.get(address!)
  expect([packed.status(), (await packed.body()).subarray(0, 2).toString('hex')]).toEqual([200, '1f8b'])
  const types = page.getByRole('table', { name: '类型' })
  await expect(types).toBeHidden()
  await page.getByRole('link', { name: '类型', exact: true }).click()
  await expect(types).toBeVisible()
  // a link of another page
  await page.goto('/im/docs#command-msg.sendMsg')
  await expect(page.getByRole('rowheader', { name: 'msg.sendMsg', exact: true })).toBeInViewport()
  await page.goto('/im/docs#call-/nimserver/user/block.action')
  await expect(page.getByRole('rowheader', { name: '/nimserver/user/block.action' })).toBeInViewport()
  const countClosed = () => page.locator('.im-docs details:not([open])').count()
  const closed = await countClosed()
  expect(closed).toBeGreaterThan(5)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await countClosed()).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await countClosed()).toBe(closed)
  const ids = await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id))
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('a developer reads the tables of the documentation on a screen and on a phone', async ({ page }) => {
  const measureRow = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/im/docs#option-account')
    return page.getByRole('table', { name: 'getInstance 的选项' }).evaluate((table) => {
      const row = [...table.querySelectorAll('tbody tr:first-child > *')]
      return row.map((cell) => cell.clientWidth / table.clientWidth)
    })
  }
  const [name, text] = await measureRow(1280)
  expect([name, text]).toEqual([expect.closeTo(0.32, 1), expect.closeTo(0.68, 1)])
  expect(await measureRow(375)).toEqual([1, 1])
})
