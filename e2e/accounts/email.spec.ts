// Story of a confirmed e-mail address, on a server with a mail server.
import { type MailServer, openMailServer, decodeLetter } from '../../server/test/stand-ins/smtp.ts'
import { locateToast } from './account-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { stopOwnServer, type OwnServer, createFolder, startOwnServer } from '../support/own-server.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, expect, locateField, password, test } from '../support/visitor.ts'

let server: OwnServer
let mailServer: MailServer
test.beforeAll(async () => {
  test.setTimeout(360_000)
  mailServer = await openMailServer()
  server = await startOwnServer(createFolder(), { env: { MAIL_URL: mailServer.url } })
})
test.afterAll(async () => {
  await stopOwnServer(server)
  mailServer.close()
})

test('a changed address is confirmed with the code from its mail', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto(`${server.origin}/login/index`)
  await locateField(page, '账号').fill('member1')
  await locateField(page, '密码').fill(password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL(`${server.origin}/`)

  await page.goto(`${server.origin}/message/index?tab=3`)
  await expect(page.getByText('您的邮箱待验证，验证前不会发送邮件')).toBeVisible()
  await page.goto(`${server.origin}/setting/index`)
  await expect(page.getByRole('heading', { name: '邮箱验证 待验证' })).toBeVisible()
  await locateField(page, '邮箱').fill('xiaoqiao@example.test')
  await locateButton(page, '保存').click()
  await expect(locateToast(page, '验证邮件已发送，请注意查收')).toBeVisible()
  await expect(page.getByText('验证之前不会向 xiaoqiao@example.test 发送消息提醒')).toBeVisible()
  await expectAccessible(page, '邮箱待验证')
  await takePicture(page, '邮箱待验证')

  await locateField(page, '邮件中的验证码').fill('000000x')
  await locateButton(page, '验证邮箱').click()
  await expect(page.getByText('验证码错误或已失效，请重新获取')).toBeVisible()
  const [, code] = /验证码：(\d{6})/.exec(decodeLetter(mailServer.letters[0]!))!
  await locateField(page, '邮件中的验证码').fill(code!)
  await locateButton(page, '验证邮箱').click()
  await expect(locateToast(page, '邮箱已验证')).toBeVisible()
  await expect(page.getByRole('heading', { name: '邮箱验证 已验证' })).toBeVisible()
  await expectAccessible(page, '邮箱已验证')
  await takePicture(page, '邮箱已验证')
  await page.reload()
  await expect(page.getByText('消息提醒会发送到 xiaoqiao@example.test')).toBeVisible()
})
