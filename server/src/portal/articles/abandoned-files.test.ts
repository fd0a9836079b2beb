// Tests that unreferenced files are deleted after a while, and referenced ones stay.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { deleteAbandonedFiles } from './abandoned-files.ts'
import { attachmentFileKey } from './attachments.ts'
import { pictureFileKeys } from './pictures.ts'

const server = useTestServer()

test('removes pictures that no article, banner, notice or setting shows, with their files', async () => {
  const { kit } = server()
  const admin = await server().enter('administrator')
  const { callAs, upload } = server()
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer()
  const addPicture = async () => (await upload(admin, 'POST /admin/picture', fileForm('图.jpg', bytes))).data
  const [inText, onCard, inBanner] = [await addPicture(), await addPicture(), await addPicture()]
  const [inSettings, inNotice, gone, fresh] = [
    await addPicture(),
    await addPicture(),
    await addPicture(),
    await addPicture(),
  ]
  const pdf = fileForm('附件.pdf', Buffer.from('%PDF-1.7\n%%EOF'))
  const { data: attachment } = await upload(admin, 'POST /admin/attachment', pdf)
  const draft = {
    title: '有图有附件',
    description: '',
    content: `<p><img src="${inText.src}" alt="图"></p>`,
    psychologyColumnId: 1,
    tagId: null,
    pictureKey: onCard.key,
    attachmentIds: [attachment.id],
    pinned: false,
  }
  const { data: article } = await callAs(admin, 'POST /admin/article', draft)
  const { data: doomed } = await callAs(admin, 'POST /admin/article', {
    ...draft,
    content: `<p><img src="${gone.src}" alt="图"></p>`,
  })
  const banner = { kind: 'head', title: '图', subtitle: '', link: '/', position: 1, enabled: false }
  await callAs(admin, 'POST /admin/banner', { ...banner, pictureKey: inBanner.key })
  const { data: settings } = await callAs(admin, 'GET /site/settings')
  await callAs(admin, 'PUT /admin/site', { ...settings, officialAccountKey: inSettings.key })

  // a text that the same editor wrote elsewhere
  const { data: announcement } = await callAs(admin, 'GET /admin/announcement', { id: 'essay' })
  const notice = `<p>见图</p><p><img src="${inNotice.src}" alt="图"></p>`
  expect(await callAs(admin, 'PUT /admin/announcement', { ...announcement, content: notice })).toMatchObject({
    data: { id: 'essay' },
  })

  const { key } = (await kit.sql<{ key: string }[]>`select key from attachment where id = ${attachment.id}`)[0]!
  const isThere = async (file: string) => (await kit.files.get(file)) !== null
  expect(await isThere(attachmentFileKey(key))).toBe(true)
  await callAs(admin, 'DELETE /admin/article', { id: doomed.id, version: doomed.version })
  expect(await deleteAbandonedFiles(kit)).toBe(0) // an editor may still be writing
  await kit.sql`update picture set created_at = created_at - interval '31 days' where key <> ${fresh.key}`
  await kit.sql`update attachment set created_at = created_at - interval '31 days'`
  expect(await deleteAbandonedFiles(kit)).toBe(1)
  const left = await kit.sql<{ key: string }[]>`select key from picture`
  const keysOf = (list: { key: string }[]) => list.map((picture) => picture.key).sort()
  expect(keysOf(left)).toEqual(keysOf([inText, onCard, inBanner, inSettings, inNotice, fresh]))
  expect(await Promise.all(pictureFileKeys(gone).map(isThere))).not.toContain(true)
  expect(await Promise.all(pictureFileKeys(inText).map(isThere))).not.toContain(false)

  await callAs(admin, 'DELETE /admin/article', { id: article.id, version: article.version })
  expect(await deleteAbandonedFiles(kit)).toBe(3) // deletes its two pictures and its attachment
  expect(await isThere(attachmentFileKey(key))).toBe(false)
})
