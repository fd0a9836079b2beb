// Tests that unreferenced files are deleted after a while, and referenced ones stay.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { emptyArticle } from '@xinqiao/contract/articles.ts'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { deleteAbandonedFiles } from './abandoned-files.ts'
import { attachmentFileKey } from './attachments.ts'
import { pictureFileKeys } from './pictures.ts'

const server = useTestServer()

/** Makes files old enough to be deleted, except pictures with this key. */
async function letFilesAge(exceptKey: string): Promise<void> {
  const { sql } = server().kit
  await sql`update picture set created_at = created_at - interval '31 days' where key <> ${exceptKey}`
  await sql`update attachment set created_at = created_at - interval '31 days'`
}

test('removes old pictures and attachments that nothing shows, with their files', async () => {
  const { kit, requestAs, upload } = server()
  const admin = await server().enter('administrator')
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer()
  const addPicture = async () => (await upload(admin, 'POST /admin/picture', fileForm('图.jpg', bytes))).data
  const [inText, onCard, inBanner] = [await addPicture(), await addPicture(), await addPicture()]
  const [inSettings, inNotice] = [await addPicture(), await addPicture()]
  const [inDeletedText, fresh] = [await addPicture(), await addPicture()]
  const pdf = fileForm('附件.pdf', Buffer.from('%PDF-1.7\n%%EOF'))
  const { data: attachment } = await upload(admin, 'POST /admin/attachment', pdf)
  const imageOf = ({ src }: { src: string }) => `<p><img src="${src}" alt="图"></p>`

  // one picture on the card, the others in the text
  const draft = { ...emptyArticle, title: '有图有附件' } as const
  const files = { pictureKey: onCard.key, attachmentIds: [attachment.id] }
  const createArticle = async (content: string) =>
    (await requestAs(admin, 'POST /admin/article', { ...draft, ...files, content })).data
  const article = await createArticle(imageOf(inText))
  const deletedArticle = await createArticle(imageOf(inDeletedText))
  const banner = { kind: 'head', title: '图', subtitle: '', link: '/', position: 1, enabled: false }
  await requestAs(admin, 'POST /admin/banner', { ...banner, pictureKey: inBanner.key })
  const { data: settings } = await requestAs(admin, 'GET /site/settings')
  await requestAs(admin, 'PUT /admin/site', { ...settings, officialAccountKey: inSettings.key })
  const { data: announcement } = await requestAs(admin, 'GET /admin/announcement', { id: 'essay' })
  const changed = { ...announcement, content: `<p>见图</p>${imageOf(inNotice)}` }
  expect((await requestAs(admin, 'PUT /admin/announcement', changed)).data.id).toBe('essay')

  const [{ key: attachmentKey }] = await kit.sql<[{ key: string }]>`
    select key from attachment where id = ${attachment.id}`
  const isThere = async (file: string) => (await kit.files.get(file)) !== null
  const listPictureKeys = async () =>
    (await kit.sql<{ key: string }[]>`select key from picture`).map(({ key }) => key).sort()
  await requestAs(admin, 'DELETE /admin/article', { id: deletedArticle.id, version: deletedArticle.version })
  expect(await deleteAbandonedFiles(kit)).toBe(0) // an editor may still be writing
  await letFilesAge(fresh.key)
  expect(await deleteAbandonedFiles(kit)).toBe(1)
  const shown = [inText, onCard, inBanner, inSettings, inNotice]
  expect(await listPictureKeys()).toEqual([...shown, fresh].map(({ key }) => key).sort())
  expect(await Promise.all(pictureFileKeys(inDeletedText).map(isThere))).not.toContain(true)
  expect(await Promise.all(pictureFileKeys(inText).map(isThere))).not.toContain(false)
  expect(await isThere(attachmentFileKey(attachmentKey))).toBe(true)

  await requestAs(admin, 'DELETE /admin/article', { id: article.id, version: article.version })
  expect(await deleteAbandonedFiles(kit)).toBe(3) // deletes its two pictures and its attachment
  expect(await isThere(attachmentFileKey(attachmentKey))).toBe(false)
})
