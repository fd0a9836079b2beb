// Stories of registration, login and password reset, with their errors.
import { expectRefused, signOut, locateToast } from './account-steps.ts'
import { takePicture } from '../support/pictures.ts'
import {
  locateButton,
  expect,
  locateField,
  fromOtherAddress,
  logIn,
  createMember,
  createName,
  createPhone,
  readCode,
  test,
} from '../support/visitor.ts'

test('a visitor registers on the way to an application and continues there, signed in', async ({ page, request }) => {
  const [username, phone, secret] = [createName(), createPhone(), 'Qiao-2026-lu']
  await page.goto('/member/index')
  await locateButton(page, '申请入会').click()
  await expect(page).toHaveURL('/login/index?next=%2Fmember%2Findex%3Fapply%3D1')
  await page.getByRole('link', { name: '立即注册' }).click()
  await expect(page).toHaveURL('/login/register?next=%2Fmember%2Findex%3Fapply%3D1')
  await page.getByRole('link', { name: '返回登录' }).click()
  await expect(page).toHaveURL('/login/index?next=%2Fmember%2Findex%3Fapply%3D1')
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await page.getByRole('link', { name: '返回登录' }).click()
  await page.getByRole('banner').getByRole('link', { name: '注册', exact: true }).click()
  await expect(page).toHaveURL('/login/register?next=%2Fmember%2Findex%3Fapply%3D1')

  await locateField(page, '账号').fill(username)
  await locateField(page, '手机号').fill(phone)
  await locateButton(page, '获取验证码').click()
  await expect(locateToast(page, '验证码已发送，请注意查收')).toBeVisible()
  await locateField(page, '验证码').fill(await readCode(request, phone))
  await locateField(page, '密码').fill(secret)
  const consent = page.getByRole('checkbox', { name: /^我已阅读并同意/ })
  await expect(consent).not.toBeChecked()
  const registrations: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/auth/register') && sent.method() === 'POST') registrations.push(sent.url())
  })
  await locateField(page, '密码').press('Enter')
  await expect(consent).toBeFocused()
  await expect(consent).toHaveAccessibleDescription('请先阅读并同意《用户服务协议》和《隐私政策》')
  await takePicture(page, '注册未勾选')
  expect(registrations).toEqual([])

  await consent.check()
  await locateButton(page, '注册').click()
  await expect(page).toHaveURL('/member/index?apply=1')
  await expect(locateToast(page, '注册成功')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: '个人会员入会申请' })
  await expect(dialog.getByLabel(/^手机/)).toHaveValue(phone)
  await takePicture(page, '注册后的入会申请', { isWhole: false })
  await locateButton(page, '暂存并关闭').click()
  // an application with only data of the account is not saved as a draft
  await expect(locateButton(page, '申请入会')).toBeVisible()
  await expect(page.getByRole('banner').getByText(username).first()).toBeVisible()
  await page.goto('/')
  await signOut(page)
  await logIn(page, { username, password: secret })
})

test('a failed sign-in after registering leads to the login page and keeps the return address', async ({
  page,
  request,
}) => {
  const phone = createPhone()
  await page.goto('/login/register?next=%2FConsult%2Findex')
  await page.route('**/auth/mh/login?*', (route) =>
    route.fulfill({ status: 429, json: { code: 429, msg: '尝试次数过多，请稍后再试', data: null } }),
  )
  await locateField(page, '账号').fill(createName())
  await locateField(page, '手机号').fill(phone)
  await locateButton(page, '获取验证码').click()
  await locateField(page, '验证码').fill(await readCode(request, phone))
  await locateField(page, '密码').fill('Qiao-2026-lu')
  await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check()
  await locateButton(page, '注册').click()
  await expect(page).toHaveURL('/login/index?next=%2FConsult%2Findex')
  await expect(locateToast(page, '注册成功，请登录！')).toBeVisible()
})

test('the code can be requested again after 60 seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login/register')
  await locateField(page, '手机号').fill(createPhone())
  await locateButton(page, '获取验证码').click()
  const counting = page.getByRole('button', { name: /^\d+秒$/ })
  await expect(counting).toBeDisabled()
  await expect(counting).toHaveText(/^(60|5\d)秒$/)
  await page.clock.fastForward(30_000)
  await expect(counting).toHaveText(/^(30|2\d)秒$/)
  await expect(counting).toBeDisabled()
  await page.clock.fastForward(31_000)
  await expect(locateButton(page, '重新获取')).toBeEnabled()
})

test('registration explains missing and wrong values, and keeps the input', async ({ page, request }) => {
  const taken = await createMember(request)
  await page.goto('/login/register')
  await locateButton(page, '注册').click()
  await expectRefused(page, '账号', '请输入账号')
  for (const sentence of ['请输入账号', '请输入手机号', '请输入验证码', '请输入密码']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check()

  await locateButton(page, '获取验证码').click()
  await expectRefused(page, '手机号', '请填写手机号后获取验证码！')
  await locateField(page, '手机号').fill('23800000000')
  await locateButton(page, '获取验证码').click()
  await expectRefused(page, '手机号', '请填写正确的手机号后获取验证码！')

  const phone = createPhone()
  await locateField(page, '账号').fill('<b>名</b>')
  await locateField(page, '手机号').fill(phone)
  await locateField(page, '验证码').fill('000000')
  await locateField(page, '密码').fill('short')
  await locateButton(page, '注册').click()
  await expectRefused(page, '账号', '账号只能包含文字、数字、点、横线和下划线')
  await expect(page.getByText('密码至少8位').last()).toBeVisible()

  await locateField(page, '账号').fill(taken.username)
  await locateField(page, '密码').fill('12345678')
  await locateButton(page, '注册').click()
  await expectRefused(page, '密码', '密码太容易被猜到：很多人都用过这个密码或其中的一部分')
  await locateField(page, '密码').fill('Qiao-2026-lu')
  await locateButton(page, '注册').click()
  await expectRefused(page, '账号', '该账号已被注册，请换一个')
  await locateField(page, '账号').fill(createName())
  await locateButton(page, '注册').click()
  await expectRefused(page, '验证码', '验证码错误或已失效，请重新获取')

  await expect(locateField(page, '手机号')).toHaveValue(phone)
  await expect(locateField(page, '验证码')).toHaveValue('000000')
  await expect(locateField(page, '密码')).toHaveValue('Qiao-2026-lu')
})

test('a user logs in by account or phone, and returns to the previous page', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto('/dynamic/index?tab=2')
  await page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).click()
  await locateField(page, '账号').fill(member.username)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/dynamic/index?tab=2')
  await signOut(page)

  await page.goto('/login/index')
  await page.getByRole('link', { name: '手机登录' }).click()
  await locateButton(page, '登录').click()
  await expectRefused(page, '手机号', '请输入手机号')
  await locateField(page, '手机号').fill(member.phone)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/')
  await expect(locateToast(page, '登录成功')).toBeVisible()
})

test('a wrong password and an unknown account show the same error', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto('/login/index')
  await locateButton(page, '登录').click()
  await expectRefused(page, '账号', '请输入账号')
  await expect(page.getByText('请输入密码', { exact: true })).toBeVisible()
  for (const username of [member.username, createName()]) {
    await locateField(page, '账号').fill(username)
    await locateField(page, '密码').fill('not the password')
    await locateButton(page, '登录').click()
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误')
    await expect(locateField(page, '账号')).toHaveValue(username)
    await expect(locateField(page, '密码')).toHaveValue('not the password')
  }
  // the password can be revealed before another try
  await locateButton(page, '显示密码').click()
  await expect(locateField(page, '密码')).toHaveAttribute('type', 'text')
})

test('a code replaces a forgotten password', async ({ page, request }) => {
  const member = await createMember(request)
  const secret = 'Xin-2026-mima'
  await page.setExtraHTTPHeaders(fromOtherAddress())
  await page.goto('/login/index')
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await expect(page).toHaveURL('/login/forget')
  await locateButton(page, '重置密码').click()
  await expectRefused(page, '手机号', '请输入手机号')

  await locateField(page, '手机号').fill(member.phone)
  await locateButton(page, '获取验证码').click()
  // within a minute of the registration's message, the number gets no other
  await expect(page.getByRole('alert')).toHaveText('验证码每分钟只能获取一次，请1分钟后再试')
  await expect(locateField(page, '手机号')).toHaveValue(member.phone)

  const [elder, phone] = ['member2', '13800000202']
  await locateField(page, '手机号').fill(phone)
  await locateButton(page, '获取验证码').click()
  await expect(locateToast(page, '验证码已发送，请注意查收')).toBeVisible()
  await locateField(page, '验证码').fill(await readCode(request, phone))
  await locateField(page, '新密码').fill(secret)
  await locateField(page, '确认新密码').fill(`${secret}!`)
  await locateButton(page, '重置密码').click()
  await expectRefused(page, '确认新密码', '两次输入的密码不一致')
  await locateField(page, '确认新密码').fill(secret)
  await locateButton(page, '重置密码').click()
  await expect(page).toHaveURL('/login/index')
  await expect(locateToast(page, '密码重置成功，请登录！')).toBeVisible()
  await page.setExtraHTTPHeaders({})
  await logIn(page, { username: elder, password: secret })
})

test('above the free allowance a proof of work is solved automatically', async ({ page, request }) => {
  test.setTimeout(240_000)
  // the free allowance is per clock hour, so do not begin just before the next one
  const msLeft = 3_600_000 - (Date.now() % 3_600_000)
  if (msLeft < 20_000) await page.waitForTimeout(msLeft)
  const headers = fromOtherAddress()
  for (let sent = 0; sent < 10; sent++) {
    // oxlint-disable-next-line no-await-in-loop -- in turn: the eleventh request of an address needs a proof
    const reply = await request.get('/prod-api/auth/registerSendSms', { params: { phone: createPhone() }, headers })
    expect(reply.status()).toBe(200)
  }
  await page.setExtraHTTPHeaders(headers)
  await page.goto('/login/register')
  const phone = createPhone()
  await locateField(page, '手机号').fill(phone)
  // holds the request until the message was seen, because a fast browser would solve the proof earlier
  const { promise: messageSeen, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/auth/challenge', async (route) => {
    await messageSeen
    await route.continue()
  })
  const asked = page.waitForResponse((reply) => reply.url().includes('registerSendSms') && reply.status() === 428)
  await locateButton(page, '获取验证码').click()
  await asked
  await expect(page.getByText('正在进行安全验证…')).toBeVisible()
  release()
  await expect(locateToast(page, '验证码已发送，请注意查收')).toBeVisible({ timeout: 20_000 })
  expect(await readCode(request, phone)).toMatch(/^\d{6}$/)
})
