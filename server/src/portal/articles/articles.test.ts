// Tests of articles: states, reading by visitors, writing by editors.
import { describe, expect, test } from 'vitest'
import { createArticle } from '../../../db/fixtures/article.ts'
import { useArticles, articleDraft } from '../../../test/steps/article-steps.ts'

const articles = useArticles()
const { server, editor } = articles

describe('states', () => {
  test('shows only a published article, not a draft, a scheduled or a withdrawn one', async () => {
    const article = await articles.write({ title: '状态之旅' })
    expect(article.state).toBe('draft')
    expect(await articles.readVisibility(article.id)).toEqual({ inLists: false, detail: 404 })
    const later = await articles.publish(article, '2099-01-01 08:00:00')
    expect(later).toMatchObject({ state: 'scheduled', publishTime: '2099-01-01 08:00:00' })
    expect(await articles.readVisibility(article.id)).toEqual({ inLists: false, detail: 404 })
    const shown = await articles.publish(later, '2026-01-01 08:00:00')
    expect(shown.state).toBe('published')
    expect(await articles.readVisibility(article.id)).toEqual({ inLists: true, detail: 200 })
    const gone = (
      await server().requestAs(editor, 'POST /admin/article/withdraw', { id: shown.id, version: shown.version })
    ).data
    expect(gone.state).toBe('withdrawn')
    expect(await articles.readVisibility(article.id)).toEqual({ inLists: false, detail: 404 })
    const refused = await server().requestAs(editor, 'POST /admin/article/withdraw', {
      id: gone.id,
      version: gone.version,
    })
    expect(refused).toMatchObject({ status: 409, reason: 'wrongState' })
    expect(
      (await server().requestAs(editor, 'DELETE /admin/article', { id: gone.id, version: gone.version })).status,
    ).toBe(200)
    expect((await server().requestAs(editor, 'GET /admin/article', { id: gone.id })).status).toBe(404)
  })

  test('publishes a scheduled article automatically at its time', async () => {
    const article = await articles.publish(await articles.write({ title: '到点就发' }), '2099-01-01 08:00:00')
    await server().kit.sql`update article set publish_at = now() - interval '1 second' where id = ${article.id}`
    expect(await articles.readVisibility(article.id)).toEqual({ inLists: true, detail: 200 })
  })

  test('requires that a published article is withdrawn before it is deleted', async () => {
    const article = await articles.publish(await articles.write())
    expect(
      await server().requestAs(editor, 'DELETE /admin/article', { id: article.id, version: article.version }),
    ).toMatchObject({
      status: 409,
      msg: '请先撤回再删除',
    })
  })

  test('refuses the second of two concurrent saves, and keeps the changes of the first', async () => {
    const article = await articles.write({ title: '两人同改' })
    const first = await server().requestAs(editor, 'PUT /admin/article', {
      ...articleDraft({ title: '甲改的' }),
      id: article.id,
      version: article.version,
    })
    expect(first.data.version).toBe(article.version + 1)
    const second = await server().requestAs(editor, 'PUT /admin/article', {
      ...articleDraft({ title: '乙改的' }),
      id: article.id,
      version: article.version,
    })
    expect(second).toMatchObject({ status: 409, reason: 'changedMeanwhile' })
    expect((await server().requestAs(editor, 'GET /admin/article', { id: article.id })).data.title).toBe('甲改的')
  })
})

describe('what visitors read', () => {
  test('lists pinned articles first, then the newest; neighbours skip invisible ones', async () => {
    const { sql } = server().kit
    const dayOfJanuary = (day: number) => new Date(Date.UTC(2020, 0, day))
    const ids = []
    for (const day of [1, 2, 3, 4])
      ids.push(
        await createArticle(sql, {
          title: `第${day}天`,
          psychologyColumnId: 2,
          publishAt: dayOfJanuary(day),
          state: day === 3 ? 'withdrawn' : 'published',
        }),
      )
    await createArticle(sql, { title: '草稿', psychologyColumnId: 2, state: 'draft', publishAt: null })
    const [firstId, secondId, , fourthId] = ids as [number, number, number, number]
    const detail = (await server().request('GET /psychologyArticle/getById', { id: secondId })).data
    expect(detail.prevArticle).toEqual({ id: fourthId, title: '第4天' })
    expect(detail.nextArticle).toEqual({ id: firstId, title: '第1天' })
    expect((await server().request('GET /psychologyArticle/getById', { id: fourthId })).data.prevArticle).toBe(null)
    await sql`update article set pinned = true where id = ${firstId}`
    const list = (await server().request('GET /psychologyArticle/list', { psychologyColumnId: 2, page: 1, size: 2 }))
      .data
    expect(list).toMatchObject({ totalElements: 3, content: [{ id: firstId, pinned: true }, { id: fourthId }] })
    expect(list.content[0]).not.toHaveProperty('content')
  })

  test('filters by tags, which only the column of academic exchange has', async () => {
    const tagged = await articles.publish(await articles.write({ title: '科普一篇', psychologyColumnId: 3, tagId: 4 }))
    expect(tagged.state).toBe('published')
    const elsewhere = await articles.write({ title: '别的栏目', psychologyColumnId: 1, tagId: 4 })
    expect(elsewhere.tagId).toBe(null)
    const list = (await server().request('GET /psychologyArticle/list', { psychologyColumnId: 3, tagId: 4 })).data
    expect(list.content.map((card) => card.id)).toEqual([tagged.id])
    expect(
      (await server().request('GET /psychologyArticle/list', { psychologyColumnId: 3, tagId: '' })).data.totalElements,
    ).toBe(1)
  })

  test.each([{ psychologyColumnId: 99_999 }, { tagId: 40_000 }, { page: 0 }])(
    'refuses a list of %j with a clear error',
    async (input) => {
      expect(await server().request('GET /psychologyArticle/list', input)).toMatchObject({
        status: 400,
        reason: 'invalid',
      })
    },
  )

  test.each([{ id: 'abc' }, { id: 0 }, { id: -1 }, {}])('refuses an id of %j with a clear error', async (input) => {
    expect(await server().sendRaw('GET', '/psychologyArticle/getById', input)).toMatchObject({
      status: 400,
      reason: 'invalid',
    })
  })

  test('reports an unknown id as not found', async () => {
    expect(await server().request('GET /psychologyArticle/getById', { id: 99_999_999 })).toMatchObject({
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
  ])('stores %s as %s', async (content, stored) => {
    expect((await articles.write({ content })).content).toBe(stored)
  })

  test('keeps markup in a title as text, and makes an empty summary from the body', async () => {
    const article = await articles.publish(
      await articles.write({ title: '<b>标题</b>', content: '<p>第一段。</p><p>第二段 &amp; 更多。</p>' }),
    )
    const { data } = await server().request('GET /psychologyArticle/getById', { id: article.id })
    expect(data).toMatchObject({ title: '<b>标题</b>', description: '第一段。 第二段 & 更多。' })
  })

  test.each([
    [{ title: '' }, 'title', '请输入标题'],
    [{ content: '<b>'.repeat(300_000) }, 'content', '正文的格式嵌套过深，请清除格式后重试'],
    [{ content: '<'.repeat(900_000) }, 'content', '正文过长'],
    [{ title: '长'.repeat(101) }, 'title', '标题不能超过100个字'],
    [{ psychologyColumnId: 9 }, 'psychologyColumnId', '请选择栏目'],
    [{ pictureKey: 'not-a-picture-key' }, 'pictureKey', '封面图片不存在，请重新上传'],
  ])('refuses %j at its field', async (changes, field, message) => {
    const reply = await server().requestAs(editor, 'POST /admin/article', articleDraft(changes))
    expect(reply).toMatchObject({ status: 400, data: { fields: { [field]: message } } })
  })
})
