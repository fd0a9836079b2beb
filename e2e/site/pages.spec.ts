// Checks of every screen: accessibility (axe), no content wider than the window, the hotline within one tap on phones,
// and a full-page picture.
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth, expectHotlineInReach, scrollTo } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { accountOf, consoleScreens, type ScreenCase, siteScreens } from '../support/screens.ts'
import { enterAs, expect, createEditor, test as base, reportFaults } from '../support/visitor.ts'

const isSettled = () =>
  document.querySelector('h1')?.checkVisibility() === true &&
  !document.querySelector('.ant-skeleton-active, .ant-skeleton-element')

/** Waits for lazy parts and loading indicators. */
async function waitForQuietPage(page: Page): Promise<void> {
  // checked in every frame, because `expect` looks again only after up to a second; `expect` then reports the reason
  await page.waitForFunction(isSettled, undefined, { timeout: 8_000 }).catch(() => {})
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText(/^正在(加载|打开|进入).*…$/)).toHaveCount(0)
  await expect(page.locator('.ant-skeleton-active, .ant-skeleton-element')).toHaveCount(0)
}

/**
 * One browser per account for all pages, because signing in and loading the scripts for each page would double the
 * time.
 */
type PageWalk = { pageOf: (as: ScreenCase['as'], report: (fault: string) => void) => Promise<Page> }
const test = base.extend<object, { walk: PageWalk }>({
  walk: [
    async ({ browser }, use, info) => {
      const { baseURL, locale, timezoneId, viewport } = info.project.use
      const pages = new Map<ScreenCase['as'], Page>()
      const contexts: BrowserContext[] = []
      let reportFault: (fault: string) => void = () => {}
      await use({
        pageOf: async (as, report) => {
          reportFault = report
          const known = pages.get(as)
          if (known) return known
          const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, reducedMotion: 'reduce' })
          contexts.push(context)
          reportFaults(context, (fault) => reportFault(fault))
          const page = await context.newPage()
          if (as) await enterAs(page, accountOf[as])
          pages.set(as, page)
          return page
        },
      })
      await Promise.all(contexts.map((context) => context.close()))
    },
    { scope: 'worker' },
  ],
})

async function visit(page: Page, screen: ScreenCase): Promise<void> {
  const reply = await page.goto(screen.path)
  expect(reply?.status()).toBe(screen.status ?? 200)
  await waitForQuietPage(page)
}

/** Loads lazy images, so that a missing one is detected. */
const loadImages = (page: Page) =>
  page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
    return Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
  })

// traces of all pages would take most of the time
test.use({ trace: 'off', reducedMotion: 'reduce' })

for (const [screens, widths] of [
  [siteScreens, [320, 768]],
  [consoleScreens, []],
] as const) {
  for (const screen of screens) {
    test(`${screen.name} ${screen.path} is accessible and fits every window`, async ({ walk, faults }) => {
      const page = await walk.pageOf(screen.as, (fault) => faults.push(fault))
      await visit(page, screen)
      // oxlint-disable no-await-in-loop -- one page, one width after the other
      for (const width of widths) await expectFitsWidth(page, width)
      for (const width of [1440, 375]) {
        await expectFitsWidth(page, width)
        await waitForQuietPage(page)
        await expectAccessible(page, width)
        await loadImages(page)
      }
      for (const share of [0, 0.5, 1]) {
        await scrollTo(page, share)
        await expectHotlineInReach(page, `scrolled to ${share}`)
      }
      await takePicture(page, screen.name)
      // oxlint-enable no-await-in-loop
    })
  }
}

test('a title without a break opportunity breaks no page', async ({ page, request }) => {
  const editor = await createEditor(request)
  const shown = await editor.publish({ title: 'Pneumonoultramicroscopic'.repeat(4), tagId: 1 })
  for (const path of ['/', '/dynamic/index', '/learning/index', `/detail/index?id=${shown.id}`]) {
    // oxlint-disable no-await-in-loop -- one browser, one page after the other
    await page.goto(path)
    for (const width of [320, 375, 1440]) await expectFitsWidth(page, width)
    // oxlint-enable no-await-in-loop
  }
  await editor.withdraw(shown)
})

test('larger text breaks no page', async ({ page }) => {
  await page.goto('/care?on=1&back=/')
  for (const path of ['/', '/login/register', '/dynamic/index', '/detail/index?id=48', '/group/index']) {
    // oxlint-disable no-await-in-loop -- one browser, one page after the other
    await page.goto(path)
    for (const width of [320, 768, 1440]) await expectFitsWidth(page, width)
    // oxlint-enable no-await-in-loop
  }
})
