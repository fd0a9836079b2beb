// Pictures of every screen for somebody to look at: test-results/screens/, full length, phone and desktop.
import { accountOf, consoleScreens, siteScreens } from './screens.ts'
import { enterAs, expect, test } from './visitor.ts'

test.use({ reducedMotion: 'reduce' })

for (const [at, screen] of [...siteScreens, ...consoleScreens].entries()) {
  test(`a picture of ${screen.name}`, async ({ page }) => {
    if (screen.as) await enterAs(page, accountOf[screen.as])
    for (const width of [375, 1440]) {
      // oxlint-disable no-await-in-loop -- one page, two widths
      await page.setViewportSize({ width, height: width === 375 ? 720 : 900 })
      await page.goto(screen.path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByText(/^正在(加载|打开|进入).*…$/)).toHaveCount(0)
      // pictures below the fold are fetched only when somebody comes near
      await page.evaluate(() => {
        for (const image of document.querySelectorAll('img')) image.loading = 'eager'
        return Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
      })
      const name = `${`${at + 1}`.padStart(2, '0')}-${screen.name}-${width}.png`
      await page.screenshot({ path: `test-results/screens/${name}`, fullPage: true, animations: 'disabled' })
      // oxlint-enable no-await-in-loop
    }
  })
}
