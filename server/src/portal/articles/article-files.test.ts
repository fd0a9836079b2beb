// Tests of pictures and attachments of articles, and of Word import.
import { Document, HeadingLevel, ImageRun, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useArticles, articleDraft, createPhoto } from '../../../test/steps/article-steps.ts'

const articles = useArticles()
const { server, editor } = articles

/** A plain zip archive with compressed entries. */
async function zip(files: [string, Buffer][]): Promise<Buffer> {
  const { default: JsZip } = await import('jszip')
  const archive = new JsZip()
  for (const [name, bytes] of files) archive.file(name, bytes)
  return archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

describe('pictures', () => {
  test('converts pictures into sizes without metadata', async () => {
    const { data: picture } = await articles.upload('POST /admin/picture', '照片.jpg', await createPhoto())
    expect(picture).toMatchObject({ width: 1200, height: 800, widths: [480, 960, 1200] })
    const file = await server().app.inject(picture.src)
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const meta = await sharp(file.rawPayload).metadata()
    expect([meta.width, meta.exif]).toEqual([960, undefined])
    const avif = await server().app.inject(`/files/p/${picture.key}/480.avif`)
    expect((await sharp(avif.rawPayload).metadata()).compression).toBe('av1')
    const article = await articles.write({
      content: `<p><img src="${picture.src}" alt="山 &quot;与&quot; 湖"></p>`,
      pictureKey: picture.key,
    })
    expect(article.content).toContain(`<source type="image/avif" srcset="/files/p/${picture.key}/480.avif 480w, `)
    expect(article.content).toContain('alt="山 &quot;与&quot; 湖" width="1200" height="800"')
    const again = await server().requestAs(editor, 'PUT /admin/article', {
      ...articleDraft({ content: article.content }),
      id: article.id,
      version: article.version,
    })
    expect(again.data.content).toBe(article.content)
  })

  test.each([
    ['not-a-picture.png', Buffer.from('hello'), 'notAPicture'],
    [
      'script.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'notAPicture',
    ],
    ['half.png', Buffer.from('89504e470d0a1a0a0000000d49484452000000ff000000ff0802000000', 'hex'), 'notAPicture'],
    ['empty.png', Buffer.alloc(0), 'fileMissing'],
  ])('refuses and records %s, and leaves nothing behind', async (name, bytes, reason) => {
    const before = await server().kit.sql`select count(*) from picture`
    expect(await articles.upload('POST /admin/picture', name, bytes)).toMatchObject({ status: 400, reason })
    expect(await server().kit.sql`select count(*) from picture`).toEqual(before)
    if (reason !== 'fileMissing') {
      const [event] = await server().kit.sql`select kind from security_event order by id desc limit 1`
      expect(event?.kind).toBe('fileRefused')
    }
  })

  test('refuses a truncated picture', async () => {
    const whole = await createPhoto()
    expect(await articles.upload('POST /admin/picture', 'cut.jpg', whole.subarray(0, whole.length / 3))).toMatchObject({
      status: 400,
      reason: 'notAPicture',
    })
  })

  test('refuses a picture of too many pixels before it is decoded', async () => {
    const huge = await sharp({ create: { width: 12_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await articles.upload('POST /admin/picture', 'huge.png', huge)).toMatchObject({
      status: 400,
      reason: 'pictureTooLarge',
    })
  })

  test.each([
    '/files/p/../../secret.key/480.webp',
    '/files/p/aaaaaaaaaaaaaaaa/..%2f..%2fx.webp',
    '/files/p/aaaaaaaaaaaaaaaa/480.webp',
  ])('reports %s as not found', async (url) => {
    expect((await server().app.inject(url)).statusCode).toBe(404)
  })
})

describe('attachments', () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

  test('serves attachments only with their article, as a download under their name', async () => {
    const { data: file } = await articles.upload('POST /admin/attachment', '参会回执表.pdf', pdf)
    expect(file).toMatchObject({ name: '参会回执表.pdf', bytes: pdf.length })
    expect((await server().app.inject(file.url)).statusCode).toBe(404)
    const article = await articles.write({ attachmentIds: [file.id] })
    expect((await server().app.inject(file.url)).statusCode).toBe(404)
    const shown = await articles.publish(article)
    const download = await server().app.inject(file.url)
    expect(download.rawPayload).toEqual(pdf)
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('参会回执表.pdf')}`,
    )
    const { data } = await server().request('GET /psychologyArticle/getById', { id: article.id })
    expect(data).toMatchObject({ enclosure: file.url, attachments: [{ name: '参会回执表.pdf' }] })
    await server().requestAs(editor, 'POST /admin/article/withdraw', { id: shown.id, version: shown.version })
    expect((await server().app.inject(file.url)).statusCode).toBe(404)
  })

  test('refuses to attach the attachment of another article', async () => {
    const { data: file } = await articles.upload('POST /admin/attachment', 'a.pdf', pdf)
    const owner = await articles.write({ attachmentIds: [file.id] })
    const thief = await articles.write({ attachmentIds: [file.id] })
    expect([owner.attachmentIds, thief.attachmentIds]).toEqual([[file.id], []])
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\windows\\表格.pdf', '表格.pdf'],
    ['伪装.exe', '伪装.exe.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
    [`${'长'.repeat(400)}.pdf`, `${'长'.repeat(146)}.pdf`],
    ['....', '附件.pdf'],
  ])('changes the name %j to %j', async (given, expected) => {
    expect((await articles.upload('POST /admin/attachment', given, pdf)).data.name).toBe(expected)
  })

  test('refuses an executable or a web page that is named like a document', async () => {
    const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)])
    expect(await articles.upload('POST /admin/attachment', '通知.pdf', program)).toMatchObject({
      status: 400,
      reason: 'wrongFileKind',
    })
    expect(
      await articles.upload('POST /admin/attachment', '通知.docx', Buffer.from('<html><script>1</script></html>')),
    ).toMatchObject({ reason: 'wrongFileKind' })
  })
})

describe('Word import', () => {
  const createWord = async () =>
    Packer.toBuffer(
      new Document({
        sections: [
          {
            children: [
              new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun('关于召开会议的通知')] }),
              new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun('一、时间')] }),
              new Paragraph({ children: [new TextRun('十二月'), new TextRun({ text: '三日', bold: true })] }),
              new Table({
                rows: [
                  new TableRow({
                    tableHeader: true,
                    children: [
                      new TableCell({ children: [new Paragraph('事项')] }),
                      new TableCell({ children: [new Paragraph('安排')] }),
                    ],
                  }),
                  new TableRow({
                    children: [
                      new TableCell({ children: [new Paragraph('地点')] }),
                      new TableCell({ children: [new Paragraph('报告厅')] }),
                    ],
                  }),
                ],
              }),
              new Paragraph({
                children: [
                  new ImageRun({
                    type: 'png',
                    data: await sharp(await createPhoto(300, 200))
                      .png()
                      .toBuffer(),
                    transformation: { width: 300, height: 200 },
                    altText: { name: '图片 1', description: '会场 > "全景"', title: '' },
                  }),
                ],
              }),
            ],
          },
        ],
      }),
    )

  test('keeps headings, tables, emphasis and pictures', async () => {
    const { data } = await articles.upload('POST /admin/article/importWord', '通知.docx', await createWord())
    expect(data.title).toBe('关于召开会议的通知')
    expect(data.content).toContain('<h2>一、时间</h2>')
    expect(data.content).toContain('<strong>三日</strong>')
    expect(data.content).toMatch(/<th>.*事项.*<\/th>.*<td>.*地点.*<\/td>/s)
    expect(data.content).toContain('alt="会场 &gt; &quot;全景&quot;"')
    expect(data.content).toMatch(/<picture><source type="image\/avif" srcset="\/files\/p\/[\w-]+\/300\.avif 300w"/)
    expect(data.warnings).toEqual([])
  })

  test.each([
    ['no archive', () => Buffer.from('just text')],
    ['an archive without a document', () => zip([['hello.txt', Buffer.from('hi')]])],
    ['a zip bomb', () => zip([['word/document.xml', Buffer.alloc(200 * 1024 * 1024)]])],
    ['an archive cut short', async () => (await createWord()).subarray(0, 900)],
  ])(
    'refuses %s',
    async (_name, make) => {
      const reply = await articles.upload('POST /admin/article/importWord', 'x.docx', await make())
      expect(reply).toMatchObject({
        status: 400,
        reason: 'notAWordFile',
        msg: '无法读取该 Word 文件，请另存为 .docx 后重试',
      })
    },
    60_000,
  )
})
