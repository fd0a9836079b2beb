// Stories of staff at the console: access, banners, notice, and accounts.
import { locateDialog, expectTextSoon, openConsole, createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import {
  locateButton,
  enterAs,
  expect,
  locateField,
  createMember,
  createName,
  createPhone,
  password,
  test,
} from '../support/visitor.ts'

test('an editor signs in, and sees errors of missing and wrong values', async ({ page }) => {
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: '心桥管理后台' })).toBeVisible()
  await locateButton(page, '登录').click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await page.getByLabel('账号').fill('editor')
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await locateButton(page, '登录').click()
  await expect(page.getByText('账号或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible()
  await expect(page).toHaveURL('/admin/articles')
  const menu = page.getByRole('navigation', { name: '后台菜单' })
  await expect(menu.getByText('轮播图')).toBeVisible()
  await expect(menu.getByText('用户')).toHaveCount(0)
  await expect(page.getByText('版本 1.0.0')).toBeVisible()
  await takePicture(page, '后台的版本')

  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await locateDialog(page).getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('退出成功')).toBeVisible()
  await expect(locateButton(page, '登录')).toBeVisible()
})

test('a member has no access to the console', async ({ page, request }) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/admin/articles')
  await expect(page.getByText('您的账号没有后台权限')).toBeVisible()
  const reply = await page.request.get('/prod-api/admin/articles')
  expect(reply.status()).toBe(403)
  expect((await page.request.get('/preview/article?id=1')).status()).toBe(403)
})

test('a changed banner shows on the home page at once', async ({ page, request }) => {
  const title = createUniqueText('年会报名')
  await openConsole(page, '/banners')
  const edit = page.getByRole('button', { name: /^编辑“/ })
  await edit.last().click()
  await locateDialog(page).getByLabel('标题', { exact: true }).fill(title)
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expectTextSoon(request, '/', title)
})

test('the floating notice is changed at the console', async ({ page, request }) => {
  const title = createUniqueText('换届公示')
  await openConsole(page, '/floating-ad')
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('点击后打开').fill('javascript:alert(1)')
  await locateButton(page, '保存').click()
  await expect(page.getByText('链接须以 / 或 https:// 开头')).toBeVisible()
  await page.getByLabel('点击后打开').fill('/academic/xueshunianhui')
  await locateButton(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expectTextSoon(request, '/', title)
})

test('an administrator creates an account and disables it again', async ({ page, open }) => {
  const username = createName()
  await openConsole(page, '/users', 'admin')
  await locateButton(page, '新建账号').click()
  await locateDialog(page).getByLabel('账号').fill(username)
  await locateDialog(page).getByRole('button', { name: '创建' }).click()
  await expect(locateDialog(page).getByText('请输入姓名')).toBeVisible()
  await locateDialog(page).getByLabel('姓名').fill('新编辑')
  await locateDialog(page).getByLabel('手机号').fill(createPhone())
  await locateDialog(page).getByRole('button', { name: '创建' }).click()
  await expect(locateDialog(page).getByText('账号已创建')).toBeVisible()
  const secret = (await locateDialog(page).getByRole('code').textContent()) ?? ''
  await locateButton(page, '我已记下，关闭').click()

  const other = await open()
  await other.goto('/admin')
  await other.getByLabel('账号').fill(username)
  await other.getByLabel('密码', { exact: true }).fill(secret)
  await locateButton(other, '登录').click()
  // the user must first change a password set by staff
  await other.getByRole('link', { name: '去修改密码' }).click()
  const chosen = 'Shan-Gao-Lu-Yuan-9'
  await locateField(other, '原密码').fill(secret)
  await locateField(other, '新密码').fill(chosen)
  await locateField(other, '确认新密码').fill(chosen)
  await locateButton(other, '修改密码').click()
  await expect(other.getByRole('heading', { name: '新编辑，您好' })).toBeVisible()

  await page.getByLabel('搜索用户').fill(username)
  await page.getByLabel('搜索用户').press('Enter')
  await locateButton(page, `角色与状态：${username}`).click()
  await locateDialog(page).getByLabel('账号状态').click()
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: username }).getByText('已停用')).toBeVisible()

  // the next request signs the device out
  await other.getByRole('navigation', { name: '后台菜单' }).getByText('文章').click()
  await expect(other.getByText('登录信息过期重新登录')).toBeVisible()
  await locateField(other, '账号').fill(username)
  await other.getByLabel('密码', { exact: true }).fill(chosen)
  await locateButton(other, '登录').click()
  await expect(other.getByText('该账号已停用，请联系协会秘书处')).toBeVisible()
})
