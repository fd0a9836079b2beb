// Stories of booking: free for a member, paid by others, cancelled in time, and refused when it is too late.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import type { Page } from '@playwright/test'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** The state of an order, as the stand-in's cashier shows it. */
async function readCashier(page: Page, orderNo: string): Promise<string> {
  const reply = await page.request.get(`/dev/pay/${orderNo}`)
  return /role="status">([^<]*)</.exec(await reply.text())?.[1] ?? ''
}

async function expectRefunded(page: Page, orderNo: string): Promise<void> {
  await expect.poll(() => readCashier(page, orderNo), { timeout: 40_000 }).toBe('已退款')
  await page.goto('/order/index')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main').locator('span').getByText('已退款', { exact: true })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass({ timeout: 40_000 })
}

/** Picks the first slot of the last day, fills in the form, and pays. A slot of today could pass in the meantime. */
async function bookAndPay(page: Page, phone: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  await dialog.getByRole('group', { name: '日期' }).getByRole('button').last().click()
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').first().click()
  await dialog.getByLabel(/^主要困扰/).fill('总担心自己做不好')
  await dialog.getByLabel(/我已阅读并同意/).check()
  await locateButton(page, '提交预约').click()
  const cashier = page.getByRole('dialog', { name: '支付咨询费' })
  const code = cashier.getByRole('img', { name: '支付二维码' })
  await expect(code).toBeVisible()
  const orderNo = new URL((await code.getAttribute('src'))!, page.url()).searchParams.get('orderNo')!
  const paid = await phone.request.post(`/dev/pay/${orderNo}`, { data: { result: 'success' } })
  expect(paid.status()).toBeLessThan(400)
  await expect(cashier.getByText(/支付成功/).first()).toBeVisible({ timeout: 30_000 })
  return orderNo
}

test('an appointment is paid at the cashier, and refunded when it is cancelled in time', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(300_000)
  const member = await createMember(request)
  await page.goto('/ConsultDetail/index?id=11')
  await locateButton(page, '预约咨询').click()
  await expect(page.locator('#toasts')).toContainText('请先登录后再进行咨询')
  await enterAs(page, member.username, member.password)
  await page.reload()
  await locateButton(page, '预约咨询').click()
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  // the button moves when the slots have loaded
  await expect(dialog.getByRole('group', { name: /^时间/ })).toBeVisible()
  await dialog.getByLabel('紧急联系人姓名').fill('赵先生')
  await locateButton(page, '提交预约').click()
  await expect(dialog.getByText('紧急联系人请同时填写姓名和电话')).toBeVisible()
  await expect(dialog.getByText('请选择时间')).toBeVisible()
  await expect(dialog.getByText('请填写主要困扰')).toBeVisible()
  await expectAccessible(page, '预约咨询')
  await takePicture(page, '预约-紧急联系人', { isWhole: false })
  await dialog.getByLabel('紧急联系人电话').fill('13900005678')
  await expectFitsWidth(page, 375)
  await page.setViewportSize({ width: 1280, height: 900 })
  // the last day is more than 24 hours ahead
  const orderNo = await bookAndPay(page, await open())
  const counsellor = await open()
  await enterAs(counsellor, 'doctor11')
  await counsellor.goto('/booking/index?tab=2')
  await expect(counsellor.getByText('赵先生')).toHaveCount(0)
  await expect(counsellor.getByText('来不了时，请联系秘书处代为取消')).toBeVisible()
  await takePicture(counsellor, '来访预约-紧急联系人-未打开')
  await locateButton(counsellor, '查看紧急联系人').click()
  const look = counsellor.getByRole('dialog', { name: '查看紧急联系人' })
  await locateButton(counsellor, '提交').click()
  await expect(look.getByText('请填写查看理由')).toBeVisible()
  await expectAccessible(counsellor, '查看紧急联系人')
  await takePicture(counsellor, '来访预约-紧急联系人-理由', { isWhole: false })
  await look.getByRole('textbox').fill('来访者失联')
  await locateButton(counsellor, '提交').click()
  await expect(counsellor.getByText('紧急联系人：赵先生')).toBeVisible()
  await expect(counsellor.getByRole('link', { name: '13900005678' })).toHaveAttribute('href', 'tel:13900005678')
  await takePicture(counsellor, '来访预约-紧急联系人-打开')
  await page.goto('/booking/index')
  await expect(page.getByRole('main').getByText('已预约', { exact: true })).toBeVisible()
  await locateButton(page, '取消预约').click()
  await page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
  await expect(page.locator('#toasts')).toContainText('取消成功')
  await expect(page.getByText('已取消', { exact: true })).toBeVisible()
  await expect(page.getByText(/费用原路退回/)).toBeVisible()
  // both stand-in and screen show the refund
  await expectRefunded(page, orderNo)
  await page.goto('/message/index')
  await expect(page.getByRole('main').getByText(/的预约已取消/)).toBeVisible()
  // type 5 contains all of these notices, each with its kind
  await page.getByRole('link', { name: '审核', exact: true }).click()
  await expect(page).toHaveURL(/sub=3/)
  await expect(page.getByRole('main').getByRole('link', { name: /的预约已取消.*预约提醒/ })).toBeVisible()
})

test('cancelling less than a day ahead is refused with a message, and without a refund', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(300_000)
  // a counsellor with slots today and tomorrow, whatever the weekday
  const doctor = await open()
  await enterAs(doctor, 'doctor9')
  const days = [0, 1].map((n) => new Date(Date.now() + n * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10))
  const exceptions = days.map((day) => ({ day, open: true, from: 0, to: 1440, mode: 'both' }))
  const saved = await doctor.request.put('/prod-api/booking/schedule', { data: { rules: [], exceptions } })
  expect(await saved.json()).toMatchObject({ code: 200 })
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/ConsultDetail/index?id=9')
  await locateButton(page, '预约咨询').click()
  const orderNo = await bookAndPay(page, await open())
  await page.goto('/booking/index')
  const main = page.getByRole('main')
  await expect(main.getByText('已预约', { exact: true })).toBeVisible()
  await expect(main.getByText(/距开始不足24小时，不能改期或取消/)).toBeVisible()
  await expect(locateButton(page, '取消预约')).toHaveCount(0)
  await expect(locateButton(page, '改期')).toHaveCount(0)
  // the server also refuses a page that was opened in time
  const own = (await (await page.request.get('/prod-api/booking/mine')).json()) as {
    data: { content: { id: number }[] }
  }
  const { id } = own.data.content[0]!
  const refused = await page.request.post('/prod-api/booking/cancel', { data: { id } })
  expect(await refused.json()).toMatchObject({ msg: '距开始不足24小时，不能改期或取消，费用不予退还' })
  expect(refused.status()).toBe(409)
  await page.goto('/order/index')
  await expect(main.getByText('已支付', { exact: true })).toBeVisible()
  expect(await readCashier(page, orderNo)).toBe('支付成功')
})

test('a member books online for free, and the counsellor writes a note', async ({ page, open }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'member4')
  await page.goto('/ConsultDetail/index?id=12')
  await locateButton(page, '预约咨询').click()
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').last().click()
  await dialog.getByLabel(/在线咨询/).check()
  await expect(dialog.getByText('会员免费').first()).toBeVisible()
  await dialog.getByLabel(/^主要困扰/).fill('换了岗位，压力很大')
  // the draft is restored after closing the dialog and after leaving the page
  await page.reload()
  await locateButton(page, '预约咨询').click()
  await expect(dialog.getByLabel(/^主要困扰/)).toHaveValue('换了岗位，压力很大')
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').last().click()
  await dialog.getByLabel(/在线咨询/).check()
  await dialog.getByLabel(/我已阅读并同意/).check()
  await locateButton(page, '提交预约').click()
  await expect(page).toHaveURL(/\/booking\/index/)
  await expect(page.getByRole('main').getByText('已预约', { exact: true }).first()).toBeVisible()
  await locateButton(page, '进入在线咨询').first().click()
  await expect(page.getByRole('dialog', { name: '聊天' })).toBeVisible()
  const doctor = await open({ viewport: { width: 1440, height: 900 } })
  await enterAs(doctor, 'doctor12')
  await doctor.goto('/booking/index?tab=2')
  const booking = doctor.getByRole('main').getByRole('listitem').filter({ hasText: '主要困扰：换了岗位，压力很大' })
  await expect(locateButton(booking, '进入在线咨询')).toBeVisible()
  await expect(locateButton(booking, '已完成')).toHaveCount(0)
  await expect(doctor.getByText('陈以南')).toHaveCount(0)
  await locateButton(booking, '写记录').click()
  await doctor.getByRole('dialog').getByRole('textbox').fill('首次会谈，情绪平稳')
  await locateButton(doctor, '提交').click()
  await expect(doctor.getByText('首次会谈，情绪平稳')).toBeVisible()
  await doctor.goto('/booking/index?tab=3')
  await locateButton(doctor, '保存').click()
  await expect(doctor.locator('#toasts')).toContainText('保存成功')
})

test('without the consent text no booking is sent; the form explains why and loads it again', async ({
  page,
  request,
}) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/ConsultDetail/index?id=3')
  await page.route('**/booking/consent?*', (route) =>
    route.fulfill({ status: 429, json: { code: 429, msg: '请求过于频繁，请稍后再试', data: null } }),
  )
  await locateButton(page, '预约咨询').click()
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  const loadError = dialog.getByRole('alert').filter({ hasText: '知情同意书加载失败，暂时不能提交预约。' })
  await expect(loadError).toBeVisible()
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').last().click()
  await dialog.getByLabel(/^主要困扰/).fill('最近总和家人争执')
  await dialog.getByLabel(/我已阅读并同意/).check()
  await locateButton(page, '提交预约').click()
  await expect(dialog.getByText('知情同意书还没有加载出来')).toBeVisible()
  await expectAccessible(page, '知情同意书加载失败')
  await loadError.scrollIntoViewIfNeeded()
  await takePicture(page, '知情同意书加载失败', { isWhole: false })
  await page.unroute('**/booking/consent?*')
  await dialog.getByRole('button', { name: '重新加载' }).click()
  await expect(loadError).toHaveCount(0)
  await expect(dialog.getByText('《心理咨询预约知情同意书》')).toBeVisible()
  // the input stays
  await locateButton(page, '提交预约').click()
  await expect(page.getByRole('dialog', { name: '支付咨询费' })).toBeVisible()
})
