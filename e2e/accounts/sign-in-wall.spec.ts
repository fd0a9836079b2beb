// Stories of sign-in on demand: a visitor is offered sign-in, registration and 12356, and then continues.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import {
  locateButton,
  expect,
  locateField,
  fromOtherAddress,
  createMember,
  createName,
  createPhone,
  readCode,
  test,
  type Member,
} from '../support/visitor.ts'

test.use({ trace: 'off' })
const counsellor = '/ConsultDetail/index?id=11'
const locateSheet = (page: Page, sentence: string) => page.getByRole('dialog', { name: sentence, exact: true })

async function expectSheet(page: Page, sentence: string) {
  await expect(page.locator('#toasts')).toContainText(sentence)
  const dialog = locateSheet(page, sentence)
  const helpline = dialog.getByRole('link', { name: '拨打12356' })
  await expect(helpline).toHaveAttribute('href', 'tel:12356')
  expect((await helpline.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  return dialog
}

async function signInFrom(page: Page, sentence: string, { username, password }: Member) {
  const dialog = await expectSheet(page, sentence)
  await dialog.getByRole('link', { name: '登录', exact: true }).click()
  await locateField(page, '账号').fill(username)
  await locateField(page, '密码').fill(password)
  await locateButton(page, '登录').click()
}

test('booking continues after signing in', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto(counsellor)
  await locateButton(page, '预约咨询').click()
  await expectSheet(page, '请先登录后再进行咨询')
  await takePicture(page, '登录提示', { isWhole: false })
  await expectAccessible(page, '登录提示')
  await expectFitsWidth(page, 375)
  await page.keyboard.press('Escape')
  await expect(locateSheet(page, '请先登录后再进行咨询')).toHaveCount(0)
  await expect(locateButton(page, '预约咨询')).toBeFocused()
  await locateButton(page, '预约咨询').click()
  await signInFrom(page, '请先登录后再进行咨询', member)
  await expect(page.getByRole('dialog', { name: /^预约/ })).toBeVisible()
  // going back or reloading does not open it again
  await expect(page).toHaveURL(counsellor)
})

test('a chat opens after signing in', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto(counsellor)
  await locateButton(page, '在线咨询').click()
  await signInFrom(page, '请先登录后再进行咨询', member)
  await expect(page.getByRole('dialog', { name: '聊天' })).toBeVisible()
  await expect(page).toHaveURL(counsellor)
})

test('asking continues after registering, and a draft survives a session that ended', async ({ page, request }) => {
  const phone = createPhone()
  await page.setExtraHTTPHeaders(fromOtherAddress())
  await page.goto('/psychology/index?type=3')
  await locateButton(page, '我要提问').click()
  const dialog = await expectSheet(page, '请先登录')
  await dialog.getByRole('link', { name: '没有账号，用手机号注册' }).click()
  await locateField(page, '账号').fill(createName())
  await locateField(page, '手机号').fill(phone)
  await locateButton(page, '获取验证码').click()
  await locateField(page, '验证码').fill(await readCode(request, phone))
  await locateField(page, '密码').fill('Qiao-2026-lu')
  await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check()
  await locateButton(page, '注册').click()
  await expect(page.getByRole('heading', { name: '我要提问' })).toBeVisible()
  await expect(page).toHaveURL('/psychology/index?type=3')

  // the session ends while the question is being written
  await locateField(page, '标题').fill('搬家以后睡不好')
  await page.context().request.delete('/prod-api/auth/logout')
  await page.reload()
  await locateButton(page, '我要提问').click()
  const again = await expectSheet(page, '请先登录')
  await again.getByRole('link', { name: '登录', exact: true }).click()
  await page.getByRole('link', { name: '手机登录' }).click()
  await locateField(page, '手机号').fill(phone)
  await locateField(page, '密码').fill('Qiao-2026-lu')
  await locateButton(page, '登录').click()
  await expect(locateField(page, '标题')).toHaveValue('搬家以后睡不好')
})

test('following and own questions return as well', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto(counsellor)
  await page.getByRole('button', { name: /^关注/ }).click()
  await signInFrom(page, '请先登录', member)
  await expect(page).toHaveURL(counsellor)

  await page.context().clearCookies()
  await page.goto('/psychology/index')
  await locateButton(page, '我的提问').click()
  await signInFrom(page, '请先登录', member)
  await expect(page).toHaveURL('/psychology/index?type=3&own=1')
  await expect(page.getByText('您还没有提过问题')).toBeVisible()
})
