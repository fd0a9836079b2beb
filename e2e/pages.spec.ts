// Every page: nothing that shuts somebody out (axe), and nothing wider than the window it stands in.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { accountOf, consoleScreens, type Screen, siteScreens } from './screens.ts'
import { enterAs, expect, test } from './visitor.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function visit(page: Page, screen: Screen): Promise<void> {
  if (screen.as) await enterAs(page, accountOf[screen.as])
  const reply = await page.goto(screen.path)
  expect(reply?.status()).toBe(screen.status ?? 200)
}

/** Lazily drawn parts are there: no spinner turns any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText(/^正在(加载|打开|进入).*…$/)).toHaveCount(0)
  await expect(page.locator('.ant-skeleton-active')).toHaveCount(0)
}

async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, `pixels too wide at ${width}`).toBeLessThanOrEqual(0)
}

async function expectOpenToAll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`,
  )
  expect(found, `axe at ${width}`).toEqual([])
}

test.use({ reducedMotion: 'reduce' })

for (const screen of siteScreens) {
  test(`${screen.name} ${screen.path} is open to all and fits every window`, async ({ page }) => {
    await visit(page, screen)
    await settle(page)
    await expectFit(page, 320)
    await expectFit(page, 768)
    await expectFit(page, 375)
    await expectOpenToAll(page, 375)
    await expectFit(page, 1440)
    await expectOpenToAll(page, 1440)
  })
}

test('larger text leaves every kind of page whole', async ({ page }) => {
  await page.goto('/care?on=1&back=/')
  for (const { path, as } of siteScreens) {
    if (as || !['/', '/login/register', '/dynamic/index', '/detail/index?id=48', '/group/index'].includes(path))
      continue
    // oxlint-disable-next-line no-await-in-loop -- one browser, one page after the other
    await page.goto(path)
    // oxlint-disable-next-line no-await-in-loop
    for (const width of [320, 768, 1440]) await expectFit(page, width)
  }
})

for (const screen of consoleScreens) {
  test(`the console's ${screen.name} is open to all and fits desktop and phone`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await visit(page, screen)
    await settle(page)
    await expectFit(page, 1440)
    await expectOpenToAll(page, 1440)
    await expectFit(page, 375)
    await settle(page)
    await expectOpenToAll(page, 375)
  })
}
