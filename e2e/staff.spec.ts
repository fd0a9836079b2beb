// Staff at the console: what they write, when visitors see it, and that nobody sees it earlier or longer.
import path from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { button, enterAs, expect, field, newEditor, newMember, newName, newPhone, password, test } from './visitor.ts'

// a menu that is still sliding open is not yet where it is clicked
test.use({ reducedMotion: 'reduce' })

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name)
const body = (page: Page) => page.getByRole('textbox', { name: '正文' })
const dialog = (page: Page) => page.getByRole('dialog')
const unique = (words: string) => `${words}${Date.now() % 1_000_000}`

async function openConsole(page: Page, place: string, username = 'editor'): Promise<void> {
  await enterAs(page, username)
  await page.goto(`/admin${place}`)
}

/** Presses what opens a file chooser, and chooses. */
async function choose(page: Page, opener: Locator, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(fixture(file))
}

const idIn = (page: Page) => Number(/\/articles\/(\d+)/.exec(page.url())?.[1])

async function saveDraft(page: Page): Promise<number> {
  await button(page, '保存草稿').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/)
  return idIn(page)
}

async function publish(page: Page): Promise<void> {
  await button(page, '发布').click()
  await dialog(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('发布成功')).toBeVisible()
}

const more = async (page: Page, entry: string) => {
  await button(page, '更多操作').click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const textOf = async (request: APIRequestContext, address: string) => (await request.get(address)).text()

/** Every door through which an unpublished article could get out. */
async function expectUnseen(request: APIRequestContext, id: number, title: string): Promise<void> {
  expect((await request.get(`/detail/index?id=${id}`)).status()).toBe(404)
  expect((await request.get(`/prod-api/psychologyArticle/getById?id=${id}`)).status()).toBe(404)
  expect((await request.get(`/preview/article?id=${id}`)).status()).toBe(401)
  const doors = ['/', '/dynamic/index', '/learning/index', '/rss.xml', '/prod-api/psychologyArticle/list?size=100']
  const texts = await Promise.all(doors.map((door) => textOf(request, door)))
  for (const [at, text] of texts.entries()) expect(text.includes(title), doors[at]).toBe(false)
  expect(await textOf(request, '/sitemap.xml')).not.toContain(`id=${id}<`)
  const list = await request.get('/prod-api/psychologyArticle/list?size=3')
  const { data } = (await list.json()) as { data: { content: { id: number }[] } }
  const neighbours = await Promise.all(
    data.content.map((one) => textOf(request, `/prod-api/psychologyArticle/getById?id=${one.id}`)),
  )
  for (const text of neighbours) expect(text).not.toContain(`"id":${id},`)
}

/** The home page comes from memory, and yet shows what changed within a second. */
async function expectSoon(request: APIRequestContext, address: string, words: string): Promise<void> {
  await expect
    .poll(async () => (await textOf(request, address)).includes(words), { timeout: 1_000, intervals: [50] })
    .toBe(true)
}

test('an editor signs in, and is told what is missing or wrong', async ({ page }) => {
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: '心桥管理后台' })).toBeVisible()
  await button(page, '登录').click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await page.getByLabel('账号').fill('editor')
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await button(page, '登录').click()
  await expect(page.getByText('账号或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible()
  await expect(page).toHaveURL('/admin/articles')
  const menu = page.getByRole('navigation', { name: '后台菜单' })
  await expect(menu.getByText('轮播图')).toBeVisible()
  await expect(menu.getByText('用户')).toHaveCount(0)

  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await dialog(page).getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('退出成功')).toBeVisible()
  await expect(button(page, '登录')).toBeVisible()
})

test('an article is written with everything in it, kept as a draft, previewed, published, edited and withdrawn', async ({
  page,
  request,
}) => {
  test.slow()
  const title = unique('社区心理服务站揭牌')
  await openConsole(page, '/articles/new')
  await page.getByLabel('标题', { exact: true }).fill(title)
  await body(page).click()
  await page.keyboard.type('今天上午，社区心理服务站揭牌。')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: '段落样式' }).click()
  await page.getByTitle('大标题').click()
  await page.keyboard.type('服务内容')
  await page.keyboard.press('Enter')
  await button(page, '项目符号列表').click()
  await page.keyboard.type('心理咨询')
  await page.keyboard.press('Enter')
  await page.keyboard.type('团体辅导')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await button(page, '插入表格').click()
  await button(page, '插入').click()
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.type('时间')
  await page.keyboard.press('Tab')
  await page.keyboard.type('地点')
  await expect(body(page).getByRole('columnheader')).toHaveCount(3)
  await body(page).getByText('今天上午，社区心理服务站揭牌。').click()
  await page.keyboard.press('End')

  await choose(page, button(page, '插入图片'), 'bridge.png')
  await dialog(page).getByLabel('第1张图片的说明').fill('一座橙色的拱桥')
  await dialog(page).getByRole('button', { name: '插入图片' }).click()
  await expect(body(page).getByRole('img', { name: '一座橙色的拱桥' })).toBeVisible()
  await choose(page, button(page, '上传附件'), 'notice.docx')
  await expect(page.getByRole('link', { name: 'notice.docx' })).toBeVisible()
  await choose(page, page.getByRole('button', { name: /点击选择图片/ }), 'bridge.png')
  await expect(page.getByRole('img', { name: '封面图' })).toBeVisible()

  const id = await saveDraft(page)
  await expectUnseen(request, id, title)

  await button(page, '预览').click()
  const preview = page.frameLocator('iframe[title="文章预览"]')
  await expect(preview.getByText('预览：仅工作人员可见')).toBeVisible()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(preview.getByRole('img', { name: '一座橙色的拱桥' })).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()

  expect(await textOf(request, '/')).not.toContain(title)
  await publish(page)
  await expectSoon(request, '/', title)
  await expectSoon(request, '/rss.xml', title)
  await expectSoon(request, '/sitemap.xml', `id=${id}<`)

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

  const changed = unique('社区心理服务站正式启用')
  await page.getByLabel('标题', { exact: true }).fill(changed)
  await button(page, '保存修改').click()
  await expect(page.getByText('保存成功').last()).toBeVisible()
  await expectSoon(request, '/', changed)
  await expectSoon(request, `/detail/index?id=${id}`, changed)

  await more(page, '撤回')
  await dialog(page).getByRole('button', { name: '撤回' }).click()
  await expect(page.getByText('已撤回').first()).toBeVisible()
  await expect.poll(async () => (await request.get(`/detail/index?id=${id}`)).status(), { timeout: 1_000 }).toBe(404)
  await expectUnseen(request, id, changed)
})

test('a scheduled article stays hidden until its time, and then appears by itself', async ({ page, request }) => {
  const title = unique('定时发布的通知')
  await openConsole(page, '/articles/new')
  await page.getByLabel('标题', { exact: true }).fill(title)
  await body(page).fill('到时间自动发布。')
  await page.getByText('学术交流', { exact: true }).click()
  await more(page, '定时发布')
  await dialog(page).getByRole('button', { name: '确定定时' }).click()
  await expect(page.getByText('已设定定时发布')).toBeVisible()
  await expect(page.getByText(/将于 .+（北京时间）自动发布/)).toBeVisible()
  const id = idIn(page)
  await expectUnseen(request, id, title)

  await more(page, '修改定时')
  const soon = new Date(Date.now() + 5_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  await dialog(page).getByLabel('发布时间（北京时间）').fill(soon)
  await dialog(page).getByLabel('发布时间（北京时间）').press('Enter')
  await expect(dialog(page)).toBeHidden()
  // first seen no earlier than its time, however long the console took
  await expect.poll(() => textOf(request, '/'), { timeout: 15_000, intervals: [100] }).toContain(title)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(`${soon.replace(' ', 'T')}+08:00`))
})

test('a pinned article stands first in its list', async ({ page, request }) => {
  const editor = await newEditor(request)
  const title = unique('读书会')
  const { id } = await editor.publish({ title, psychologyColumnId: 3, tagId: 4 }, '2020-01-02 08:00:00')
  await openConsole(page, `/articles/${id}`)
  await page.getByLabel('置顶显示').click()
  await button(page, '保存修改').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await page.goto('/learning/index?tagId=4')
  const first = page.getByRole('main').getByRole('article').first()
  await expect(first).toContainText(title)
  await expect(first).toContainText('置顶')
})

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=ZH-CN>
<p class=MsoTitle align=center style='text-align:center'><span style='font-family:黑体'>培训安排<o:p></o:p></span></p>
<p class=MsoNormal style='text-indent:21pt'><b><span style='font-family:宋体;color:red'>各位会员</span></b>：请按时参加。</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>开幕式</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>学术报告</p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>上午</p></td><td><p class=MsoNormal>签到</p></td></tr></table></body></html>`
const fromWeChat = `<section style="font-size:16px"><section style="text-align:center"><p style="color:#fff"><strong>世界精神卫生日</strong></p></section>
<section><span style="letter-spacing:1px" leaf="">关爱<span style="font-weight:bold">心理健康</span></span></section>
<p><img data-src="https://mmbiz.qpic.cn/mmbiz_jpg/abc/640" src="data:image/svg+xml,%3Csvg/%3E"></p>
<p><a href="javascript:alert(1)">点这里</a></p></section>`

for (const [source, html, expected] of [
  [
    'Word',
    fromWord,
    '<h2 style="text-align:center">培训安排</h2><p><strong>各位会员</strong>：请按时参加。</p>' +
      '<ol><li><p>开幕式</p></li><li><p>学术报告</p></li></ol>' +
      '<table><tbody><tr><td><p>上午</p></td><td><p>签到</p></td></tr></tbody></table>',
  ],
  [
    'WeChat',
    fromWeChat,
    '<p style="text-align:center"><strong>世界精神卫生日</strong></p><p>关爱<strong>心理健康</strong></p><p>点这里</p>',
  ],
] as const) {
  test(`what is pasted from ${source} comes out clean`, async ({ page, request }) => {
    await openConsole(page, '/articles/new')
    await page.getByLabel('标题', { exact: true }).fill(unique(`粘贴自${source}`))
    await body(page).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
    await publish(page)
    const reply = await request.get(`/prod-api/psychologyArticle/getById?id=${idIn(page)}`)
    const { data } = (await reply.json()) as { data: { content: string } }
    const plain = data.content.replace(/ (colspan|rowspan)="1"/g, '').replace(/<colgroup>.*?<\/colgroup>/g, '')
    expect(plain.replace(/<p><\/p>$/, '')).toBe(expected)
  })
}

test('a Word file becomes an article with its headings, lists, table and picture', async ({ page }) => {
  await openConsole(page, '/articles/new')
  await choose(page, page.getByRole('button', { name: '导入 Word' }), 'notice.docx')
  await expect(page.getByText('导入成功')).toBeVisible()
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('关于举办心理危机干预培训班的通知')
  await page.getByText('通知公告', { exact: true }).click()
  await publish(page)
  await page.goto(`/detail/index?id=${idIn(page)}`)
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('关于举办心理危机干预培训班的通知')
  await expect(article.getByRole('heading', { level: 2 })).toHaveText(['一、培训内容', '二、参加对象'])
  await expect(article.getByRole('heading', { level: 3 })).toHaveText('（一）日程安排')
  await expect(article.getByRole('listitem')).toHaveText([
    '危机评估与分级',
    '现场稳定化技术',
    '转介与随访',
    '精神科医护人员',
    '心理咨询从业者',
  ])
  await expect(article.getByRole('row')).toHaveCount(3)
  await expect(article.getByText('心理危机干预', { exact: true })).toHaveCSS('font-weight', '700')
  const picture = article.locator('picture img')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('what is no Word file and no picture is refused in words', async ({ page }) => {
  await openConsole(page, '/articles/new')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '导入 Word' }).click()
  await (
    await chooser
  ).setFiles({ name: '通知.docx', mimeType: 'application/zip', buffer: Buffer.from('PK not a zip') })
  await expect(page.getByText('无法读取该 Word 文件，请另存为 .docx 后重试')).toBeVisible()
  const pictures = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /点击选择图片/ }).click()
  await (await pictures).setFiles({ name: '照片.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=x>') })
  await expect(page.getByText(/这不是有效的图片/)).toBeVisible()
})

test('unsaved work is held back, and two editors do not overwrite each other', async ({ page, request }) => {
  const editor = await newEditor(request)
  const { id, version } = await editor.write({ title: unique('两人同改') })
  await openConsole(page, `/articles/${id}`)
  await page.getByLabel('标题', { exact: true }).fill(unique('我改的标题'))
  await button(page, '返回文章列表').click()
  await expect(dialog(page).getByText('有未保存的修改').last()).toBeVisible()
  await button(page, '继续编辑').click()

  await editor.change(id, version, { title: unique('别人改的标题') })
  await button(page, '保存草稿').click()
  await expect(
    dialog(page)
      .getByText(/已被他人修改|他人/)
      .first(),
  ).toBeVisible()
})

test('a member has no business at the console', async ({ page, request }) => {
  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/admin/articles')
  await expect(page.getByText('您的账号没有后台权限')).toBeVisible()
  const reply = await page.request.get('/prod-api/admin/articles')
  expect(reply.status()).toBe(403)
  expect((await page.request.get('/preview/article?id=1')).status()).toBe(403)
})

test('a banner that is changed shows on the home page at once', async ({ page, request }) => {
  const title = unique('年会报名')
  await openConsole(page, '/banners')
  const edit = page.getByRole('button', { name: /^编辑“/ })
  await edit.last().click()
  await dialog(page).getByLabel('标题', { exact: true }).fill(title)
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expectSoon(request, '/', title)
})

test('the floating notice is changed at the console', async ({ page, request }) => {
  const title = unique('换届公示')
  await openConsole(page, '/floating-ad')
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('点击后打开').fill('javascript:alert(1)')
  await button(page, '保存').click()
  await expect(page.getByText('链接须以 / 或 https:// 开头')).toBeVisible()
  await page.getByLabel('点击后打开').fill('/detail/index?id=48')
  await button(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expectSoon(request, '/', title)
})

test('an administrator opens an account and closes it again', async ({ page, open }) => {
  const username = newName()
  await openConsole(page, '/users', 'admin')
  await button(page, '新建账号').click()
  await dialog(page).getByLabel('账号').fill(username)
  await dialog(page).getByRole('button', { name: '创建' }).click()
  await expect(dialog(page).getByText('请输入姓名')).toBeVisible()
  await dialog(page).getByLabel('姓名').fill('新编辑')
  await dialog(page).getByLabel('手机号').fill(newPhone())
  await dialog(page).getByRole('button', { name: '创建' }).click()
  await expect(dialog(page).getByText('账号已创建')).toBeVisible()
  const secret = (await dialog(page).getByRole('code').textContent()) ?? ''
  await button(page, '我已记下，关闭').click()

  const other = await open()
  await other.goto('/admin')
  await other.getByLabel('账号').fill(username)
  await other.getByLabel('密码', { exact: true }).fill(secret)
  await button(other, '登录').click()
  await expect(other.getByRole('heading', { name: '新编辑，您好' })).toBeVisible()

  await page.getByLabel('搜索用户').fill(username)
  await page.getByLabel('搜索用户').press('Enter')
  await button(page, `角色与状态：${username}`).click()
  await dialog(page).getByLabel('账号状态').click()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: username }).getByText('已停用')).toBeVisible()

  // the device that was signed in is out at its next step
  await other.getByRole('navigation', { name: '后台菜单' }).getByText('文章').click()
  await expect(other.getByText('登录信息过期重新登录')).toBeVisible()
  await field(other, '账号').fill(username)
  await other.getByLabel('密码', { exact: true }).fill(secret)
  await button(other, '登录').click()
  await expect(other.getByText('该账号已停用，请联系协会秘书处')).toBeVisible()
})
