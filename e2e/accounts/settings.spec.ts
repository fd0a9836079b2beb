// Stories of personal settings: profile, password and devices, only for signed-in users.
import { expectRefused, signOut, locateToast } from './account-steps.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, createMember, test } from '../support/visitor.ts'

test('the profile is saved, and refuses missing values', async ({ page, request }) => {
  const member = await enterAsNewMember(page, request)
  await page.goto('/setting/index')
  await expect(locateField(page, '账号')).toHaveValue(member.username)
  await expect(locateField(page, '手机号')).toHaveValue(member.phone)
  await locateField(page, '昵称').fill('')
  await locateButton(page, '保存').click()
  await expectRefused(page, '昵称', '请完善信息')

  await locateField(page, '昵称').fill('小桥流水')
  await locateField(page, '邮箱').fill('not an address')
  await page.getByRole('radio', { name: '女' }).check()
  await locateButton(page, '保存').click()
  await expectRefused(page, '邮箱', '请输入正确的邮箱地址')
  await expect(locateField(page, '昵称')).toHaveValue('小桥流水')
  await locateField(page, '邮箱').fill('xiaoqiao@example.com')
  await locateButton(page, '保存').click()
  await expect(locateToast(page, '修改成功')).toBeVisible()
  await page.reload()
  await expect(locateField(page, '昵称')).toHaveValue('小桥流水')
  await expect(locateField(page, '邮箱')).toHaveValue('xiaoqiao@example.com')
  await expect(page.getByRole('radio', { name: '女' })).toBeChecked()
  await expect(page.getByRole('heading', { name: '邮箱验证 待验证' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('小桥流水').first()).toBeVisible()
})

test('the password is changed, and the old one no longer works', async ({ page, request }) => {
  const member = await createMember(request)
  const secret = 'Xin-2026-mima'
  await enterAs(page, member.username, member.password)
  await page.goto('/setting/index?tab=2')
  await locateButton(page, '修改密码').click()
  await expectRefused(page, '原密码', '请输入密码')
  await locateField(page, '原密码').fill('not the password')
  await locateField(page, '新密码').fill(secret)
  await locateField(page, '确认新密码').fill(secret)
  await locateButton(page, '修改密码').click()
  await expectRefused(page, '原密码', '原密码错误')
  await expect(locateField(page, '新密码')).toHaveValue(secret)
  await locateField(page, '原密码').fill(member.password)
  await locateButton(page, '修改密码').click()
  await expect(locateToast(page, '修改成功')).toBeVisible()
  await expect(locateField(page, '原密码')).toHaveValue('')

  await page.goto('/')
  await signOut(page)
  await page.goto('/login/index')
  await locateField(page, '账号').fill(member.username)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误')
  await locateField(page, '密码').fill(secret)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/')
})

test('another device is signed out, and its next step leads to the login', async ({ page, open, request }) => {
  const member = await enterAsNewMember(page, request)
  const other = await open()
  await enterAs(other, member.username, member.password)
  await other.goto('/setting/index')
  await locateField(other, '昵称').fill('另一台设备')
  await locateField(other, '邮箱').fill('other@example.com')
  await other.getByRole('radio', { name: '男' }).check()

  await page.goto('/setting/index?tab=3')
  await expect(page.getByRole('main').getByText('本机')).toHaveCount(1)
  await locateButton(page, '退出其他设备').click()
  await expect(locateToast(page, '已退出')).toBeVisible()
  await expect(page.getByText('没有其他设备登录。')).toBeVisible()

  await locateButton(other, '保存').click()
  await expect(other).toHaveURL(/\/login\/index\?next=/)
  await expect(locateToast(other, '登录信息过期重新登录')).toBeVisible()
  await locateField(other, '账号').fill(member.username)
  await locateField(other, '密码').fill(member.password)
  await locateButton(other, '登录').click()
  await expect(other).toHaveURL('/setting/index')
  await expect(locateField(other, '昵称')).toHaveValue(member.username)

  await page.reload()
  await expect(locateButton(page, '退出其他设备')).toBeVisible()
})

test('settings require sign-in, and the return address is kept', async ({ page, request }) => {
  const member = await createMember(request)
  await page.goto('/setting/index?tab=2')
  await expect(page).toHaveURL(/\/login\/index\?next=/)
  await locateField(page, '账号').fill(member.username)
  await locateField(page, '密码').fill(member.password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/setting/index?tab=2')
})

test('a choice made before hydration is kept', async ({ page }) => {
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  // the second time, other content is in the same place
  for (const gender of ['女', '男']) {
    // oxlint-disable no-await-in-loop -- one after the other
    const released = Promise.withResolvers<void>()
    await page.route(/\.js(\?|$)/, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto('/setting/index', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: gender }).check()
    await locateField(page, '邮箱').fill(`early-${gender === '男' ? 1 : 2}@xinqiao.invalid`)
    released.resolve()
    await locateButton(page, '保存').click()
    await expect(page.getByText('修改成功')).toBeVisible()
    await page.unroute(/\.js(\?|$)/)
    await page.reload()
    await expect(page.getByRole('radio', { name: gender })).toBeChecked()
    // oxlint-enable no-await-in-loop
  }
})
