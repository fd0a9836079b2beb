// The conference: registering as each of the four, paying, failing, timing out, waiting for a place, the door.
import type { APIRequestContext, Page } from '@playwright/test'
import { button, enterAs, expect, field, newMember, password, test } from './visitor.ts'

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
  await field(page, '到达时间').fill('2027-01-01 12:00:00')
  await field(page, '离开时间').fill('2027-01-03 12:00:00')
}

/** Somebody new in this browser, registered through the API and at the cashier. */
async function goToCashier(page: Page, request: APIRequestContext): Promise<void> {
  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
  const meeting = (await (await page.request.get('/prod-api/meeting/getNewOne')).json()) as { data: { id: number } }
  const reply = await page.request.post('/prod-api/activityUser/addPerson', {
    data: {
      companyName: '县人民医院',
      address: '县城1号',
      arrivalTime: '2027-01-01 12:00:00',
      leaveTime: '2027-01-03 12:00:00',
      name: '钱来',
      activityAttendTypeId: 2,
      activityId: meeting.data.id,
    },
  })
  const { data } = (await reply.json()) as { data: { activityUser: { id: number } } }
  await page.goto(`/academic/paymentchanne?activityUserId=${data.activityUser.id}`)
  await expect(page.getByText(/^您是非会员，应缴费用\d+\.\d\d元$/)).toBeVisible()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
}

async function payAs(page: Page, result: string): Promise<string> {
  const mine = await page.request.get('/prod-api/order/mine')
  const { data } = (await mine.json()) as { data: { content: { orderNo: string }[] } }
  const orderNo = data.content[0]?.orderNo ?? ''
  const reply = await page.request.post(`/dev/pay/${orderNo}`, { data: { result } })
  expect(reply.status()).toBe(200)
  return orderNo
}

const paid = (page: Page) => page.getByRole('heading', { name: '参会缴费支付成功' })

for (const [channel, identity] of [
  ['协会会员', '协会会员'],
  ['非会员', '非会员'],
  ['专业委员会委员', '专业委员会委员'],
  ['在校学生', '协会学生'],
] as const) {
  test(`${channel} registers and pays`, async ({ page, request }) => {
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
    const orderNo = await payAs(page, 'success')
    await expect(paid(page)).toBeVisible({ timeout: 12_000 })
    await expect(page.getByText(orderNo)).toBeVisible()
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expect(page.getByText('报名和缴费均已完成')).toBeVisible()
    await button(page, '填写参会回执').click()
    await expect(toast(page, '您已报名并缴费，请勿重复操作')).toBeVisible()
  })
}

test('who is no member is told so and attends as a non-member', async ({ page, request }) => {
  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
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

test('a payment that fails is tried again', async ({ page, request }) => {
  await goToCashier(page, request)
  await payAs(page, 'fail')
  await expect(page.getByText('支付失败，请重新支付')).toBeVisible({ timeout: 30_000 })
  await button(page, '重新支付').click()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAs(page, 'success')
  await expect(paid(page)).toBeVisible({ timeout: 12_000 })
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

/** The places of students, changed at the console as the secretariat does. */
async function setQuota(page: Page, quota: number): Promise<void> {
  await page.goto('/admin/meetings/1')
  await page.getByLabel('在校学生：名额').fill(`${quota}`)
  await button(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
}

test('a full type has a waiting list, and who waits gets the place that is added', async ({ page, request, open }) => {
  const desk = await open()
  await enterAs(desk, 'editor')
  const { data } = (await (await desk.request.get('/prod-api/admin/meeting?id=1')).json()) as {
    data: { types: { activityAttendTypeId: number; taken: number }[] }
  }
  const taken = data.types.find((type) => type.activityAttendTypeId === 4)?.taken ?? 0
  await setQuota(desk, taken)

  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
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

test('two doors without a network see the same ticket, and it counts once', async ({ page, request, open, faults }) => {
  await goToCashier(page, request)
  await payAs(page, 'success')
  await expect(paid(page)).toBeVisible({ timeout: 12_000 })
  await page.goto('/academic/payment')
  await button(page, '签到码').click()
  await expect(dialog(page).getByRole('img', { name: '签到二维码' })).toBeVisible()
  const ticket = (await page.getByTestId('ticket').textContent()) ?? ''
  expect(ticket).toMatch(/^XQT\.\d+\.[\w-]{22}$/)

  const doors = [await open(), await open()]
  for (const door of doors) {
    await enterAs(door, 'service')
    await door.goto('/admin/door/1')
    await expect(door.getByText('已联网')).toBeVisible()
    await expect(door.getByTestId('arrived')).toHaveText(/^\d+$/)
  }
  const [first, second] = doors as [Page, Page]
  const before = Number(await first.getByTestId('arrived').textContent())
  for (const door of doors) {
    await door.context().setOffline(true)
    await door.getByLabel('签到码').fill(ticket)
    await door.getByLabel('签到码').press('Enter')
    await expect(door.getByText('签到成功：非会员，县人民医院')).toBeVisible()
    await expect(door.getByTestId('waiting')).toHaveText('1')
  }
  for (const door of doors) await door.context().setOffline(false)
  for (const door of doors) {
    await expect(door.getByTestId('waiting')).toHaveText('0', { timeout: 20_000 })
    await expect(door.getByTestId('arrived')).toHaveText(`${before + 1}`, { timeout: 20_000 })
  }
  await second.getByLabel('签到码').fill(ticket)
  await second.getByLabel('签到码').press('Enter')
  await expect(second.getByText(/已于.+签到，请勿重复领取资料/)).toBeVisible()
  await second.getByLabel('签到码').fill('XQT.123456789.AAAAAAAAAAAAAAAAAAAAAA')
  await second.getByLabel('签到码').press('Enter')
  await expect(second.getByText('无法识别')).toBeVisible()
  // being offline is what this story is about
  const others = faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
  faults.splice(0, faults.length, ...others)
})
