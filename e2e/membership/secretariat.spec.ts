// Stories of the secretariat's lists, certificates and security events.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readLines } from '../../server/src/kit/documents/sheets/sheets.ts'
import { expectAccessible } from '../support/checks.ts'
import { payAtCashier, createApprovedApplicant } from './dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ viewport: desktop, trace: 'off' })

const readDownload = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载 Excel' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('会员名单.xlsx')
  return readLines(await readFile(await download.path()), ['会员编号', '手机号码'])
}

test('members are exported to Excel: masked at once, complete in two steps recorded in the audit log', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  await page.goto('/admin/members')
  await locateButton(page, '导出 Excel').click()
  const dialog = page.getByRole('dialog', { name: '导出会员名单' })
  await dialog.getByRole('button', { name: /导.?出/ }).click()
  await expect(dialog.getByText(/^已生成，共\d+行$/)).toBeVisible({ timeout: 20_000 })
  const masked = await readDownload(page)
  expect(masked.every(({ values }) => /^\d{3}\*{4}\d{4}$/.test(values['手机号码']!))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await locateButton(page, '导出 Excel').click()
  await dialog.getByLabel('完整').check()
  await locateButton(page, '下一步').click()
  await expect(dialog.getByText('请填写导出理由')).toBeVisible()
  const reason = `寄送纸质会员证书${Date.now() % 100_000}`
  await dialog.getByLabel('导出理由').fill(reason)
  await locateButton(page, '下一步').click()
  await expect(dialog.getByText(/^将导出\d+人的完整证件号码与联系方式$/)).toBeVisible()
  await expectAccessible(page, '确认导出')
  await takePicture(page, '确认导出')
  await locateButton(page, '确认导出').click()
  await expect(dialog.getByText(/^已生成，共\d+行$/)).toBeVisible({ timeout: 20_000 })
  const whole = await readDownload(page)
  expect(whole.every(({ values }) => /^1\d{10}$/.test(values['手机号码']!))).toBe(true)
  await page.goto(`/admin/audit?key=${encodeURIComponent(reason)}`)
  await expect(page.getByText(/^确认导出\d+行，不脱敏/)).toBeVisible()
  await expect(page.getByText(/^申请导出\d+行，不脱敏/)).toBeVisible()
})

test('a certificate is revoked with a reason, and the public page says so', async ({ page, open }) => {
  test.setTimeout(240_000)
  const member = await open()
  const person = await createApprovedApplicant(member.request)
  await enterAs(member, person.username, person.password)
  await member.goto('/member/mine')
  await locateButton(member, '缴纳会费').click()
  await expect(member.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAtCashier(member, 'success')
  await expect(member.getByText('会费支付成功')).toBeVisible({ timeout: 20_000 })
  await locateButton(member, '完成').click()
  const link = member.getByRole('link', { name: /^XQ\d\d-/ })
  const number = (await link.textContent())!.trim()

  await enterAs(page, 'admin')
  await page.goto(`/admin/certificates?key=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row.getByText('有效', { exact: true })).toBeVisible()
  await expectAccessible(page, '证书管理')
  await takePicture(page, '证书管理')
  await page.getByRole('button', { name: `撤销：${number}` }).click()
  await page.getByLabel('撤销理由').fill('颁发有误，资料不实')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /撤.?销/ })
    .click()
  await expect(page.getByText('证书已撤销')).toBeVisible()
  await expect(row.getByText('已撤销', { exact: true })).toBeVisible()
  const visitor = await open()
  await visitor.goto(`/certificate/index?no=${number}`)
  await expect(visitor.getByRole('heading', { name: '该证书已撤销' })).toBeVisible()
})

test('an attempt to use another account’s id is a security event, and the record is intact', async ({
  page,
  request,
}) => {
  const person = await createMember(request)
  const login = await request.post('/prod-api/auth/mh/login', { data: person })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const tried = await request.get('/prod-api/memberApplication/getByUserId', { params: { userId: 1 }, headers })
  expect(tried.status()).toBe(403)
  await enterAs(page, 'admin')
  await page.goto(`/admin/security?key=${encodeURIComponent(person.username)}&kind=foreignId`)
  const row = page.getByRole('row').filter({ hasText: person.username })
  await expect(row.getByText('使用他人编号')).toBeVisible()
  await expect(row.getByText('GET /memberApplication/getByUserId')).toBeVisible()
  await locateButton(page, '核对完整性').click()
  await expect(page.getByText(/^共\d+条，逐条核对无误$/)).toBeVisible()
  await expectAccessible(page, '安全事件')
  await takePicture(page, '安全事件')
})

test('units have a separate list with their seats', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/admin/units')
  await expect(page.getByRole('columnheader', { name: '席位' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^\d+\/\d+/ }).first()).toBeVisible()
  await takePicture(page, '单位会员管理')
})
