// Stories of second factors: an authenticator app with recovery codes, step-up in the console, passwords set by staff,
// recovery.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { roles } from '@xinqiao/contract/roles.ts'
import { signOut, locateToast } from './account-steps.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { chooseOption, pressButton } from '../support/console-steps.ts'
import { addAuthenticatorApp, confirmPassword, totpCode } from './factor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import {
  locateButton,
  enterAs,
  enterAsNewMember,
  expect,
  locateField,
  createName,
  createPhone,
  password,
  test,
} from '../support/visitor.ts'

const run = promisify(execFile)

test('a user adds an authenticator app, signs in with its code, and with a recovery code without the phone', async ({
  page,
  request,
}) => {
  const member = await enterAsNewMember(page, request)
  await page.goto('/setting/index?tab=5')
  await expect(page.getByText('当前网址不支持，请使用动态验证码')).toBeVisible()
  await expectAccessible(page, '两步验证')
  await expectFitsWidth(page, 375)
  await takePicture(page, '两步验证-未启用')
  const { key, codes } = await addAuthenticatorApp(page, member.password)
  await takePicture(page, '恢复码')
  await locateButton(page, '我已保存，继续').click()
  await expect(page.getByText('还剩10个可用')).toBeVisible()
  await takePicture(page, '两步验证-已启用')

  await signOut(page)
  await page.goto('/login/index')
  await locateField(page, '账号').fill(member.username)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await expect(page.getByRole('heading', { name: '第二步验证' })).toBeVisible()
  await takePicture(page, '登录-第二步')
  await expectAccessible(page, '登录-第二步')
  await locateField(page, '验证码').fill('000000')
  await locateButton(page, '登录').click()
  await expect(page.getByText('验证没有通过，请核对后重试')).toBeVisible()
  await locateField(page, '验证码').fill(totpCode(key))
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/')

  await signOut(page)
  await page.goto('/login/index')
  await locateField(page, '账号').fill(member.username)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await locateField(page, '验证码').fill(codes[0]!)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/')
  await page.goto('/setting/index?tab=5')
  await expect(page.getByText('还剩9个可用')).toBeVisible()
})

test('the console asks for a step-up before a role changes, keeps the input, and continues', async ({ page, open }) => {
  const admin = await open()
  await enterAs(admin, 'admin')
  const username = createName()
  const made = await admin.request.post('/prod-api/admin/user', {
    data: { username, nickName: username, phone: createPhone(), roleId: roles.user },
  })
  expect(await made.json()).toMatchObject({ code: 200 })

  // the sign-in on the page does not count as a step-up
  await page.goto('/admin/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码').fill(password)
  await locateButton(page, '登录').click()
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible()
  await page.goto(`/admin/users?key=${encodeURIComponent(username)}`)
  await page.getByRole('button', { name: `角色与状态：${username}` }).click()
  const form = page.getByRole('dialog', { name: `修改“${username}”` })
  await chooseOption(page, '* 角色', '内容编辑')
  await pressButton(form, '保存')
  const asked = page.getByRole('dialog', { name: '请确认是您本人操作' })
  await asked.getByLabel('登录密码').fill('not the password')
  await pressButton(asked, '确认')
  await expect(asked.getByText('密码错误，请重新输入')).toBeVisible()
  await takePicture(page, '确认本人', { isWhole: false })
  await confirmPassword(page)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('内容编辑')
})

test('closing the step-up changes nothing and keeps the form', async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码').fill(password)
  await locateButton(page, '登录').click()
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible()
  await page.goto('/admin/users')
  await locateButton(page, '新建账号').click()
  const form = page.getByRole('dialog', { name: '新建账号' })
  const username = createName()
  await form.getByLabel('账号').fill(username)
  await form.getByLabel('姓名').fill('梁小满')
  await form.getByLabel('手机号').fill(createPhone())
  await pressButton(form, '创建')
  const asked = page.getByRole('dialog', { name: '请确认是您本人操作' })
  await asked.getByRole('button', { name: /Close|关闭/ }).click()
  await expect(page.getByText('已取消，没有进行任何更改')).toBeVisible()
  await expect(form.getByLabel('姓名')).toHaveValue('梁小满')
  await pressButton(form, '创建')
  await confirmPassword(page)
  await expect(page.getByRole('dialog', { name: '账号已创建' })).toBeVisible()
})

test('a password set by staff is changed at the first sign-in, which then continues', async ({ page, open }) => {
  const admin = await open()
  await enterAs(admin, 'admin')
  const username = createName()
  const made = await admin.request.post('/prod-api/admin/user', {
    data: { username, nickName: username, phone: createPhone(), roleId: roles.editor },
  })
  const { password: handedOut } = ((await made.json()) as { data: { password: string } }).data

  await page.goto('/admin/articles')
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码').fill(handedOut)
  await locateButton(page, '登录').click()
  await expect(page.getByText('请先修改初始密码')).toBeVisible()
  await takePicture(page, '后台-先改密码')
  await page.getByRole('link', { name: '去修改密码' }).click()
  await expect(page.getByText('您正在使用工作人员发放的密码')).toBeVisible()
  await takePicture(page, '先改密码')
  // every other page redirects here
  await page.goto('/message/index')
  await expect(page).toHaveURL(/\/setting\/index\?tab=2&next=%2Fmessage%2Findex$/)
  await locateField(page, '原密码').fill(handedOut)
  await locateField(page, '新密码').fill('Shan-Gao-Lu-Yuan-9')
  await locateField(page, '确认新密码').fill('Shan-Gao-Lu-Yuan-9')
  await locateButton(page, '修改密码').click()
  await expect(page).toHaveURL('/message/index')
  await expect(locateToast(page, '修改成功')).toBeVisible()
})

test('a lost factor is removed by two administrators, and the owner is notified', async ({ page, open, request }) => {
  test.setTimeout(240_000)
  const owner = await open()
  const member = await enterAsNewMember(owner, request)
  await owner.goto('/setting/index?tab=5')
  await addAuthenticatorApp(owner, member.password)

  await enterAs(page, 'admin')
  await page.goto(`/admin/users?key=${encodeURIComponent(member.username)}`)
  await page.getByRole('button', { name: `恢复两步验证：${member.username}` }).click()
  const form = page.getByRole('dialog', { name: `恢复“${member.username}”的两步验证` })
  await form.getByLabel('如何核实了本人身份').fill('视频核对了身份证，并回拨了登记的电话')
  await pressButton(form, '提交申请')
  await expect(page.getByText('已提交，请另一位管理员确认')).toBeVisible()
  await page.goto('/admin/recoveries?state=asked')
  const own = page.getByRole('row').filter({ hasText: member.username })
  await expect(own.getByRole('button', { name: /^撤回|^不同意/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /^确认恢复/ })).toBeHidden()

  const second = createName()
  const { stdout } = await run(process.execPath, ['tools/create-admin.ts', second, createPhone()], {
    env: { ...process.env, DATA_DIR: 'tmp/e2e-data' },
  })
  const handedOut = /密码 (\S+?)（/.exec(stdout)![1]!
  const other = await open()
  await enterAs(other, second, handedOut)
  await other.goto('/admin/recoveries?state=asked')
  const confirm = other.getByRole('button', { name: `确认恢复：${member.username}` })
  await expect(confirm).toBeVisible()
  await takePicture(other, '恢复两步验证')
  await confirm.click()
  await pressButton(other.getByRole('dialog', { name: /^确认恢复/ }), '确认恢复')
  await expect(other.getByText('已恢复', { exact: true }).first()).toBeVisible()

  await owner.goto('/login/index')
  await enterAs(owner, member.username, member.password)
  await owner.goto('/message/index?tab=4')
  await expect(owner.getByText('您的两步验证已由两位管理员恢复').first()).toBeVisible()
})
