// What screens look like, in test-results/screens/ for whoever runs stories to look at. The whole run takes none: nobody
// looks at them there, and a browser that draws no picture in time would fail a story whose people had no trouble.
import type { Page } from '@playwright/test'

const isLookedAt = !process.env.E2E_JSON

type How = {
  widths?: readonly number[]
  /** Down to the end of the page, or what the window shows. */
  isWhole?: boolean
}

/** Leaves the window as it was: a story goes on in the same one whether or not pictures are taken. */
export async function picture(page: Page, name: string, { widths = [375, 1440], isWhole = true }: How = {}) {
  if (!isLookedAt) return
  const size = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize(width === size.width ? size : { width, height: 900 })
    const path = `test-results/screens/${name}-${width}.png`
    await page.screenshot({ path, fullPage: isWhole, animations: 'disabled' })
  }
  await page.setViewportSize(size)
}
