// Tests of previews over HTTP: who sees the pages of a private file and of a file in a conversation.
import { expect, test } from 'vitest'
import { previewUrlOf } from '@xinqiao/contract/documents.ts'
import { createBlob, describePicture, sendFileMessage, useImFiles } from '../../../test/steps/im-file-steps.ts'
import { wordFile } from '../../../test/made-files.ts'
import { useSubmissions } from '../../../test/steps/submission-steps.ts'
import { fileForm } from '../../../test/test-server.ts'

const chatFiles = useImFiles()
const { server, listener } = chatFiles
const open = (address: string, session: string) =>
  fetch(new URL(address, listener.url), { headers: { authorization: `Bearer ${session}` } })
/** Addresses of the pictures and of the download, relative to the page. */
const linksOf = (html: string): string[] =>
  Array.from(html.matchAll(/(?:src|href)="(\?[^"]+)"/g), ([, link]) => link!.replaceAll('&amp;', '&'))
const resolve = (link: string, address: string): string => new URL(link, new URL(address, listener.url)).href

test('shows the pages of a resume to its owner only', async () => {
  const [person, other] = [await server().enter('user'), await server().enter('user')]
  const upload = (name: string, bytes: Buffer) =>
    server().upload(person, 'POST /memberApplication/postResume', fileForm(name, bytes))
  const { data } = await upload('简历 <b>.docx', await wordFile(['从业经历']))
  const page = await open(previewUrlOf(data.url), person.token)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await page.text()
  expect(html).toContain('共1页')
  expect(html).toContain('tel:12356')
  expect(html).toContain('请回到这份文件所在的页面，再点一次“预览”')
  expect(html).toContain('放大')
  expect(html).toContain('<a href="/">返回网站</a>')
  expect(html).not.toContain('<b>')
  const [download, picture] = linksOf(html).map((link) => resolve(link, data.url))
  expect(await describePicture(await open(picture!, person.token))).toMatch(/^200 jpeg \d+x1754$/)
  const file = await open(download!, person.token)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  for (const address of [previewUrlOf(data.url), picture!]) expect((await open(address, other.token)).status).toBe(404)
  expect((await open(`${data.url}&page=2`, person.token)).status).toBe(404)

  // a document that LibreOffice cannot read
  const broken = await upload('坏.pdf', Buffer.from('%PDF-1.4 broken'))
  const refusal = await open(previewUrlOf(broken.data.url), person.token)
  expect(refusal.status).toBe(422)
  const refusalHtml = await refusal.text()
  expect(refusalHtml).toContain('这份文件不能预览，请下载后查看')
  expect(refusalHtml).not.toContain('放大')
})

const submissions = useSubmissions(server)

test('shows the pages of a submitted paper to its author only', async () => {
  const [author, other] = [await server().enter('user'), await server().enter('user')]
  await submissions.openCall('paper')
  const draft = await submissions.saveDraft(author, 'paper', { title: '睡眠与情绪' })
  const form = fileForm('论文.docx', await wordFile(['第一段', '第二段']), { id: draft.data.id })
  const { data } = await server().upload(author, 'POST /submission/file', form)
  const page = await open(previewUrlOf(data.fileUrl), author.token)
  expect(page.status).toBe(200)
  const [, picture] = linksOf(await page.text()).map((link) => resolve(link, data.fileUrl))
  expect(await describePicture(await open(picture!, author.token))).toMatch(/^200 jpeg/)
  for (const address of [previewUrlOf(data.fileUrl), picture!])
    expect((await open(address, other.token)).status).toBe(404)
})

test('shows the pages of a file in a conversation to both sides only', async () => {
  const [[, annDevice], [bob], [eve]] = [await chatFiles.enter(), await chatFiles.enter(), await chatFiles.enter()]
  const fileObject = new File([createBlob(await wordFile(['练习一', '练习二']))], '练习.docx')
  const file = await chatFiles.uploadOf(annDevice)({ type: 'file', fileObject })
  await sendFileMessage(annDevice, bob.accid, file, 6)
  const address = (file.url + (file.url.includes('?') ? '' : '?')).replace('http://xinqiao.localhost', '')
  const page = await open(previewUrlOf(address), bob.session)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('<a href="/im/index">返回消息</a>')
  const readWith = async (back: string) =>
    (await open(`${previewUrlOf(address)}&back=${encodeURIComponent(back)}`, bob.session)).text()
  expect(await readWith('to=abc_1')).toContain('<a href="/im/index?to=abc_1">返回消息</a>')
  expect(await readWith('to="><script>')).toContain('<a href="/im/index">返回消息</a>')
  const links = linksOf(html).map((link) => resolve(link, address))
  expect(await describePicture(await open(links[1]!, bob.session))).toMatch(/^200 jpeg/)
  expect((await open(links[0]!, bob.session)).headers.get('content-disposition')).toContain('attachment')
  expect((await open(previewUrlOf(address), eve.session)).status).toBe(404)
  // a browser that claims to know the file does not make it look empty for the others
  const other = new File([createBlob(await wordFile(['第三页']))], '另一份.docx')
  const { url } = await chatFiles.uploadOf(annDevice)({ type: 'file', fileObject: other })
  await sendFileMessage(annDevice, bob.accid, { ...file, url, name: '另一份.docx' }, 6)
  const second = (url + (url.includes('?') ? '' : '?')).replace('http://xinqiao.localhost', '')
  const whole = await open(second, bob.session)
  await whole.arrayBuffer()
  const headers = { authorization: `Bearer ${bob.session}`, 'if-none-match': whole.headers.get('etag')! }
  const known = await fetch(new URL(previewUrlOf(second), listener.url), { headers })
  expect([known.status, await known.text()]).toEqual([200, expect.stringContaining('共1页')])
})
