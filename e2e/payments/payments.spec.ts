// Stories of money: a fee is paid at the stand-in's cashier, refunded by two people, and compared with the provider's
// bill.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { goToCashier } from '../conference/conference-steps.ts'
import { payAtCashier, createApprovedApplicant } from '../membership/dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** Opens the code on the screen, as the phone that scans it does. */
async function openCashier(page: Page, open: () => Promise<Page>, orderNo: string): Promise<Page> {
  const phone = await open()
  await phone.setViewportSize({ width: 375, height: 800 })
  const reply = await page.request.get(`/dev/pay/${orderNo}`)
  await phone.goto(reply.url())
  return phone
}

test('a fee is paid by scanning the code, listed among the orders, and refunded by two people', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  await enterAs(page, 'member3')
  await page.goto('/member/index')
  await locateButton(page, '缴纳会费').click()
  const dialog = page.getByRole('dialog', { name: '缴纳会费' })
  await expect(dialog.getByText('200.00元')).toBeVisible()
  const code = dialog.getByRole('img', { name: '支付二维码' })
  await expect(code).toBeVisible()
  await expectAccessible(page, '支付会费')
  await takePicture(page, '支付会费')
  const orderNo = new URL((await code.getAttribute('src'))!, page.url()).searchParams.get('orderNo')!

  // closing asks for confirmation, while the payment continues
  await dialog.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(dialog.getByText('支付尚未完成，确定关闭吗？')).toBeVisible()
  await locateButton(page, '继续支付').click()

  const phone = await openCashier(page, open, orderNo)
  await expect(phone.getByText('试用环境，不会真的扣款')).toBeVisible()
  await expectAccessible(phone, '收银台')
  await takePicture(phone, '收银台')
  await locateButton(phone, '支付失败（余额不足）').click()
  await expect(dialog.getByText('支付失败，请重新支付')).toBeVisible({ timeout: 20_000 })
  await takePicture(page, '支付失败')
  await locateButton(page, '重新支付').click()
  await expect(code).toBeVisible()
  const again = await openCashier(page, open, orderNo)
  await locateButton(again, '确认支付').click()
  await expect(again.getByText('支付成功')).toBeVisible()
  await expect(dialog.getByText('会费支付成功')).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByText('200.00元')).toBeVisible()
  await expectAccessible(page, '支付成功')
  await takePicture(page, '支付成功')
  await locateButton(page, '完成').click()
  await expect(page.getByText(/会籍.*会期至/)).toBeVisible()
  await page.goto('/order/index')
  const list = page.getByRole('main')
  await expect(list.getByText(orderNo)).toBeVisible()
  await expect(list.getByText('已支付', { exact: true }).first()).toBeVisible()
  await takePicture(page, '我的订单')

  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto('/admin/orders')
  await finance.getByLabel('搜索订单').fill(orderNo)
  await locateButton(finance, '搜索').click()
  await finance.getByRole('link', { name: orderNo }).click()
  await expect(finance.getByText('借：微信支付　贷：收入：会费')).toBeVisible()
  await expectAccessible(finance, '订单详情')
  await takePicture(finance, '订单详情')
  await finance.getByRole('button', { name: /申请退款/ }).click()
  await finance.getByLabel('退款原因').fill('会员重复缴费，申请退回')
  await locateButton(finance, '提交申请').click()
  await expect(finance.getByText('待审批')).toBeVisible()
  await finance.goto('/admin/refunds')
  await expect(finance.getByRole('button', { name: `审批：${orderNo}` })).toBeDisabled()

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  await admin.goto('/admin/refunds')
  await expect(admin.getByRole('button', { name: `审批：${orderNo}` })).toBeEnabled()
  await takePicture(admin, '退款')
  await admin.getByRole('button', { name: `审批：${orderNo}` }).click()
  await admin.getByLabel('同意退款').check()
  await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(async () => {
    await page.reload()
    await expect(list.getByText('已退款', { exact: true }).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
})

/** A slot of this counsellor that is held but not paid. */
async function holdAnHour(page: Page, counsellorId: number): Promise<void> {
  await page.goto(`/ConsultDetail/index?id=${counsellorId}`)
  await locateButton(page, '预约咨询').click()
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  await dialog.getByRole('group', { name: '日期' }).getByRole('button').last().click()
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').last().click()
  await dialog.getByLabel(/^主要困扰/).fill('睡眠不好')
  await dialog.getByLabel(/我已阅读并同意/).check()
  await locateButton(page, '提交预约').click()
  await expect(page.getByRole('dialog', { name: '支付咨询费' }).getByRole('img')).toBeVisible()
}

test('an unpaid order of any kind is paid or cancelled from the list of orders', async ({ page, request }) => {
  test.setTimeout(240_000)
  await goToCashier(page, request)
  await holdAnHour(page, 3)
  await page.goto('/order/index')
  await expectAccessible(page, '待支付订单')
  await takePicture(page, '待支付订单')
  const locateOrder = (title: RegExp) => page.getByRole('article', { name: title })
  const [fee, hour] = [locateOrder(/会务费/), locateOrder(/预约服务费/)]
  await expect(fee.getByText(/ 前支付$/)).toBeVisible()

  // an appointment is paid in a dialog, and cancelled together with its slot
  await hour.getByRole('button', { name: '去支付' }).click()
  await expect(page.getByRole('dialog', { name: '支付咨询费' }).getByRole('img', { name: '支付二维码' })).toBeVisible()
  await page.reload()
  await hour.getByRole('button', { name: '取消订单' }).click()
  const cancelDialog = page.getByRole('dialog', { name: '取消订单' })
  await expect(cancelDialog.getByText('取消后为您保留的时段将释放；如需咨询，请重新预约。')).toBeVisible()
  await takePicture(page, '取消订单')
  await locateButton(page, '再想想').click()
  await hour.getByRole('button', { name: '取消订单' }).click()
  await locateButton(page, '确认取消').click()
  await expect(page.locator('#toasts')).toContainText('订单已取消')
  await expect(hour.getByText('已关闭')).toBeVisible()
  await expect(hour.getByRole('button')).toHaveCount(0)
  await page.goto('/booking/index')
  await expect(page.getByRole('main').getByText('已取消', { exact: true })).toBeVisible()

  // the conference is paid on its own page; cancelling the order cancels the registration
  await page.goto('/order/index')
  await fee.getByRole('link', { name: '去支付' }).click()
  await expect(page).toHaveURL(/\/academic\/paymentchanne\?activityUserId=\d+/)
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await page.goto('/order/index')
  await fee.getByRole('button', { name: '取消订单' }).click()
  await expect(cancelDialog.getByText(/^取消后参会报名一并取消，名额将释放/)).toBeVisible()
  await locateButton(page, '确认取消').click()
  await expect(fee.getByText('已关闭')).toBeVisible()
  await page.goto('/academic/payment')
  await expect(page.getByRole('heading', { name: '我的报名' })).toHaveCount(0)
})

test('ordered dues are paid from the order, or cancelled and ordered again', async ({ page, request }) => {
  test.setTimeout(240_000)
  const member = await createApprovedApplicant(request)
  await enterAs(page, member.username, member.password)
  const code = page.getByRole('img', { name: '支付二维码' })
  const orderAnew = async () => {
    await page.goto('/member/mine')
    await locateButton(page, '缴纳会费').click()
    await expect(code).toBeVisible()
    await page.goto('/order/index')
  }
  await orderAnew()
  await locateButton(page, '取消订单').click()
  await expect(page.getByText('取消后本订单的支付码失效。需要时可以在“我的会籍”重新缴费。')).toBeVisible()
  await locateButton(page, '确认取消').click()
  await expect(page.getByText('已关闭')).toBeVisible()
  await orderAnew()
  await locateButton(page, '去支付').click()
  await expect(code).toBeVisible()
  await payAtCashier(page, 'success')
  await expect(page.getByRole('dialog').getByText('会费支付成功')).toBeVisible({ timeout: 20_000 })
  await locateButton(page, '完成').click()
  await expect(page.getByRole('article').first().getByText('已支付', { exact: true })).toBeVisible()
  await expect(locateButton(page, '去支付')).toHaveCount(0)
})

test("a payment after the screen's twenty polls still counts", async ({ page, request }) => {
  const member = await createApprovedApplicant(request)
  await enterAs(page, member.username, member.password)
  await page.clock.install()
  await page.goto('/member/index')
  await locateButton(page, '缴纳会费').click()
  const dialog = page.getByRole('dialog', { name: '缴纳会费' })
  await expect(dialog.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await page.clock.runFor(59_000)
  await expect(dialog.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(dialog.getByText('支付失败，请重新支付')).toBeVisible()
  await payAtCashier(page, 'success')
  await locateButton(page, '重新支付').click()
  await expect(dialog.getByText('会费支付成功')).toBeVisible()
  await expect(dialog.getByText('200.00元')).toBeVisible()
})

test('reconciliation finds the planted differences, and a person settles them', async ({ open }) => {
  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto('/admin/orders')
  // payments minus refunds equal the balance
  const parseCents = (text: string | undefined) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100)
  const expectSums = async (time: string) => {
    const sums = finance.getByRole('list', { name: `${time}收支` })
    await expect(sums).toHaveAttribute('aria-busy', 'false')
    await expect(sums.getByText('待退（截至目前）')).toBeVisible()
    const [income, refunds, net] = (await sums.locator('strong').allInnerTexts()).map(parseCents)
    expect(income).toBeGreaterThan(0)
    expect(income! - refunds!).toBe(net)
  }
  await expectSums('本月')
  await finance.getByRole('radiogroup', { name: '时间范围' }).getByText('全部').click()
  await expect(finance).toHaveURL(/period=all/)
  await expectSums('全部')
  await takePicture(finance, '订单')
  await finance.goto('/admin/bills')
  await locateButton(finance, '获取并对账').click()
  await expect(finance.getByRole('heading', { name: /^对账：/ })).toBeVisible()
  await expect(finance.getByText('本站缺少')).toBeVisible()
  await expect(finance.getByText('渠道：99.00元')).toBeVisible()
  await expectAccessible(finance, '对账差异')
  await takePicture(finance, '对账差异')
  await locateButton(finance, '处理').click()
  await finance.getByLabel('处理说明').fill('经核实为线下收款码付款，已另行入账')
  await finance.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(finance.getByText(/已另行入账（财务专员/)).toBeVisible()
  await finance.goto('/admin/bills')
  await takePicture(finance, '对账')
  for (const width of [320, 375, 768, 1440]) await expectFitsWidth(finance, width)
})
