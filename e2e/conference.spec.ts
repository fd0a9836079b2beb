// The conference: registering as each of the four, paying, failing, timing out, waiting for a place.
import type { APIRequestContext, Page } from '@playwright/test'
import { goToCashier, newestMeeting, paid, payAs } from './conference-stage.ts'
import {
  button,
  endSessions,
  enterAs,
  enterAsNew,
  expect,
  field,
  type Member,
  newMember,
  password,
  test,
} from './visitor.ts'

// all of them share the one meeting that is open
test.describe.configure({ mode: 'default' })

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')

async function openMeeting(page: Page): Promise<void> {
  await page.goto('/academic/payment')
  await expect(button(page, '填写参会回执')).toBeEnabled()
}

async function choose(page: Page, channel: string): Promise<void> {
  await button(page, '填写参会回执').click()
  await dialog(page)
    .getByRole('radio', { name: new RegExp(`^${channel}`) })
    .check()
  await button(page, '下一步').click()
}

async function fillReceipt(page: Page, isStudent = false): Promise<void> {
  await field(page, isStudent ? '学校' : '单位名称').fill('省第一人民医院')
  await field(page, '姓名').fill('赵长安')
  await field(page, '手机号').fill('13912345678')
  await field(page, '通信地址').fill('文化路1号')
  const { meetingStartTime, meetingEndTime } = await newestMeeting(page)
  await field(page, '到达时间').fill(meetingStartTime)
  await field(page, '离开时间').fill(meetingEndTime)
}

/** Somebody new, before the receipt is sent. */
async function fillReceiptAsNew(page: Page, request: APIRequestContext): Promise<Member> {
  const member = await enterAsNew(page, request)
  await openMeeting(page)
  await choose(page, '非会员')
  await fillReceipt(page)
  return member
}

for (const [channel, identity] of [
  ['协会会员', '协会会员'],
  ['非会员', '非会员'],
  ['专业委员会委员', '专业委员会委员'],
  ['在校学生', '协会学生'],
] as const) {
  test(`${channel} registers, fails to pay, runs out of time, tries again and pays`, async ({ page, request }) => {
    test.setTimeout(90_000)
    await page.clock.install()
    const isMember = channel === '协会会员'
    const isStudent = channel === '在校学生'
    const member = isMember ? { username: 'member4', password } : await newMember(request)
    await enterAs(page, member.username, member.password)
    await openMeeting(page)
    await choose(page, channel)
    if (channel === '专业委员会委员') {
      await button(page, '提交回执').click()
      await expect(page.getByText('请选择专业委员会').last()).toBeVisible()
      await field(page, '专业委员会').selectOption({ index: 1 })
    }
    await fillReceipt(page, isStudent)
    // one of the two, never both
    await page.getByLabel('会务组安排').check()
    await expect(page.getByLabel('自行安排')).not.toBeChecked()
    await page.getByLabel('自行安排').check()
    await expect(page.getByLabel('会务组安排')).not.toBeChecked()
    await button(page, '提交回执').click()
    await expect(dialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
    await button(page, '去缴费').click()
    await expect(page).toHaveURL(/paymentchanne\?activityUserId=\d+$/)
    await expect(page.getByText(new RegExp(`^您是${identity}，应缴费用\\d+\\.\\d\\d元$`))).toBeVisible()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await payAs(page, 'fail')
    await expect(page.getByText('支付失败，请重新支付')).toBeVisible({ timeout: 30_000 })
    await button(page, '重新支付').click()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await page.clock.runFor(151_000)
    await expect(page.getByText('支付超时，请重新支付')).toBeVisible()
    await button(page, '重新支付').click()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    const orderNo = await payAs(page, 'success')
    await expect(paid(page)).toBeVisible({ timeout: 12_000 })
    await expect(page.getByText(orderNo, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expect(page.getByText('报名和缴费均已完成')).toBeVisible()
    await button(page, '填写参会回执').click()
    await expect(toast(page, '您已报名并缴费，请勿重复操作')).toBeVisible()
  })
}

test('who is no member is told so and attends as a non-member', async ({ page, request }) => {
  await enterAsNew(page, request)
  await openMeeting(page)
  await button(page, '填写参会回执').click()
  await dialog(page)
    .getByRole('radio', { name: /^协会会员/ })
    .click()
  await expect(dialog(page).getByText('您不是本会有效会员，请选择非会员通道报名')).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: /^非会员/ })).toBeChecked()
  await button(page, '下一步').click()
  await button(page, '提交回执').click()
  for (const label of ['单位名称', '通信地址', '到达时间', '离开时间']) {
    await expect(field(page, label)).toHaveAccessibleDescription(/请完善信息/)
  }
  await expect(field(page, '单位名称')).toBeFocused()
})

test('the dialogs stand in the address: back leads through them, and a reload loses nothing', async ({
  page,
  request,
}) => {
  await enterAsNew(page, request)
  await openMeeting(page)
  await choose(page, '非会员')
  await expect(page).toHaveURL('/academic/payment?step=receipt&type=2')
  await field(page, '单位名称').fill('县人民医院')
  await page.getByLabel('会务组安排').check()
  await page.reload()
  await expect(dialog(page).getByText('参会回执（非会员）')).toBeVisible()
  await expect(field(page, '单位名称')).toHaveValue('县人民医院')
  await expect(page.getByLabel('会务组安排')).toBeChecked()
  await page.goBack()
  await expect(dialog(page).getByText('请选择参会身份')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(dialog(page).getByText('请选择参会身份')).toBeVisible()
  await button(page, '下一步').click()
  await fillReceipt(page)
  await button(page, '提交回执').click()
  await expect(dialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
  await page.reload()
  await expect(dialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
  await button(page, '取消').click()
  await expect(page).toHaveURL('/academic/payment')
  // an old link opens no receipt for who has a place
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(page.getByRole('heading', { name: '我的报名' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('a login that ends while the receipt is filled in loses nothing, and leads back to it', async ({
  page,
  request,
  open,
}) => {
  const member = await fillReceiptAsNew(page, request)
  await page.getByLabel('会务组安排').check()
  await endSessions(open, member)
  await button(page, '提交回执').click()
  await expect(page).toHaveURL(/\/login\/index\?next=/)
  await expect(toast(page, '登录信息过期重新登录')).toBeVisible()
  // somebody else at the same screen finds nothing of it
  await enterAsNew(page, request)
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(field(page, '单位名称')).toHaveValue('')
  await enterAs(page, member.username, member.password)
  await page.goto('/academic/payment?step=receipt&type=2')
  await expect(field(page, '单位名称')).toHaveValue('省第一人民医院')
  await expect(field(page, '手机号')).toHaveValue('13912345678')
  await expect(page.getByLabel('会务组安排')).toBeChecked()
  await button(page, '提交回执').click()
  await expect(dialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
})

test('the programme says which sessions count for credits', async ({ page }) => {
  for (const address of ['/academic/payment', '/academic/xueshunianhui']) {
    await page.goto(address)
    const programme = page.getByRole('region', { name: '会议日程' })
    const line = (title: string) => programme.getByRole('listitem').filter({ hasText: title })
    await expect(line('主旨报告：心理健康服务的循证与温度')).toContainText('计1学分')
    await expect(line('开幕式')).not.toContainText('学分')
  }
})

test('a visitor is asked to log in, and who has not paid is led to the cashier', async ({ page, request }) => {
  await openMeeting(page)
  await button(page, '填写参会回执').click()
  await expect(page).toHaveURL(/\/login\/index/)
  await expect(toast(page, '请先登录')).toBeVisible()
  await goToCashier(page, request)
  await openMeeting(page)
  await button(page, '填写参会回执').click()
  await expect(dialog(page).getByText('您已报名但未缴费，是否前往缴费？')).toBeVisible()
  await button(page, '取消').click()
  await expect(dialog(page)).toBeHidden()
})

test('after fifty questions the screen gives up, and money that comes then still counts', async ({ page, request }) => {
  await page.clock.install()
  await goToCashier(page, request)
  await page.clock.runFor(151_000)
  await expect(page.getByText('支付超时，请重新支付')).toBeVisible()
  await payAs(page, 'success')
  await button(page, '重新支付').click()
  await expect(paid(page)).toBeVisible()
})

test('a meeting that a newer one replaces while the form is open is said so, and nothing typed is lost', async ({
  page,
  request,
}) => {
  await fillReceiptAsNew(page, request)
  // the server's own words and code for it, which meetings.test.ts gets from the server itself: all stories here share
  // the one meeting that is open
  await page.route('**/prod-api/activityUser/addPerson*', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 409, msg: '会议信息已更新，请刷新页面后重新报名', data: null, reason: 'wrongState' },
    }),
  )
  await button(page, '提交回执').click()
  await expect(dialog(page).getByRole('alert')).toHaveText('会议信息已更新，请刷新页面后重新报名')
  await expect(field(page, '单位名称')).toHaveValue('省第一人民医院')
  await page.unroute('**/prod-api/activityUser/addPerson*')
  await page.reload()
  await expect(field(page, '单位名称')).toHaveValue('省第一人民医院')
  await button(page, '提交回执').click()
  await expect(dialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
})

/** The places of students, changed at the console as the secretariat does. */
async function setQuota(page: Page, quota: number): Promise<void> {
  await page.goto('/admin/meetings/1')
  await page.getByLabel('在校学生：名额').fill(`${quota}`)
  await button(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
}

test('a full type has a waiting list, and who waits gets the place that is added', async ({ page, request, open }) => {
  test.setTimeout(90_000)
  const desk = await open()
  await enterAs(desk, 'editor')
  const { data } = (await (await desk.request.get('/prod-api/admin/meeting?id=1')).json()) as {
    data: { types: { activityAttendTypeId: number; taken: number }[] }
  }
  const taken = data.types.find((type) => type.activityAttendTypeId === 4)?.taken ?? 0
  await setQuota(desk, taken)

  await enterAsNew(page, request)
  await openMeeting(page)
  await expect(page.getByText('名额已满，可登记候补')).toBeVisible()
  await choose(page, '在校学生')
  await fillReceipt(page, true)
  await button(page, '提交回执').click()
  await expect(dialog(page).getByText('该参会身份的名额已满，可以登记候补')).toBeVisible()
  await button(page, '登记候补').click()
  await expect(toast(page, '已登记候补，有名额时将通知您')).toBeVisible()
  await expect(page.getByText('您在候补名单中排第1位')).toBeVisible()

  await setQuota(desk, taken + 1)
  await page.reload()
  await expect(page.getByText(/名额为您保留至.+，请在此之前缴费/)).toBeVisible()
  await setQuota(desk, 100)
})

test('the secretariat exports the registrations: masked at once, whole with a reason', async ({ page }) => {
  await enterAs(page, 'editor')
  await page.goto('/admin/registrations')
  const exported = async () => {
    await expect(dialog(page).getByText(/^已生成，共\d+行$/)).toBeVisible({ timeout: 20_000 })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: '下载 Excel' }).click()
    expect((await download).suggestedFilename()).toBe('参会报名.xlsx')
  }
  await button(page, '导出 Excel').click()
  await dialog(page)
    .getByRole('button', { name: /^导\s*出$/ })
    .click()
  await exported()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await button(page, '导出 Excel').click()
  await dialog(page).getByLabel('完整').check()
  await dialog(page)
    .getByRole('button', { name: /下一步$/ })
    .click()
  await expect(dialog(page).getByText('请填写导出理由')).toBeVisible()
  await dialog(page).getByLabel('导出理由').fill('交酒店安排住宿')
  await dialog(page)
    .getByRole('button', { name: /下一步$/ })
    .click()
  await expect(dialog(page).getByText(/^将导出\d+人的完整联系方式$/)).toBeVisible()
  await button(page, '确认导出').click()
  await exported()
})
