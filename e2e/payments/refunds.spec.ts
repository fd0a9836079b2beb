// Story of a refund that the payer's card rejects: finance staff redirect it, pay it out by hand, and the payer is
// notified.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { payAtCashier, createApprovedApplicant } from '../membership/dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test.use({ viewport: desktop, trace: 'off' })

test('a rejected refund returns to the merchant account and is paid out by hand, once', async ({ page, open }) => {
  test.setTimeout(360_000)
  const payer = await createApprovedApplicant(page.request)
  await enterAs(page, payer.username, payer.password)
  await page.goto('/member/mine')
  await locateButton(page, '缴纳会费').click()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  const orderNo = await payAtCashier(page, 'refundsFail')
  await expect(page.getByText('会费支付成功')).toBeVisible({ timeout: 20_000 })

  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto(`/admin/orders?key=${orderNo}`)
  await finance.getByRole('link', { name: orderNo }).click()
  await finance.getByRole('button', { name: /申请退款/ }).click()
  await finance.getByLabel('退款原因').fill('会员重复缴费，申请退回')
  await locateButton(finance, '提交申请').click()
  await expect(finance.getByText('待审批')).toBeVisible()

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  await admin.goto('/admin/refunds?state=asked')
  await admin.getByRole('button', { name: `审批：${orderNo}` }).click()
  const deciding = admin.getByRole('dialog', { name: '审批退款' })
  await deciding.getByRole('button', { name: /确.?定/ }).click()
  await expect(deciding.getByText('请选择是否同意')).toBeVisible()
  await deciding.getByLabel('同意退款').check()
  await takePicture(admin, '审批退款', { isWhole: false })
  await deciding.getByRole('button', { name: /确.?定/ }).click()
  await expect(deciding).toBeHidden()

  // the card is closed, so staff choose another target
  await expect(async () => {
    await admin.goto('/admin/refunds?state=failed')
    await expect(locateButton(admin, `处理异常退款：${orderNo}`)).toBeVisible({ timeout: 6_000 })
  }).toPass({ timeout: 40_000 })
  await locateButton(admin, `处理异常退款：${orderNo}`).click()
  const dialog = admin.getByRole('dialog', { name: '处理异常退款' })
  await expect(dialog.getByText('共200.00元', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: /提.?交/ }).click()
  await expect(dialog.getByText('请选择开户银行')).toBeVisible()
  await dialog.getByLabel('银行卡号').fill('12')
  await expect(dialog.getByText('银行卡号不正确')).toBeVisible()
  await expectAccessible(admin, '处理异常退款')
  await takePicture(admin, '处理异常退款', { isWhole: false })
  await dialog.getByText('本会银行账户', { exact: true }).click()
  await expect(dialog.getByText('款项将退到本会在微信支付登记的银行账户，到账后须另行汇给付款人。')).toBeVisible()
  await dialog.getByRole('button', { name: /提.?交/ }).click()
  await expect(dialog).toBeHidden()

  // the money is back at the merchant account: the payer is notified, and the office sees the open payout
  await expect(async () => {
    await finance.goto('/admin/refunds?state=toPayOut')
    await expect(locateButton(finance, `登记已汇出：${orderNo}`)).toBeVisible({ timeout: 6_000 })
  }).toPass({ timeout: 90_000 })
  await page.goto('/order/index')
  await expect(page.getByText('200.00元，未能退回您的支付账户，将由财务人员汇给您')).toBeVisible()
  await locateButton(finance, `登记已汇出：${orderNo}`).click()
  const paying = finance.getByRole('dialog', { name: '登记退款已汇出' })
  await paying.getByRole('button', { name: '已汇出' }).click()
  await expect(paying.getByText('请填写银行流水号或汇款备注')).toBeVisible()
  await expect(paying.getByLabel('银行流水号或汇款备注')).toBeFocused()
  await expectAccessible(finance, '登记退款已汇出')
  await takePicture(finance, '登记退款已汇出', { isWhole: false })
  await paying.getByLabel('银行流水号或汇款备注').fill('网银 20261122001')
  await paying.getByRole('button', { name: '已汇出' }).click()
  await expect(finance.getByText('已登记')).toBeVisible()
  await expect(locateButton(finance, `登记已汇出：${orderNo}`)).toHaveCount(0)

  await test.step('the other administrator sees the person who paid it out, and no open payout', async () => {
    await admin.goto('/admin/refunds')
    const row = admin.getByRole('row').filter({ hasText: payer.username })
    await expect(row.getByText(/^财务专员 .*登记已付：网银 20261122001$/)).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
    await expectAccessible(admin, '退款')
    await takePicture(admin, '退款已汇出', { isWhole: false })
    for (const width of [320, 375, 768]) await expectFitsWidth(admin, width)
    await page.reload()
    await expect(page.getByText(/^200\.00元，已于.*由财务人员汇给您$/)).toBeVisible()
    await takePicture(page, '我的订单-退款', { isWhole: false })
  })
})
