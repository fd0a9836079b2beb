// Checks of every screen: accessibility, no content wider than the window, and the hotline within one tap.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Collects violations only, because collecting passed rules takes several times as long. */
const options: axe.RunOptions = { runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] }
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export async function expectFitsWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // polled, because the console renders again for the width of a phone
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `pixels too wide at ${width}`,
      intervals: [20, 50, 100, 250, 500],
    })
    .toBeLessThanOrEqual(0)
}

/** Waits for animations, because a pressed button lacks contrast during its transition. */
const endMotions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const motion of document.getAnimations())
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish()
  })

/** Runs axe inside the page, where it is loaded once; the builder injects it twice per check. */
async function analyseAccessibility(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (how) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    return (await run(document, how)).violations
  }, options)
}

export async function expectAccessible(page: Page, label: string | number): Promise<void> {
  // a sticky header covers scrolled content, and a link that is half covered counts as too small
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await endMotions(page)
  const isAlone = page.frames().length === 1
  // only the slower way checks frames
  const violations = isAlone
    ? await analyseAccessibility(page)
    : (await new AxeBuilder({ page }).options(options).analyze()).violations
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`,
  )
  expect(found, `axe at ${label}`).toEqual([])
}

/** Counts links to the hotline that are in view, uncovered and at least 44 px high. */
const countTappable = (page: Page) =>
  page.evaluate(() => {
    const isTappable = (link: Element) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      if (height < 43.9 || y < 0 || y + height > innerHeight || x < 0 || x + width > innerWidth) return false
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top !== null && link.contains(top)
    }
    return [...document.querySelectorAll('a[href="tel:12356"]')].filter(isTappable).length
  })

export async function expectHotlineInReach(page: Page, screen: string): Promise<void> {
  await expect.poll(() => countTappable(page), { message: `12356 within reach: ${screen}` }).toBeGreaterThanOrEqual(1)
}

/** @param share 0 is the top of the page, 1 its end */
export const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    const { scrollHeight, clientHeight } = document.documentElement
    window.scrollTo({ top: (scrollHeight - clientHeight) * part, behavior: 'instant' })
  }, share)
