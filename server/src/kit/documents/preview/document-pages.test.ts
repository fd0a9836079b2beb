// Tests of previews with the real LibreOffice and poppler, in the real sandbox.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { documentKindOf, type DocumentKind } from '@xinqiao/contract/documents.ts'
import { createDocumentPages, previewLimits } from './document-pages.ts'
import { runSandboxed } from './sandbox.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'preview-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const office = (kind: string, name: string) =>
  execFileSync('soffice', ['--headless', '--norestore', '--convert-to', kind, '--outdir', folder, name], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
const flatRoot = (mime: string, styles: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document
  xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${mime}">
  <office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document>`
const made = new Map<string, Buffer>()
/** A document of this kind with a page for each text. Each is made once, because LibreOffice takes seconds to start. */
function createDocument(kind: DocumentKind, ...texts: string[]): Buffer {
  const key = [kind, ...texts].join('\n')
  const earlier = made.get(key)
  if (earlier) return earlier
  const isSlides = kind === 'ppt' || kind === 'pptx'
  const name = isSlides ? 'source.fodp' : 'source.fodt'
  const paragraphs = texts.map((text, i) => `<text:p text:style-name="${i > 0 ? 'next' : 'first'}">${text}</text:p>`)
  const slides = texts.map(
    (text, i) => `<draw:page draw:name="p${i}"><draw:frame svg:width="20cm" svg:height="5cm" svg:x="2cm" svg:y="2cm">
      <draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
  )
  const next = `<style:style style:name="next" style:family="paragraph">
    <style:paragraph-properties fo:break-before="page"/></style:style>`
  writeFileSync(
    path.join(folder, name),
    isSlides
      ? flatRoot('presentation', '', `<office:presentation>${slides.join('')}</office:presentation>`)
      : flatRoot('text', next, `<office:text>${paragraphs.join('')}</office:text>`),
  )
  office(kind, name)
  const document = readFileSync(path.join(folder, `source.${kind}`))
  made.set(key, document)
  return document
}
let keys = 0
const sourceOf = (kind: DocumentKind, body: Buffer, onConvert = () => Promise.resolve()) => ({
  key: `${(keys += 1)}`,
  kind,
  bytes: body.length,
  onConvert,
  read: () => Promise.resolve(Readable.from([body])),
})
/** A document whose password is not the empty one. */
const lockedPdf = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<${'43'.repeat(16)}><${'43'.repeat(16)}>]/Size 5>>\n%%EOF\n`,
)
const megabyte = 1024 * 1024
const limits = {
  timeoutMs: 20_000,
  memoryBytes: 1_024 * megabyte,
  folderBytes: 100 * megabyte,
  outputBytes: 10 * megabyte,
}
const runShell = async (script: string, more: Partial<typeof limits> = {}) =>
  (await runSandboxed(script, Buffer.from('input'), { ...limits, ...more })).toString()

test('refuses programs in the sandbox the system calls that no converter needs', async () => {
  expect(await runShell('grep ^Seccomp: /proc/self/status')).toBe('Seccomp:\t2\n')
  // personality(2) needs no right, so only the filter refuses it
  await expect(runShell('setarch --addr-no-randomize true')).rejects.toThrow('Operation not permitted')
  expect(await runShell('echo still; uname >/dev/null && cat')).toBe('still\ninput')
})

test.each(['pdf', 'docx', 'doc'] as const)('shows the pages of a %s file as pictures', async (kind) => {
  const document = await createDocumentPages()(sourceOf(kind, createDocument(kind, '第一页：睡眠', '第二页：情绪')))
  expect(document.isCut).toBe(false)
  expect(document.pages).toHaveLength(2)
  const { width, height, format } = await sharp(document.pages[1]).metadata()
  expect({ height, format }).toEqual({ height: 1_754, format: 'jpeg' })
  expect(width).toBeLessThan(height)
  // the page is not empty
  const { channels } = await sharp(document.pages[0]).stats()
  expect(channels[0]!.min).toBeLessThan(100)
})

test.each(['pptx', 'ppt'] as const)('shows the slides of a %s file', async (kind) => {
  const { pages } = await createDocumentPages()(sourceOf(kind, createDocument(kind, '睡眠', '情绪', '求助')))
  expect(pages).toHaveLength(3)
  const { width, height } = await sharp(pages[0]).metadata()
  expect(width).toBeGreaterThan(height)
})

test('cuts a document with many pages', async () => {
  const texts = Array.from({ length: previewLimits.pages + 2 }, (_, i) => `第${i + 1}页`)
  const document = await createDocumentPages()(sourceOf('pdf', createDocument('pdf', ...texts)))
  expect({ isCut: document.isCut, pages: document.pages.length }).toEqual({ isCut: true, pages: previewLimits.pages })
})

test('converts a document once for many requests at the same time, and keeps it', async () => {
  const readPages = createDocumentPages()
  let conversions = 0
  const source = sourceOf('docx', createDocument('docx', '一页'), () => {
    conversions += 1
    return Promise.resolve()
  })
  await Promise.all([readPages(source), readPages(source), readPages(source)])
  await readPages(source)
  expect(conversions).toBe(1)
})

test('refuses what is no document, and one that takes too long, with a clear answer', async () => {
  const readPages = createDocumentPages()
  await expect(readPages(sourceOf('pdf', Buffer.from('not a document')))).rejects.toMatchObject({
    reason: 'previewFailed',
  })
  // a document that opens with a password only
  const locked = { reason: 'previewFailed', message: '这份文件有密码，不能预览，请下载后用密码打开' }
  const encryptedWord = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  await expect(readPages(sourceOf('docx', encryptedWord))).rejects.toMatchObject(locked)
  await expect(readPages(sourceOf('pdf', lockedPdf))).rejects.toMatchObject(locked)
  const hurried = createDocumentPages({ limits: { ...limits, timeoutMs: 100 } })
  await expect(hurried(sourceOf('docx', createDocument('docx', '一页')))).rejects.toMatchObject({
    reason: 'previewFailed',
    message: '这份文件不能预览，请下载后查看',
  })
})

test('names the password of an old Word document or presentation, and of no other broken one', async () => {
  // a file that LibreOffice cannot open, with these bytes at its first sector
  const createOldOffice = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(bytes), Buffer.alloc(2_048)])
  const wordBegin = [0xec, 0xa5, 0xc1, 0, 0, 0, 0, 0, 0, 0]
  const readPages = createDocumentPages()
  const locked = { reason: 'previewFailed', message: '这份文件有密码，不能预览，请下载后用密码打开' }
  const presentation = createOldOffice(0, 0, 0xf6, 0x0f, 0x20, 0, 0, 0, 0x14, 0, 0, 0, 0xdf, 0xc4, 0xd1, 0xf3)
  await expect(readPages(sourceOf('doc', createOldOffice(...wordBegin, 0, 0x13)))).rejects.toMatchObject(locked)
  await expect(readPages(sourceOf('ppt', presentation))).rejects.toMatchObject(locked)
  const broken = { reason: 'previewFailed', message: '这份文件不能预览，请下载后查看' }
  await expect(readPages(sourceOf('doc', createOldOffice(...wordBegin, 0, 0x12)))).rejects.toMatchObject(broken)
  await expect(readPages(sourceOf('ppt', createOldOffice(0, 0)))).rejects.toMatchObject(broken)
}, 180_000)

test('says that previews are not installed', async () => {
  const readPages = createDocumentPages({ renderer: '/usr/bin/no-such-renderer' })
  await expect(readPages(sourceOf('pdf', Buffer.from('%PDF-1.4')))).rejects.toMatchObject({
    reason: 'previewMissing',
    status: 501,
  })
})

test('recognises documents by the ending of the name', () => {
  expect(['简历.PDF', 'a.b.docx', '照片.png', 'pdf'].map(documentKindOf)).toEqual(['pdf', 'docx', null, 'pdf'])
})

test('refuses other formats under the name of a document, which LibreOffice would open', async () => {
  const readPages = createDocumentPages()
  const page = Buffer.from('<html><body>睡眠</body></html>')
  await expect(readPages(sourceOf('docx', page))).rejects.toMatchObject({ cause: { message: 'the file is no docx' } })
  await expect(readPages(sourceOf('doc', createDocument('docx', '一页')))).rejects.toMatchObject({
    cause: { message: 'the file is no doc' },
  })
})

test('remembers a document that failed, and refuses a long queue', async () => {
  const readPages = createDocumentPages({ limits: { ...limits, timeoutMs: 1_500 } })
  let conversions = 0
  const onConvert = () => {
    conversions += 1
    return Promise.resolve()
  }
  const broken = sourceOf('pdf', Buffer.from('%PDF-1.4 broken'), onConvert)
  for (let i = 0; i < 3; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- the second try finds the failure of the first
    await expect(readPages(broken)).rejects.toMatchObject({ reason: 'previewFailed' })
  expect(conversions).toBe(1)
  const document = createDocument('docx', '一页')
  const replies = await Promise.allSettled(Array.from({ length: 9 }, () => readPages(sourceOf('docx', document))))
  const reasons = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason.reason as string] : []))
  expect(reasons.filter((reason) => reason === 'previewBusy').length).toBeGreaterThan(0)
})

test('bounds both sides of a picture of a very long page', async () => {
  const page = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 520]>>endobj
trailer<</Root 1 0 R>>
%%EOF`
  const { pages } = await createDocumentPages()(sourceOf('pdf', Buffer.from(page)))
  expect((await sharp(pages[0]).metadata()).height).toBeLessThanOrEqual(1_754)
})

test('runs programs without network, files of the server and secrets', async () => {
  let visits = 0
  const listener = createServer((_request, response) => {
    visits += 1
    response.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  process.env['PREVIEW_SECRET'] = 'secret'
  await expect(runShell(`bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}'`)).rejects.toThrow('ended with')
  await expect(runShell('cat /etc/shadow')).rejects.toThrow('ended with')
  await expect(runShell('touch /usr/bin/mine')).rejects.toThrow('ended with')
  expect(await runShell('cat && test -z "$PREVIEW_SECRET" && echo none')).toBe('inputnone\n')
  delete process.env['PREVIEW_SECRET']
  const visible = await runShell('ls /')
  expect(visible.split('\n').filter(Boolean)).toEqual([
    'bin',
    'dev',
    'etc',
    'lib',
    'lib64',
    'proc',
    'tmp',
    'usr',
    'var',
  ])
  // the environment of the server is not reached through its process either
  expect((await runShell('ls /proc | grep -c "^[0-9]"')).trim()).toMatch(/^[1-9]$/)
  listener.close()
  expect(visits).toBe(0)
})

test('ends programs that take too much memory, space, output or time, with all their children', async () => {
  const tooMuch = { memoryBytes: 200 * megabyte }
  await expect(runShell('head -c 400000000 /dev/zero | tail', tooMuch)).rejects.toThrow('ended with')
  const small = { folderBytes: megabyte }
  await expect(runShell('head -c 2000000 /dev/zero > /tmp/large', small)).rejects.toThrow('ended with')
  const many = 'for i in 1 2 3; do head -c 500000 /dev/zero > /tmp/$i || exit 1; done'
  await expect(runShell(many, small)).rejects.toThrow('ended with')
  await expect(runShell('cat /dev/zero')).rejects.toThrow('too large')
  const mark = `${Date.now()}.5`
  await expect(runShell(`sleep ${mark} & sleep ${mark}`, { timeoutMs: 300 })).rejects.toThrow('a signal')
  await expect
    .poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`sleep ${mark}`))
    .toBe(false)
})
