// Stories of articles at the console: writing and publishing; visitors see an article only after that.
import type { APIRequestContext, Page } from '@playwright/test'
import {
  locateBody,
  chooseFile,
  locateDialog,
  expectTextSoon,
  articleIdIn,
  openConsole,
  publishArticle,
  fetchText,
  createUniqueText,
} from '../support/console.ts'
import { locateButton, expect, createEditor, test } from '../support/visitor.ts'

async function saveDraft(page: Page): Promise<number> {
  await locateButton(page, '保存草稿').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/)
  return articleIdIn(page)
}

const chooseInMenu = async (page: Page, entry: string) => {
  await locateButton(page, '更多操作').click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Checks every public page and feed that could show an unpublished article. */
async function expectUnseen(request: APIRequestContext, id: number, title: string): Promise<void> {
  expect((await request.get(`/detail/index?id=${id}`)).status()).toBe(404)
  expect((await request.get(`/prod-api/psychologyArticle/getById?id=${id}`)).status()).toBe(404)
  expect((await request.get(`/preview/article?id=${id}`)).status()).toBe(401)
  const paths = ['/', '/dynamic/index', '/learning/index', '/rss.xml', '/prod-api/psychologyArticle/list?size=100']
  const texts = await Promise.all(paths.map((path) => fetchText(request, path)))
  for (const [at, text] of texts.entries()) expect(text.includes(title), paths[at]).toBe(false)
  expect(await fetchText(request, '/sitemap.xml')).not.toContain(`id=${id}<`)
  const list = await request.get('/prod-api/psychologyArticle/list?size=3')
  const { data } = (await list.json()) as { data: { content: { id: number }[] } }
  const neighbours = await Promise.all(
    data.content.map((item) => fetchText(request, `/prod-api/psychologyArticle/getById?id=${item.id}`)),
  )
  for (const text of neighbours) expect(text).not.toContain(`"id":${id},`)
}

test('an article with all elements is drafted, previewed, published, edited and withdrawn', async ({
  page,
  request,
}) => {
  test.slow()
  const title = createUniqueText('社区心理服务站揭牌')
  await openConsole(page, '/articles/new')
  await page.getByLabel('标题', { exact: true }).fill(title)
  await locateBody(page).click()
  await page.keyboard.type('今天上午，社区心理服务站揭牌。')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: '段落样式' }).click()
  await page.getByTitle('大标题').click()
  await page.keyboard.type('服务内容')
  await page.keyboard.press('Enter')
  await locateButton(page, '项目符号列表').click()
  await page.keyboard.type('心理咨询')
  await page.keyboard.press('Enter')
  await page.keyboard.type('团体辅导')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await locateButton(page, '插入表格').click()
  await locateButton(page, '插入').click()
  await expect(locateDialog(page)).toBeHidden()
  await page.keyboard.type('时间')
  await page.keyboard.press('Tab')
  await page.keyboard.type('地点')
  await expect(locateBody(page).getByRole('columnheader')).toHaveCount(3)
  await locateBody(page).getByText('今天上午，社区心理服务站揭牌。').click()
  await page.keyboard.press('End')

  await chooseFile(page, locateButton(page, '插入图片'), 'bridge.png')
  await locateDialog(page).getByLabel('第1张图片的说明').fill('一座橙色的拱桥')
  await locateDialog(page).getByRole('button', { name: '插入图片' }).click()
  await expect(locateBody(page).getByRole('img', { name: '一座橙色的拱桥' })).toBeVisible()
  await chooseFile(page, locateButton(page, '上传附件'), 'notice.docx')
  await expect(page.getByRole('link', { name: 'notice.docx' })).toBeVisible()
  await chooseFile(page, page.getByRole('button', { name: /点击选择图片/ }), 'bridge.png')
  await expect(page.getByRole('img', { name: '封面图' })).toBeVisible()

  const id = await saveDraft(page)
  await expectUnseen(request, id, title)

  await locateButton(page, '预览').click()
  const preview = page.frameLocator('iframe[title="文章预览"]')
  await expect(preview.getByText('预览：仅工作人员可见')).toBeVisible()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(preview.getByRole('img', { name: '一座橙色的拱桥' })).toBeVisible()
  await locateDialog(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()

  expect(await fetchText(request, '/')).not.toContain(title)
  await publishArticle(page)
  await expectTextSoon(request, '/', title)
  await expectTextSoon(request, '/rss.xml', title)
  await expectTextSoon(request, '/sitemap.xml', `id=${id}<`)

  const reader = await page.context().newPage()
  await reader.goto(`/detail/index?id=${id}`)
  const article = reader.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(article.getByRole('heading', { level: 2, name: '服务内容' })).toBeVisible()
  await expect(article.getByRole('listitem').filter({ hasText: '团体辅导' })).toBeVisible()
  await expect(article.getByRole('columnheader', { name: '地点' })).toBeVisible()
  const picture = article.getByRole('img', { name: '一座橙色的拱桥' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(article.getByRole('link', { name: /notice\.docx/ })).toBeVisible()
  await reader.close()

  const changed = createUniqueText('社区心理服务站正式启用')
  await page.getByLabel('标题', { exact: true }).fill(changed)
  await locateButton(page, '保存修改').click()
  await expect(page.getByText('保存成功').last()).toBeVisible()
  await expectTextSoon(request, '/', changed)
  await expectTextSoon(request, `/detail/index?id=${id}`, changed)

  await chooseInMenu(page, '撤回')
  await locateDialog(page).getByRole('button', { name: '撤回' }).click()
  await expect(page.getByText('已撤回').first()).toBeVisible()
  await expect.poll(async () => (await request.get(`/detail/index?id=${id}`)).status(), { timeout: 1_000 }).toBe(404)
  await expectUnseen(request, id, changed)
})

test('a scheduled article is hidden until its time, and then appears automatically', async ({ page, request }) => {
  const title = createUniqueText('定时发布的通知')
  await openConsole(page, '/articles/new')
  await page.getByLabel('标题', { exact: true }).fill(title)
  await locateBody(page).fill('到时间自动发布。')
  await page.getByText('学术交流', { exact: true }).click()
  await chooseInMenu(page, '定时发布')
  await locateDialog(page).getByRole('button', { name: '确定定时' }).click()
  await expect(page.getByText('已设定定时发布')).toBeVisible()
  await expect(page.getByText(/将于 .+（北京时间）自动发布/)).toBeVisible()
  const id = articleIdIn(page)
  await expectUnseen(request, id, title)

  await chooseInMenu(page, '修改定时')
  const soon = new Date(Date.now() + 5_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  await locateDialog(page).getByLabel('发布时间（北京时间）').fill(soon)
  await locateDialog(page).getByLabel('发布时间（北京时间）').press('Enter')
  await expect(locateDialog(page)).toBeHidden()
  // visible, and not before its time, however long the console took
  await expect.poll(() => fetchText(request, '/'), { timeout: 15_000, intervals: [100] }).toContain(title)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(`${soon.replace(' ', 'T')}+08:00`))
})

test('a pinned article is first in its list', async ({ page, request }) => {
  const editor = await createEditor(request)
  const title = createUniqueText('读书会')
  const { id } = await editor.publish({ title, psychologyColumnId: 3, tagId: 4 }, '2020-01-02 08:00:00')
  await openConsole(page, `/articles/${id}`)
  await page.getByLabel('置顶显示').click()
  await locateButton(page, '保存修改').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await page.goto('/learning/index?tagId=4')
  const first = page.getByRole('main').getByRole('article').first()
  await expect(first).toContainText(title)
  await expect(first).toContainText('置顶')
})

test('unsaved work blocks leaving, and two editors do not overwrite each other', async ({ page, request }) => {
  const editor = await createEditor(request)
  const { id, version } = await editor.createDraft({ title: createUniqueText('两人同改') })
  await openConsole(page, `/articles/${id}`)
  await page.getByLabel('标题', { exact: true }).fill(createUniqueText('我改的标题'))
  await locateButton(page, '返回文章列表').click()
  await expect(locateDialog(page).getByText('有未保存的修改').last()).toBeVisible()
  await locateButton(page, '继续编辑').click()

  await editor.change(id, version, { title: createUniqueText('别人改的标题') })
  await locateButton(page, '保存草稿').click()
  await expect(
    locateDialog(page)
      .getByText(/已被他人修改|他人/)
      .first(),
  ).toBeVisible()
})
