// Stories of imported content: pasted from Word and WeChat, imported from a Word file, or refused.
import {
  locateBody,
  chooseFile,
  articleIdIn,
  openConsole,
  publishArticle,
  createUniqueText,
} from '../support/console.ts'
import { expect, test } from '../support/visitor.ts'

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

// columns without a group, as spreadsheets write them
const fromExcel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>
<col width=72><col width=0 style='display:none;mso-width-source:userset'><col width=72><caption>表1 药物剂量</caption>
<tr><td>H<sub>2</sub>O</td><td>身份证号</td><td align=right>10<sup>3</sup></td></tr>
<tr height=0 style='display:none'><td>张三</td><td>1101</td><td>9</td></tr>
<tr><td><input type=checkbox checked> 已核</td><td>1102</td><td>5</td></tr></table>
<ol start=3><li>第三条</li></ol></body></html>`

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
    '<p style="text-align:center"><strong>世界精神卫生日</strong></p><p>关爱<strong>心理健康</strong></p>' +
      '<p>［图片1：未能带入，请在此处上传］</p><p>点这里</p>',
  ],
  [
    'Excel',
    fromExcel,
    '<p style="text-align:center">表1 药物剂量</p><table><tbody><tr><td><p>H<sub>2</sub>O</p></td>' +
      '<td><p style="text-align:right">10<sup>3</sup></p></td></tr><tr><td><p>☑ 已核</p></td><td><p>5</p></td></tr>' +
      '</tbody></table><ol start="3"><li><p>第三条</p></li></ol>',
  ],
] as const) {
  test(`content pasted from ${source} is cleaned`, async ({ page, request }) => {
    await openConsole(page, '/articles/new')
    await page.getByLabel('标题', { exact: true }).fill(createUniqueText(`粘贴自${source}`))
    await locateBody(page).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
    await publishArticle(page)
    const reply = await request.get(`/prod-api/psychologyArticle/getById?id=${articleIdIn(page)}`)
    const { data } = (await reply.json()) as { data: { content: string } }
    const plain = data.content.replace(/ (colspan|rowspan)="1"/g, '').replace(/<colgroup>.*?<\/colgroup>/g, '')
    expect(plain.replace(/<p><\/p>$/, '')).toBe(expected)
  })
}

test('a Word file becomes an article with its headings, lists, table and picture', async ({ page }) => {
  await openConsole(page, '/articles/new')
  await chooseFile(page, page.getByRole('button', { name: '导入 Word' }), 'notice.docx')
  await expect(page.getByText('导入成功')).toBeVisible()
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('关于举办心理危机干预培训班的通知')
  await page.getByText('通知公告', { exact: true }).click()
  await publishArticle(page)
  await page.goto(`/detail/index?id=${articleIdIn(page)}`)
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

test('other files are refused with a message', async ({ page }) => {
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
