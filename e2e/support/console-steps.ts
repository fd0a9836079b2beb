// Shared steps of the console stories.
import type { Locator, Page } from '@playwright/test'

/** A button of a dialog; antd inserts a space between two characters. */
export const pressButton = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: new RegExp(`^${Array.from(name).join('\\s?')}$`) }).click()

export async function chooseOption(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}
