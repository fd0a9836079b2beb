// Steps with documents whose pages the server shows as pictures.
import { expect, type Page } from '@playwright/test'

/** Opens the preview of a document in its own tab, sees this number of pages, and closes it. */
export async function expectPreview(page: Page, name: string, pages: number): Promise<void> {
  const link = page.getByRole('link', { name: `预览${name}` })
  const [preview] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(preview.getByText(`共${pages}页`)).toBeVisible()
  const image = preview.getByRole('img', { name: `第${pages}页` })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalHeight)).toBeGreaterThan(1_000)
  await preview.close()
}
