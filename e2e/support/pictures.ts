// Pictures of screens in test-results/screens/, for runs of single stories. The full run takes none, because a slow
// picture could fail a story.
import type { Page } from '@playwright/test'

const isLookedAt = !process.env.E2E_JSON

type PictureOptions = {
  widths?: readonly number[]
  /** True for the full page instead of the window. */
  isWhole?: boolean
}

/** Restores the window size, because a story may continue afterwards. */
export async function takePicture(
  page: Page,
  name: string,
  { widths = [375, 1440], isWhole = true }: PictureOptions = {},
) {
  if (!isLookedAt) return
  const size = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize(width === size.width ? size : { width, height: 900 })
    const path = `test-results/screens/${name}-${width}.png`
    await page.screenshot({ path, fullPage: isWhole, animations: 'disabled' })
  }
  await page.setViewportSize(size)
}
