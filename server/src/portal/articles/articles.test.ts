// Articles through the door: nothing unpublished is reachable, whatever an editor writes comes out clean.
import { Document, HeadingLevel, ImageRun, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeArticle } from '../../../db/make/article.ts'
import { fileForm, useHouse } from '../../../test/house.ts'

const house = useHouse()
let editor = { id: 0, token: '' }
beforeAll(async () => {
  editor = await house().enter('editor')
})

const call = (method: string, path: string, input?: unknown) =>
  house().call(method, path, input, { token: editor.token })
const visit = (path: string, input?: unknown) => house().call('GET', path, input)
const draft = (changes: object = {}) => ({
  title: '一篇文章',
  description: '',
  content: '<p>正文</p>',
  psychologyColumnId: 1,
  tagId: null,
  pictureKey: null,
  attachmentIds: [],
  pinned: false,
  ...changes,
})
const write = async (changes: object = {}) => (await call('POST', '/admin/article', draft(changes))).data
const publish = async ({ id, version }: { id: number; version: number }, publishTime?: string) =>
  (await call('POST', '/admin/article/publish', { id, version, ...(publishTime && { publishTime }) })).data
const upload = (path: string, name: string, bytes: Uint8Array) =>
  house().call('POST', path, undefined, { ...fileForm(name, bytes), token: editor.token })
const photo = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()

/** Ids that a visitor finds in every list that could show them. */
async function reach(id: number) {
  const lists = await Promise.all(
    [1, 2, 3].map((column) => visit('/psychologyArticle/list', { psychologyColumnId: column, size: 100 })),
  )
  const detail = await visit('/psychologyArticle/getById', { id })
  return {
    inLists: lists.some((list) => list.data.content.some((card: { id: number }) => card.id === id)),
    detail: detail.status,
  }
}

describe('states', () => {
  test('draft, scheduled, published, withdrawn: only the published is reachable', async () => {
    const article = await write({ title: '状态之旅' })
    expect(article.state).toBe('draft')
    expect(await reach(article.id)).toEqual({ inLists: false, detail: 404 })
    const later = await publish(article, '2099-01-01 08:00:00')
    expect(later).toMatchObject({ state: 'scheduled', publishTime: '2099-01-01 08:00:00' })
    expect(await reach(article.id)).toEqual({ inLists: false, detail: 404 })
    const shown = await publish(later, '2026-01-01 08:00:00')
    expect(shown.state).toBe('published')
    expect(await reach(article.id)).toEqual({ inLists: true, detail: 200 })
    const gone = (await call('POST', '/admin/article/withdraw', { id: shown.id, version: shown.version })).data
    expect(gone.state).toBe('withdrawn')
    expect(await reach(article.id)).toEqual({ inLists: false, detail: 404 })
    const refused = await call('POST', '/admin/article/withdraw', { id: gone.id, version: gone.version })
    expect(refused).toMatchObject({ status: 409, reason: 'wrongState' })
    expect((await call('DELETE', '/admin/article', { id: gone.id, version: gone.version })).status).toBe(200)
    expect((await call('GET', '/admin/article', { id: gone.id })).status).toBe(404)
  })

  test('a scheduled article comes out by itself when its time is there', async () => {
    const article = await publish(await write({ title: '到点就发' }), '2099-01-01 08:00:00')
    await house().kit.sql`update article set publish_at = now() - interval '1 second' where id = ${article.id}`
    expect(await reach(article.id)).toEqual({ inLists: true, detail: 200 })
  })

  test('a published article must be withdrawn before it can be deleted', async () => {
    const article = await publish(await write())
    expect(await call('DELETE', '/admin/article', { id: article.id, version: article.version })).toMatchObject({
      status: 409,
      msg: '请先撤回再删除',
    })
  })

  test('the second of two editors is told, and loses nothing of the first', async () => {
    const article = await write({ title: '两人同改' })
    const first = await call('PUT', '/admin/article', {
      ...draft({ title: '甲改的' }),
      id: article.id,
      version: article.version,
    })
    expect(first.data.version).toBe(article.version + 1)
    const second = await call('PUT', '/admin/article', {
      ...draft({ title: '乙改的' }),
      id: article.id,
      version: article.version,
    })
    expect(second).toMatchObject({ status: 409, reason: 'changedMeanwhile' })
    expect((await call('GET', '/admin/article', { id: article.id })).data.title).toBe('甲改的')
  })
})

describe('what visitors read', () => {
  test('lists are pinned first, then newest; previous and next skip what is not visible', async () => {
    const { sql } = house().kit
    const at = (day: number) => new Date(Date.UTC(2020, 0, day))
    const ids = []
    for (const day of [1, 2, 3, 4])
      ids.push(
        await makeArticle(sql, {
          title: `第${day}天`,
          columnId: 2,
          publishAt: at(day),
          state: day === 3 ? 'withdrawn' : 'published',
        }),
      )
    await makeArticle(sql, { title: '草稿', columnId: 2, state: 'draft', publishAt: null })
    const [one, two, , four] = ids as [number, number, number, number]
    const detail = (await visit('/psychologyArticle/getById', { id: two })).data
    expect(detail.prevArticle).toEqual({ id: four, title: '第4天' })
    expect(detail.nextArticle).toEqual({ id: one, title: '第1天' })
    expect((await visit('/psychologyArticle/getById', { id: four })).data.prevArticle).toBe(null)
    await sql`update article set pinned = true where id = ${one}`
    const list = (await visit('/psychologyArticle/list', { psychologyColumnId: 2, page: 1, size: 2 })).data
    expect(list).toMatchObject({ totalElements: 3, content: [{ id: one, pinned: true }, { id: four }] })
    expect(list.content[0]).not.toHaveProperty('content')
  })

  test('tags filter, and belong to academic exchange only', async () => {
    const tagged = await publish(await write({ title: '科普一篇', psychologyColumnId: 3, tagId: 4 }))
    expect(tagged.state).toBe('published')
    const elsewhere = await write({ title: '别的栏目', psychologyColumnId: 1, tagId: 4 })
    expect(elsewhere.tagId).toBe(null)
    const list = (await visit('/psychologyArticle/list', { psychologyColumnId: 3, tagId: 4 })).data
    expect(list.content.map((card: { id: number }) => card.id)).toEqual([tagged.id])
    expect((await visit('/psychologyArticle/list', { psychologyColumnId: 3, tagId: '' })).data.totalElements).toBe(1)
  })

  test.each([{ psychologyColumnId: 99_999 }, { tagId: 40_000 }, { page: 0 }])(
    'a list of %j is refused with a sentence',
    async (input) => {
      expect(await visit('/psychologyArticle/list', input)).toMatchObject({ status: 400, reason: 'invalid' })
    },
  )

  test.each([{ id: 'abc' }, { id: 0 }, { id: -1 }, {}])('an id of %j is refused with a sentence', async (input) => {
    expect(await visit('/psychologyArticle/getById', input)).toMatchObject({ status: 400, reason: 'invalid' })
  })

  test('an unknown id is not found', async () => {
    expect(await visit('/psychologyArticle/getById', { id: 99_999_999 })).toMatchObject({
      status: 404,
      msg: '您访问的内容不存在或已下线',
    })
  })
})

describe('what editors write', () => {
  test.each([
    ['<p onclick="x()">甲</p><script>alert(1)</script>', '<p>甲</p>'],
    ['<img src=x onerror=alert(1)>乙', '乙'],
    ['<a href="javascript:alert(1)">丙</a>', '<a>丙</a>'],
    ['<a href="https://a.cn/">丁</a>', '<a href="https://a.cn/" target="_blank" rel="noopener noreferrer">丁</a>'],
    ['<h1>戊</h1>', '<h2>戊</h2>'],
    ['<p style="text-align:center;color:red;position:fixed">己</p>', '<p style="text-align:center">己</p>'],
    ['<iframe src="https://evil"></iframe><svg><script>1</script></svg><style>p{}</style>庚', '庚'],
    ['<img src="https://mmbiz.qpic.cn/x.png">辛', '辛'],
    [
      '<table><tr><td colspan="2" onmouseover="x">壬</td></tr></table>',
      '<table><tr><td colspan="2">壬</td></tr></table>',
    ],
    ['<form action="/x"><input name="a"></form><b>癸</b>', '<strong>癸</strong>'],
  ])('%s is stored as %s', async (content, stored) => {
    expect((await write({ content })).content).toBe(stored)
  })

  test('markup in a title stays text, and an empty summary is made from the body', async () => {
    const article = await publish(
      await write({ title: '<b>标题</b>', content: '<p>第一段。</p><p>第二段 &amp; 更多。</p>' }),
    )
    const { data } = await visit('/psychologyArticle/getById', { id: article.id })
    expect(data).toMatchObject({ title: '<b>标题</b>', description: '第一段。 第二段 & 更多。' })
  })

  test.each([
    [{ title: '' }, 'title', '请输入标题'],
    [{ content: '<b>'.repeat(300_000) }, 'content', '正文的格式嵌套过深，请清除格式后重试'],
    [{ content: '<'.repeat(900_000) }, 'content', '正文过长'],
    [{ title: '长'.repeat(101) }, 'title', '标题不能超过100个字'],
    [{ psychologyColumnId: 9 }, 'psychologyColumnId', '请选择栏目'],
    [{ pictureKey: 'not-a-picture-key' }, 'pictureKey', '封面图片不存在，请重新上传'],
  ])('%j is refused at its field', async (changes, field, message) => {
    const reply = await call('POST', '/admin/article', draft(changes))
    expect(reply).toMatchObject({ status: 400, data: { fields: { [field]: message } } })
  })
})

describe('pictures', () => {
  test('are made anew in sizes, without their metadata, and expand in the text', async () => {
    const { data: picture } = await upload('/admin/picture', '照片.jpg', await photo())
    expect(picture).toMatchObject({ width: 1200, height: 800, widths: [480, 960, 1200] })
    const file = await house().app.inject(picture.src)
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const meta = await sharp(file.rawPayload).metadata()
    expect([meta.width, meta.exif]).toEqual([960, undefined])
    const avif = await house().app.inject(`/files/p/${picture.key}/480.avif`)
    expect((await sharp(avif.rawPayload).metadata()).compression).toBe('av1')
    const article = await write({
      content: `<p><img src="${picture.src}" alt="山 &quot;与&quot; 湖"></p>`,
      pictureKey: picture.key,
    })
    expect(article.content).toContain(`<source type="image/avif" srcset="/files/p/${picture.key}/480.avif 480w, `)
    expect(article.content).toContain('alt="山 &quot;与&quot; 湖" width="1200" height="800"')
    const again = await call('PUT', '/admin/article', {
      ...draft({ content: article.content }),
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
  ])('%s is refused, recorded, and leaves nothing behind', async (name, bytes, reason) => {
    const before = await house().kit.sql`select count(*) from picture`
    expect(await upload('/admin/picture', name, bytes)).toMatchObject({ status: 400, reason })
    expect(await house().kit.sql`select count(*) from picture`).toEqual(before)
    if (reason !== 'fileMissing') {
      const [event] = await house().kit.sql`select kind from security_event order by id desc limit 1`
      expect(event?.kind).toBe('fileRefused')
    }
  })

  test('a picture cut short is refused', async () => {
    const whole = await photo()
    expect(await upload('/admin/picture', 'cut.jpg', whole.subarray(0, whole.length / 3))).toMatchObject({
      status: 400,
      reason: 'notAPicture',
    })
  })

  test('a picture of too many pixels is refused before it is decoded', async () => {
    const huge = await sharp({ create: { width: 12_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await upload('/admin/picture', 'huge.png', huge)).toMatchObject({ status: 400, reason: 'pictureTooLarge' })
  })

  test.each([
    '/files/p/../../secret.key/480.webp',
    '/files/p/aaaaaaaaaaaaaaaa/..%2f..%2fx.webp',
    '/files/p/aaaaaaaaaaaaaaaa/480.webp',
  ])('%s is not found', async (url) => {
    expect((await house().app.inject(url)).statusCode).toBe(404)
  })
})

describe('attachments', () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

  test('come only with the article they hang on, as a download under their own name', async () => {
    const { data: file } = await upload('/admin/attachment', '参会回执表.pdf', pdf)
    expect(file).toMatchObject({ name: '参会回执表.pdf', bytes: pdf.length })
    expect((await house().app.inject(file.url)).statusCode).toBe(404)
    const article = await write({ attachmentIds: [file.id] })
    expect((await house().app.inject(file.url)).statusCode).toBe(404)
    const shown = await publish(article)
    const download = await house().app.inject(file.url)
    expect(download.rawPayload).toEqual(pdf)
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('参会回执表.pdf')}`,
    )
    const { data } = await visit('/psychologyArticle/getById', { id: article.id })
    expect(data).toMatchObject({ enclosure: file.url, attachments: [{ name: '参会回执表.pdf' }] })
    await call('POST', '/admin/article/withdraw', { id: shown.id, version: shown.version })
    expect((await house().app.inject(file.url)).statusCode).toBe(404)
  })

  test("one article cannot take another's attachment", async () => {
    const { data: file } = await upload('/admin/attachment', 'a.pdf', pdf)
    const owner = await write({ attachmentIds: [file.id] })
    const thief = await write({ attachmentIds: [file.id] })
    expect([owner.attachmentIds, thief.attachmentIds]).toEqual([[file.id], []])
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\windows\\表格.pdf', '表格.pdf'],
    ['伪装.exe', '伪装.exe.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
    [`${'长'.repeat(400)}.pdf`, `${'长'.repeat(146)}.pdf`],
    ['....', '附件.pdf'],
  ])('the name %j becomes %j', async (given, kept) => {
    expect((await upload('/admin/attachment', given, pdf)).data.name).toBe(kept)
  })

  test('a program with a friendly name is refused', async () => {
    const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)])
    expect(await upload('/admin/attachment', '通知.pdf', program)).toMatchObject({
      status: 400,
      reason: 'wrongFileKind',
    })
    expect(
      await upload('/admin/attachment', '通知.docx', Buffer.from('<html><script>1</script></html>')),
    ).toMatchObject({ reason: 'wrongFileKind' })
  })
})

describe('Word import', () => {
  const makeWord = async () =>
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
                    data: await sharp(await photo(300, 200))
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
    const { data } = await upload('/admin/article/importWord', '通知.docx', await makeWord())
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
    ['an archive cut short', async () => (await makeWord()).subarray(0, 900)],
  ])('refuses %s', async (_name, make) => {
    const reply = await upload('/admin/article/importWord', 'x.docx', await make())
    expect(reply).toMatchObject({
      status: 400,
      reason: 'notAWordFile',
      msg: '无法读取该 Word 文件，请另存为 .docx 后重试',
    })
  })
})

/** A plain zip archive, deflated. */
async function zip(files: [string, Buffer][]): Promise<Buffer> {
  const { default: JsZip } = await import('jszip')
  const archive = new JsZip()
  for (const [name, bytes] of files) archive.file(name, bytes)
  return archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

describe('the frame of the site', () => {
  test('banners and the floating ad show as soon as they are enabled', async () => {
    const { data: picture } = await upload('/admin/picture', 'a.jpg', await photo())
    const banner = {
      kind: 'head',
      title: '年会',
      subtitle: '',
      link: '/learning/index',
      pictureKey: picture.key,
      position: 1,
      enabled: false,
    }
    const { data: made } = await call('POST', '/admin/banner', banner)
    expect((await visit('/psychologyArticle/listHeadBanner')).data).toEqual([])
    await call('PUT', '/admin/banner', { ...banner, id: made.id, enabled: true })
    expect((await visit('/psychologyArticle/listHeadBanner')).data).toMatchObject([
      { id: made.id, bannerPic: picture.src },
    ])
    expect((await visit('/psychologyArticle/listSmallBanner')).data).toEqual([])
    const bad = await call('POST', '/admin/banner', { ...banner, link: 'javascript:alert(1)' })
    expect(bad.data.fields.link).toBe('链接须以 / 或 https:// 开头')
    expect((await visit('/site/floatingAd')).data).toBe(null)
    await call('PUT', '/admin/floatingAd', { enabled: true, title: '公告', link: '/', pictureKey: picture.key })
    expect((await visit('/site/floatingAd')).data).toMatchObject({ title: '公告' })
    expect((await call('DELETE', '/admin/banner', { id: made.id })).status).toBe(200)
  })

  test('settings are for administrators', async () => {
    const admin = await house().enter('administrator')
    const { data: settings } = await visit('/site/settings')
    const changed = { ...settings, icp: '某ICP备1号' }
    expect((await call('PUT', '/admin/site', changed)).status).toBe(403)
    await house().call('PUT', '/admin/site', changed, { token: admin.token })
    expect((await visit('/site/settings')).data.icp).toBe('某ICP备1号')
  })

  test('the codes of mini-program and official account are pictures that exist', async () => {
    const admin = await house().enter('administrator')
    const save = (changes: object) => house().call('PUT', '/admin/site', changes, { token: admin.token })
    const { data: settings } = await visit('/site/settings')
    expect(settings).toMatchObject({ miniProgram: null, officialAccount: null })
    const { data: picture } = await upload('/admin/picture', '小程序码.jpg', await photo())
    expect((await save({ ...settings, miniProgramKey: picture.key })).data.miniProgram).toEqual(picture)
    expect((await visit('/site/settings')).data).toMatchObject({ miniProgram: picture, officialAccount: null })
    const wrong = await save({ ...settings, officialAccountKey: 'gone' })
    expect([wrong.status, wrong.data.fields]).toEqual([400, { officialAccountKey: '图片不存在，请重新上传' }])
  })
})
