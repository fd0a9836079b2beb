// Stories of the receipt form: dialogs in the address, an ended session, the invoice, and the export.
import { chooseChannel, fillReceipt, fillReceiptAsNew, openMeeting } from './conference-steps.ts'
import { locateDialog } from '../support/console.ts'
import { locateToast } from '../support/staff-api.ts'
import { locateButton, endSessions, enterAs, enterAsNewMember, expect, locateField, test } from '../support/visitor.ts'

test('the dialogs are part of the address: back closes them, and a reload keeps the input', async ({
  page,
  request,
}) => {
  await enterAsNewMember(page, request)
  await openMeeting(page)
  await chooseChannel(page, '非会员')
  await expect(page).toHaveURL('/academic/payment?step=receipt&type=2')
  await locateField(page, '单位名称').fill('县人民医院')
  await page.getByLabel('会务组安排').check()
  await page.reload()
  await expect(locateDialog(page).getByText('参会回执（非会员）')).toBeVisible()
  await expect(locateField(page, '单位名称')).toHaveValue('县人民医院')
  await expect(page.getByLabel('会务组安排')).toBeChecked()
  await page.goBack()
  await expect(locateDialog(page).getByText('请选择参会身份')).toBeVisible()
  await page.goBack()
  await expect(locateDialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(locateDialog(page).getByText('请选择参会身份')).toBeVisible()
  await locateButton(page, '下一步').click()
  await fillReceipt(page)
  await locateButton(page, '提交回执').click()
  await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
  await page.reload()
  await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
  await locateButton(page, '取消').click()
  await expect(page).toHaveURL('/academic/payment')
  // an old link must not open the receipt of a registered user
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(page.getByRole('heading', { name: '我的报名' })).toBeVisible()
  await expect(locateDialog(page)).toHaveCount(0)
})

test('a session that ends during the receipt keeps the input, and returns to it', async ({ page, request, open }) => {
  const member = await fillReceiptAsNew(page, request)
  await page.getByLabel('会务组安排').check()
  await endSessions(open, member)
  await locateButton(page, '提交回执').click()
  await expect(page).toHaveURL(/\/login\/index\?next=/)
  await expect(locateToast(page, '登录信息过期重新登录')).toBeVisible()
  // another user at the same screen sees no part of it
  await enterAsNewMember(page, request)
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(locateField(page, '单位名称')).toHaveValue('')
  await enterAs(page, member.username, member.password)
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(locateField(page, '单位名称')).toHaveValue('省第一人民医院')
  await expect(locateField(page, '手机号')).toHaveValue('13912345678')
  await expect(page.getByLabel('会务组安排')).toBeChecked()
  await locateButton(page, '提交回执').click()
  await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
})

test('an invoice is requested with the data to issue and send it', async ({ page, request }) => {
  await fillReceiptAsNew(page, request)
  await locateField(page, '发票抬头').fill('省第一人民医院')
  await locateField(page, '纳税人识别号').fill('12345')
  await locateButton(page, '提交回执').click()
  await expect(locateField(page, '纳税人识别号')).toHaveAccessibleDescription(/请输入正确的纳税人识别号/)
  await expect(locateField(page, '邮箱')).toHaveAccessibleDescription(/请填写接收发票的邮箱/)
  await expect(locateField(page, '邮箱')).toBeFocused()
  await locateField(page, '邮箱').fill('fp@example.com')
  await locateField(page, '纳税人识别号').fill('91440101ma5cttly8d')
  await locateButton(page, '提交回执').click()
  await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
})

test('the secretariat exports the registrations: masked at once, complete with a reason', async ({ page }) => {
  await enterAs(page, 'editor')
  await page.goto('/admin/registrations')
  const readExport = async () => {
    await expect(locateDialog(page).getByText(/^已生成，共\d+行$/)).toBeVisible({ timeout: 20_000 })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: '下载 Excel' }).click()
    expect((await download).suggestedFilename()).toBe('参会报名.xlsx')
  }
  await locateButton(page, '导出 Excel').click()
  await locateDialog(page)
    .getByRole('button', { name: /^导\s*出$/ })
    .click()
  await readExport()
  await page.keyboard.press('Escape')
  await expect(locateDialog(page)).toBeHidden()

  await locateButton(page, '导出 Excel').click()
  await locateDialog(page).getByLabel('完整').check()
  await locateDialog(page)
    .getByRole('button', { name: /下一步$/ })
    .click()
  await expect(locateDialog(page).getByText('请填写导出理由')).toBeVisible()
  await locateDialog(page).getByLabel('导出理由').fill('交酒店安排住宿')
  await locateDialog(page)
    .getByRole('button', { name: /下一步$/ })
    .click()
  await expect(locateDialog(page).getByText(/^将导出\d+人的完整联系方式$/)).toBeVisible()
  await locateButton(page, '确认导出').click()
  await readExport()
})
