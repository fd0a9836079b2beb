// Story of passkeys with Chromium's virtual authenticator, on a server that requires a second factor for staff.
import { addVirtualKey, confirmPassword } from './factor-steps.ts'
import { stopOwnServer, type OwnServer, createFolder, startOwnServer } from '../support/own-server.ts'
import { pressButton } from '../support/console-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, expect, locateField, password, test } from '../support/visitor.ts'

let server: OwnServer
test.beforeAll(async () => {
  test.setTimeout(360_000)
  server = await startOwnServer(createFolder(), {
    env: { SECOND_FACTOR: 'required' },
    host: 'localhost',
  })
})
test.afterAll(() => stopOwnServer(server))

test('staff enrol a passkey before any other page, sign in with it, and confirm a sensitive action', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await addVirtualKey(page)
  const logIn = async () => {
    await page.goto(`${server.origin}/admin/users`)
    await page.getByLabel('账号').fill('admin')
    await page.getByLabel('密码').fill(password)
    await locateButton(page, '登录').click()
  }
  await logIn()
  await expect(page.getByText('请先启用两步验证')).toBeVisible()
  await page.getByRole('link', { name: '去启用两步验证' }).click()
  await expect(page.getByText('请先启用一种两步验证，再继续使用')).toBeVisible()
  await expectAccessible(page, '先启用两步验证')
  await takePicture(page, '先启用两步验证')
  await locateField(page, '通行密钥名称').fill('办公室电脑')
  await locateButton(page, '添加通行密钥').click()
  await confirmPassword(page)
  await expect(page.getByRole('heading', { name: '请保存恢复码' })).toBeVisible()
  await locateButton(page, '我已保存，继续').click()
  await expect(page).toHaveURL(`${server.origin}/admin/users`)

  // from here on the password is only the first step
  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByText('退出登录').click()
  await pressButton(page.getByRole('dialog'), '退出登录')
  await logIn()
  await expect(page.getByText('密码正确，请完成第二步验证')).toBeVisible()
  await takePicture(page, '后台-第二步')
  await locateButton(page, '使用通行密钥').click()
  await expect(page.getByRole('heading', { name: '用户', level: 1 })).toBeVisible()

  await page.goto(`${server.origin}/admin/users?key=editor`)
  await page.getByRole('button', { name: '重设密码：editor' }).click()
  await pressButton(page.getByRole('dialog', { name: /^重设“editor”/ }), '重设密码')
  const asked = page.getByRole('dialog', { name: '请确认是您本人操作' })
  await takePicture(page, '用通行密钥确认', { isWhole: false })
  await pressButton(asked, '使用通行密钥')
  await expect(page.getByRole('dialog', { name: '密码已重设' })).toBeVisible()
  await pressButton(page.getByRole('dialog', { name: '密码已重设' }), '我已记下，关闭')

  await page.goto(`${server.origin}/setting/index?tab=5`)
  await page.getByRole('button', { name: '改名：办公室电脑' }).click()
  await locateField(page, '新名称').fill('会议室电脑')
  await locateButton(page, '保存').click()
  await expect(page.getByText('会议室电脑')).toBeVisible()
  await takePicture(page, '通行密钥')
  // this role must keep one factor
  await page.getByRole('button', { name: '移除：会议室电脑' }).click()
  await pressButton(page.getByRole('dialog'), '移除')
  await expect(page.getByText('您的角色必须启用两步验证')).toBeVisible()
})
