// Stories of staff work on Q&A and counsellors: pages and credentials, tags, watched words, and bulletins to a group.
import type { Page } from '@playwright/test'
import { roles } from '@xinqiao/contract/roles.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { chooseOption, pressButton } from '../support/console-steps.ts'
import { chooseFile, locateDialog, openConsole, createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import {
  locateButton,
  enterAs,
  enterAsNewMember,
  expect,
  locateField,
  createName,
  createPhone,
  test,
} from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

test('staff create a counsellor, whose credential is public once verified', async ({ page, open }) => {
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/counsellors', 'admin')
  const username = createName()
  const nickName = `闻听雨${username.slice(-4)}`
  const made = await staff.request.post('/prod-api/admin/user', {
    data: { username, nickName, phone: createPhone(), roleId: roles.counsellor },
  })
  expect(await made.json()).toMatchObject({ code: 200 })
  await staff.getByLabel('搜索咨询师').fill(nickName)
  await staff.getByLabel('搜索咨询师').press('Enter')
  const row = staff.getByRole('row').filter({ hasText: nickName })
  await expect(row).toContainText('未展示')
  await row.getByRole('link', { name: nickName }).click()
  await expect(staff.getByRole('heading', { level: 1, name: nickName })).toBeVisible()
  await staff.getByLabel('部门').fill('心桥咨询中心')
  await staff.getByLabel('职称').fill('注册心理师')
  await staff.getByLabel('介绍').fill('陪伴新手父母度过最初的一年。')
  for (const domain of ['孕产心理', '亲子关系']) {
    await staff.getByRole('combobox', { name: '擅长领域' }).fill(domain)
    await staff.getByRole('combobox', { name: '擅长领域' }).press('Enter')
  }
  await staff.getByRole('combobox', { name: '擅长领域' }).press('Escape')
  await staff.getByLabel('资质与培训经历').fill('应用心理硕士\n孕产期心理支持两年制培训')
  await staff.getByLabel('线下咨询价格（元/次）').fill('358.5')
  await staff.getByRole('switch', { name: '在咨询师列表中展示' }).click()
  await locateButton(staff, '保存').click()
  await expect(staff.getByText('保存成功')).toBeVisible()

  await locateButton(staff, '登记证书').click()
  const form = staff.getByRole('dialog', { name: '登记证书' })
  await pressButton(form, '保存')
  await expect(form.getByText('请输入证书编号')).toBeVisible()
  const number = createUniqueText('X-26-')
  await form.getByLabel('证书名称').fill('注册心理师')
  await form.getByLabel('证书编号').fill(number)
  await form.getByLabel('发证机构').fill('中国心理学会')
  await form.getByLabel('有效期至').fill('2031-06-30')
  await form.getByLabel('有效期至').press('Enter')
  await pressButton(form, '保存')
  const credential = staff.getByRole('listitem').filter({ hasText: number })
  await expect(credential).toContainText('待核验')
  await expect(credential).toContainText('没有扫描件')
  await chooseFile(staff, locateButton(staff, '上传扫描件'), 'bridge.png')
  const scan = credential.getByRole('link', { name: '查看扫描件' })
  await expect(scan).toBeVisible()
  await expectAccessible(staff, '咨询师资料')
  await expectFitsWidth(staff, 375)
  await takePicture(staff, '咨询师资料')
  await staff.setViewportSize(desktop)

  // a visitor sees the page, but not the credential yet
  await page.goto(`/Consult/index?key=${encodeURIComponent(nickName)}`)
  await page.getByRole('main').getByRole('article', { name: nickName }).getByRole('link', { name: '查看详情' }).click()
  await expect(page.getByRole('heading', { level: 1, name: nickName })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('358.50 元/次')
  for (const words of ['孕产心理', '亲子关系', '应用心理硕士']) await expect(main).toContainText(words)
  await expect(main).not.toContainText(number)

  await credential.getByRole('button', { name: '核验通过' }).click()
  await expect(credential).toContainText('已核验')
  await page.reload()
  const facts = main.getByRole('listitem').filter({ hasText: number })
  await expect(facts).toContainText('注册心理师')
  await expect(facts).toContainText('2031-06-30')
  await takePicture(page, '咨询师证书')
  const href = (await scan.getAttribute('href'))!
  const opened = await staff.request.get(href)
  expect(opened.headers()['content-type']).toBe('image/png')
  const key = /[0-9a-zA-Z_-]{16,}/.exec(new URL(href, page.url()).pathname)![0]
  const id = new URL(page.url()).searchParams.get('id')
  const detail = await page.request.get(`/prod-api/consultDoctor/getById?id=${id}`)
  for (const text of [await page.content(), await detail.text()]) expect(text).not.toContain(key)
  expect((await page.request.get(href)).status()).toBeGreaterThanOrEqual(400)
  // a credential with a new scan must be verified again
  await chooseFile(staff, locateButton(staff, '上传扫描件'), 'bridge.png')
  await expect(credential).toContainText('待核验')
  await page.reload()
  await expect(main).not.toContainText(number)
})

test('a tag is added and renamed, and questions use its new name', async ({ page, open, request }) => {
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/words', 'service')
  const [before, after] = [createUniqueText('旧'), createUniqueText('新')]
  await locateButton(staff, '添加标签').click()
  await pressButton(locateDialog(staff), '保存')
  await expect(locateDialog(staff).getByText('请输入标签名称')).toBeVisible()
  await locateDialog(staff).getByLabel('名称').fill('情绪困扰')
  await pressButton(locateDialog(staff), '保存')
  await expect(staff.getByText('已有同名的标签')).toBeVisible()
  await locateDialog(staff).getByLabel('名称').fill(before)
  await pressButton(locateDialog(staff), '保存')
  await locateButton(staff, `修改${before}`).click()
  await locateDialog(staff).getByLabel('名称').fill(after)
  await pressButton(locateDialog(staff), '保存')
  await expect(staff.getByRole('row').filter({ hasText: after })).toContainText('启用')
  await expect(staff.getByText(before)).toHaveCount(0)
  await expectFitsWidth(staff, 375)
  await takePicture(staff, '词库与标签')
  await staff.setViewportSize(desktop)

  await enterAsNewMember(page, request)
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await expect(page.getByRole('button', { name: before })).toHaveCount(0)
  await page.getByRole('button', { name: after }).click()
  await locateField(page, '标题').fill('新来的同事都不熟')
  await page.locator('#field-content').fill('午饭总是一个人吃。')
  await locateButton(page, '发布').click()
  await expect(page.locator('#toasts')).toContainText('发布成功')
  await staff.reload()
  await expect(staff.getByRole('row').filter({ hasText: after }).getByRole('cell').nth(2)).toHaveText('1')
  // a disabled tag can no longer be chosen
  await locateButton(staff, `修改${after}`).click()
  await locateDialog(staff).getByRole('switch', { name: '启用' }).click()
  await pressButton(locateDialog(staff), '保存')
  await expect(staff.getByRole('row').filter({ hasText: after })).toContainText('停用')
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await expect(page.getByRole('button', { name: '情绪困扰' })).toBeVisible()
  await expect(page.getByRole('button', { name: after })).toHaveCount(0)
})

async function askQuestion(page: Page, title: string): Promise<void> {
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await locateField(page, '标题').fill(title)
  await page.locator('#field-content').fill('想听听大家的办法。')
  await page.getByRole('button', { name: '人际关系' }).click()
  await locateButton(page, '发布').click()
}

test('a watched word refuses, masks or holds texts while it is in the list', async ({ page, open, request }) => {
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/words', 'service')
  const words = {
    拒绝发布: createUniqueText('词甲'),
    '替换为＊': createUniqueText('词乙'),
    先审后发: createUniqueText('词丙'),
  }
  await locateButton(staff, '添加').click()
  await expect(staff.getByText('请输入词语')).toBeVisible()
  for (const [action, word] of Object.entries(words)) {
    await staff.getByLabel('词语').fill(word)
    await chooseOption(staff, '处理方式', action)
    await locateButton(staff, '添加').click()
    await expect(staff.getByText(`${word} · ${action}`)).toBeVisible()
  }

  await enterAsNewMember(page, request)
  const own = page.getByRole('main').getByRole('article')
  await askQuestion(page, `加${words.拒绝发布}好友`)
  await expect(page.getByText('内容中含有不允许发布的词语，请修改后再提交')).toBeVisible()
  await takePicture(page, '提问含敏感词', { isWhole: false })
  await page.goto('/psychology/index?type=3&own=1')
  await expect(page.getByText('您还没有提过问题')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await askQuestion(page, `他说${words['替换为＊']}这种话`)
  await expect(page.locator('#toasts')).toContainText('发布成功')
  await askQuestion(page, `听说${words.先审后发}有用`)
  await expect(page.locator('#toasts')).toContainText('审核')
  await page.goto('/psychology/index?type=3&own=1')
  await expect(own).toHaveCount(2)
  await expect(own.filter({ hasText: '他说＊' })).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText(words['替换为＊'])
  await expect(own.filter({ hasText: `听说${words.先审后发}有用` })).toContainText('审核')

  const word = words.拒绝发布
  await staff.getByRole('listitem').filter({ hasText: word }).getByLabel(`删除${word}`).click()
  await expect(staff.getByText(word)).toHaveCount(0)
  await askQuestion(page, `加${word}好友`)
  await expect(page.locator('#toasts')).toContainText('发布成功')
})

test('a bulletin to a group reaches only members of the group', async ({ page, open, request }) => {
  const editor = await open({ viewport: desktop })
  await openConsole(editor, '/bulletins', 'editor')
  await enterAsNewMember(page, request)
  const title = createUniqueText('后台周五晚间维护')
  await locateButton(editor, '发布公告').click()
  const form = editor.getByRole('dialog', { name: '发布公告' })
  await pressButton(form, '发布')
  await expect(form.getByText('请输入标题')).toBeVisible()
  await form.getByLabel('标题').fill(title)
  await form.getByLabel('内容').fill('周五22点至23点暂停登录。\n请提前保存。')
  await chooseOption(editor, '接收人', '工作人员')
  await expectAccessible(editor, '发布公告')
  await pressButton(form, '发布')
  await pressButton(editor.getByRole('dialog', { name: '发布给“工作人员”吗？' }), '确认发布')
  await expect(editor.getByText(/发布成功，已送达\d+个账号/)).toBeVisible()
  const row = editor.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('工作人员')
  await expect(row).toContainText(/0 \/ \d/)
  await expectFitsWidth(editor, 375)
  await takePicture(editor, '公告')
  await editor.setViewportSize(desktop)

  const examiner = await open({ viewport: desktop })
  await enterAs(examiner, 'examiner')
  await examiner.goto('/message/index')
  await examiner.getByRole('main').getByRole('link', { name: title }).click()
  await expect(examiner.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(examiner.getByRole('main')).toContainText('请提前保存。')
  await takePicture(examiner, '收到的公告')
  const address = examiner.url()
  await editor.reload()
  await expect(row).toContainText(/1 \/ \d/)
  await page.goto('/message/index')
  await expect(page.getByText('暂无消息')).toBeVisible()
  expect((await page.goto(address))?.status()).toBe(404)

  await row.getByRole('button', { name: '撤回' }).click()
  await pressButton(editor.getByRole('dialog'), '撤回')
  await expect(row).toContainText('已撤回')
  await examiner.goto('/message/index')
  await expect(examiner.getByRole('main').getByRole('link', { name: title })).toHaveCount(0)
})
