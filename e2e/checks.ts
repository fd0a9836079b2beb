// What every screen must pass, whoever opened it: nothing that shuts somebody out, nothing wider than its window.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // polled: the console draws itself anew for a phone
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `pixels too wide at ${width}`,
    })
    .toBeLessThanOrEqual(0)
}

/** Gathers nothing but faults, in the page itself: what passes, and a second page to sum up in, take four times as long. */
export async function expectOpenToAll(page: Page, what: string | number): Promise<void> {
  // a head that stays lies over what is scrolled under it, and a link that is half covered counts as too small
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const axe = new AxeBuilder({ page }).options({
    runOnly: { type: 'tag', values: rules },
    resultTypes: ['violations'],
  })
  // only the slower way looks into frames
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`,
  )
  expect(found, `axe at ${what}`).toEqual([])
}
