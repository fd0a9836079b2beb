// Story of the bar and the badge of unclaimed alerts: they are on every screen of the console, at every scroll
// position.
import type { Page } from '@playwright/test'
import { desktop, phone } from '../support/conversation-steps.ts'
import { postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { consoleScreens } from '../support/screens.ts'
import { enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** Opens a screen without loading the console again, as its links do. */
const openScreen = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState({ index: history.length }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)

const views = [
  // the screens of all roles are open to administrators
  { as: 'admin', width: 1440, viewport: desktop, screens: consoleScreens.filter(({ as }) => as && as !== 'member') },
  { as: 'service', width: 375, viewport: phone, screens: consoleScreens.filter(({ as }) => as === 'service') },
]
for (const { as, width, viewport, screens } of views)
  test(`every screen of the console shows unclaimed alerts: ${as}, ${width} px`, async ({ page, open, request }) => {
    test.setTimeout(240_000)
    const member = await open()
    await enterAsNewMember(member, request)
    await postJson(member, '/care/letter', { text: '我不想活了，药都准备好了', level: 'plan' })
    await page.setViewportSize(viewport)
    await enterAs(page, as)
    await page.goto('/admin')
    const badge = page.locator('.duty-badge, .frame-header .ant-badge-count').first()
    for (const { name, path } of screens) {
      await openScreen(page, path)
      await expect(page.locator('#main :is(.waiting, .ant-spin-spinning)'), name).toHaveCount(0)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('link', { name: '去接手' }), name).toBeInViewport({ ratio: 1 })
      await expect(badge, name).toBeInViewport({ ratio: 1 })
      await expect(page, name).toHaveTitle(/^（\d+）/)
      if (path === '/admin/articles/new')
        await takePicture(page, '写文章时的危机提醒', { widths: [width], isWhole: false })
    }
    await takePicture(page, '后台的危机提醒', { widths: [width], isWhole: false })
  })
