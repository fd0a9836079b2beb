// Steps with documents whose pages the server shows as pictures.
import { expect, type Page } from '@playwright/test'

/** LibreOffice converts one document after the other, each for several seconds. */
const timeout = 120_000

/**
 * Opens the preview of a document in its own tab, and sees this number of pages.
 * @returns the tab
 */
export async function openPreview(page: Page, name: string, pages: number): Promise<Page> {
  const link = page.getByRole('link', { name: `预览${name}` })
  const [preview] = await Promise.all([page.waitForEvent('popup', { timeout }), link.click()])
  await expect(preview.getByText(`共${pages}页`)).toBeVisible({ timeout })
  const image = preview.getByRole('img', { name: `第${pages}页` })
  const readHeight = () => image.evaluate((element: HTMLImageElement) => element.naturalHeight)
  await expect.poll(readHeight, { timeout }).toBeGreaterThan(1_000)
  return preview
}

export const expectPreview = async (page: Page, name: string, pages: number): Promise<void> =>
  (await openPreview(page, name, pages)).close()
