// Small things that stories at the console share.
import type { Locator, Page } from '@playwright/test'
import { desktop } from './talk.ts'

/** What the screen looks like on a phone and on a desk, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `test-results/screens/${name}-${width}.png`, fullPage: true, animations: 'disabled' })
  }
  await page.setViewportSize(desktop)
}

/** A button of a dialog; the console puts a space between two characters. */
export const press = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: new RegExp(`^${Array.from(name).join('\\s?')}$`) }).click()

export async function chooseOption(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}
