// Shared steps of the account stories: errors of fields, and signing out.
import type { Page } from '@playwright/test'
import { locateButton, expect, locateField } from '../support/visitor.ts'

export const locateToast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Checks that the field shows its error, is marked as invalid for screen readers, and has the focus. */
export async function expectRefused(page: Page, label: string, sentence: string): Promise<void> {
  const input = locateField(page, label)
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  await expect(input).toBeFocused()
}

export async function signOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: '我的账号' }).click()
  await locateButton(page, '退出登录').click()
  await expect(locateToast(page, '退出成功')).toBeVisible()
  await expect(page).toHaveURL('/login/index')
  await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true })).toBeVisible()
}
