// Console steps of staff: file choosers and cached pages.
import path from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { locateButton, enterAs, expect } from './visitor.ts'

const fixturePathOf = (name: string) => path.join(import.meta.dirname, '../fixtures', name)
export const locateBody = (page: Page) => page.getByRole('textbox', { name: '正文' })
export const locateDialog = (page: Page) => page.getByRole('dialog')
export const createUniqueText = (words: string) => `${words}${Date.now() % 1_000_000}`

export async function openConsole(page: Page, place: string, username = 'editor'): Promise<void> {
  await enterAs(page, username)
  await page.goto(`/admin${place}`)
}

/** Presses the opener of a file chooser, and chooses the file. */
export async function chooseFile(page: Page, opener: Locator, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(fixturePathOf(file))
}

export const articleIdIn = (page: Page) => Number(/\/articles\/(\d+)/.exec(page.url())?.[1])

export async function publishArticle(page: Page): Promise<void> {
  await locateButton(page, '发布').click()
  await locateDialog(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('发布成功')).toBeVisible()
}

export const fetchText = async (request: APIRequestContext, address: string) => (await request.get(address)).text()

/** The home page is cached, but shows a change within a second. */
export async function expectTextSoon(request: APIRequestContext, address: string, words: string): Promise<void> {
  await expect
    .poll(async () => (await fetchText(request, address)).includes(words), { timeout: 1_000, intervals: [50] })
    .toBe(true)
}
