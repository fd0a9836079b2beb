// Stories of appointments after the slot is chosen: a race for the last one, rescheduling, the calendar, ratings and
// complaints.
import type { Page } from '@playwright/test'
import { downloadCalendar, readChinaTimes } from './calendar-file.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

/** A day in China, `2026-11-30`. */
const formatTimeInDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

type DayException = { day: string; open: boolean; from: number; to: number; mode: 'both' }
async function openHours(doctor: Page, username: string, exceptions: DayException[]): Promise<void> {
  await enterAs(doctor, username)
  const saved = await doctor.request.put('/prod-api/booking/schedule', { data: { rules: [], exceptions } })
  expect(await saved.json()).toMatchObject({ code: 200 })
}

const locateBookingDialog = (page: Page) => page.getByRole('dialog', { name: /^预约/ })
const locateTimes = (page: Page) => page.getByRole('dialog').getByRole('group', { name: /^时间/ }).getByRole('button')

test('one of two clients gets the last slot; the other reads a clear message and keeps the input', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const doctor = await open()
  await openHours(doctor, 'doctor8', [{ day: formatTimeInDays(9), open: true, from: 600, to: 660, mode: 'both' }])
  const [firstPage, secondPage] = [page, await open()]
  for (const [i, each] of [firstPage, secondPage].entries()) {
    const { username, password } = await createMember(request)
    await enterAs(each, username, password)
    await each.goto('/ConsultDetail/index?id=8')
    await locateButton(each, '预约咨询').click()
    await expect(locateTimes(each)).toHaveCount(1)
    await locateTimes(each).click()
    await locateBookingDialog(each)
      .getByLabel(/^主要困扰/)
      .fill(`第${i + 1}个人写下的困扰`)
    await locateBookingDialog(each)
      .getByLabel(/既往咨询/)
      .fill('没有')
    await locateBookingDialog(each)
      .getByLabel(/我已阅读并同意/)
      .check()
  }
  await Promise.all([locateButton(firstPage, '提交预约').click(), locateButton(secondPage, '提交预约').click()])
  const locateCashier = (each: Page) => each.getByRole('dialog', { name: '支付咨询费' })
  const locateTakenNotice = (each: Page) => locateBookingDialog(each).getByText('这个时段刚刚被预约，请选择其他时间')
  for (const each of [firstPage, secondPage])
    await expect(locateCashier(each).or(locateTakenNotice(each))).toBeVisible()
  const lost = (await locateTakenNotice(firstPage).isVisible()) ? firstPage : secondPage
  await expect(locateCashier(lost === firstPage ? secondPage : firstPage)).toBeVisible()
  await expect(locateCashier(lost)).toHaveCount(0)
  // the input stays, but the slot is taken
  await expect(locateBookingDialog(lost).getByLabel(/^主要困扰/)).toHaveValue(
    `第${lost === firstPage ? 1 : 2}个人写下的困扰`,
  )
  await expect(locateBookingDialog(lost).getByLabel(/既往咨询/)).toHaveValue('没有')
  await expect(locateBookingDialog(lost).getByLabel(/我已阅读并同意/)).toBeChecked()
  await expect(locateBookingDialog(lost).getByText('近四周没有可预约的时间，请过几天再来看看。')).toBeVisible()
  await takePicture(lost, '时段已被预约', { isWhole: false })
  // the form can be completed with another slot
  await openHours(doctor, 'doctor8', [{ day: formatTimeInDays(10), open: true, from: 600, to: 660, mode: 'both' }])
  await locateButton(lost, '提交预约').click()
  await expect(locateBookingDialog(lost).getByText('请选择时间')).toBeVisible()
  await lost.reload()
  await locateButton(lost, '预约咨询').click()
  await expect(locateBookingDialog(lost).getByLabel(/^主要困扰/)).toHaveValue(
    `第${lost === firstPage ? 1 : 2}个人写下的困扰`,
  )
  await locateTimes(lost).click()
  await locateBookingDialog(lost)
    .getByLabel(/我已阅读并同意/)
    .check()
  await locateButton(lost, '提交预约').click()
  await expect(locateCashier(lost)).toBeVisible()
})

const event = 'VCALENDAR/VEVENT'
test('an appointment is exported to the calendar, rescheduled in time, and updated in the calendar', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const hours = { open: true, from: 540, to: 720, mode: 'both' } as const
  await openHours(await open(), 'doctor10', [
    { day: formatTimeInDays(12), ...hours },
    { day: formatTimeInDays(13), ...hours },
  ])
  await enterAs(page, 'member4')
  await page.goto('/ConsultDetail/index?id=10')
  await locateButton(page, '预约咨询').click()
  // the client already has other appointments
  const name = (await locateBookingDialog(page).getByRole('heading').first().innerText()).replace('预约', '').trim()
  await locateTimes(page).first().click()
  await locateBookingDialog(page)
    .getByLabel(/在线咨询/)
    .check()
  await expect(locateBookingDialog(page).getByText('会员免费').first()).toBeVisible()
  await locateBookingDialog(page)
    .getByLabel(/^主要困扰/)
    .fill('换了城市以后睡不好')
  await locateBookingDialog(page)
    .getByLabel(/我已阅读并同意/)
    .check()
  await locateButton(page, '提交预约').click()
  await expect(page).toHaveURL(/\/booking\/index/)
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: name }).filter({ hasText: '已预约' })
  const title = item.getByRole('heading')
  const before = await downloadCalendar(page, item)
  for (const words of readChinaTimes(before.get(`${event} DTSTART`))) await expect(title).toContainText(words)
  expect(before.get(`${event}/VALARM TRIGGER`)).toBe('-PT1H')
  // other people may see the calendar, so it names no topic
  expect([...before.values()].join(' ')).not.toMatch(/咨询|睡不好/)

  await item.getByRole('button', { name: '改期' }).click()
  const changing = page.getByRole('dialog', { name: '改期' })
  await changing.getByRole('group', { name: '日期' }).getByRole('button').last().click()
  await locateTimes(page).last().click()
  await expectAccessible(page, '改期')
  await expectFitsWidth(page, 375)
  await takePicture(page, '改期', { isWhole: false })
  await changing.getByRole('button', { name: /^改到/ }).click()
  await expect(page.locator('#toasts')).toContainText('修改成功')
  const after = await downloadCalendar(page, item)
  expect(after.get(`${event} UID`)).toBe(before.get(`${event} UID`))
  expect(after.get(`${event} DTSTART`)).not.toBe(before.get(`${event} DTSTART`))
  // the new event replaces the old one
  expect(Number(after.get(`${event} SEQUENCE`))).toBeGreaterThan(Number(before.get(`${event} SEQUENCE`)))
  for (const words of readChinaTimes(after.get(`${event} DTSTART`))) await expect(title).toContainText(words)
})

test('a past session is rated, and a complaint about it is answered', async ({ page, open }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'member6')
  await page.goto('/booking/index')
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: '已完成' }).first()
  await item.getByRole('button', { name: '修改评价（4分）' }).click()
  const rating = page.getByRole('dialog', { name: '评价这次咨询' })
  await rating.getByRole('button', { name: '2分' }).click()
  await rating.getByLabel('想说的话（选填）').fill('两次断线，没有谈完')
  await expectAccessible(page, '评价')
  await takePicture(page, '评价这次咨询', { isWhole: false })
  await rating.getByRole('button', { name: '提交' }).click()
  await expect(page.locator('#toasts')).toContainText('评价成功')
  await expect(item.getByRole('button', { name: '修改评价（2分）' })).toBeVisible()

  await item.getByRole('button', { name: '投诉' }).click()
  const complaint = page.getByRole('dialog', { name: '投诉' })
  await complaint.getByRole('button', { name: '提交' }).click()
  await expect(complaint.getByText('请填写投诉内容')).toBeVisible()
  const words = `补的三十分钟又断线了${Date.now()}`
  await complaint.getByLabel('投诉内容').fill(words)
  await takePicture(page, '投诉', { isWhole: false })
  await complaint.getByRole('button', { name: '提交' }).click()
  await expect(page.locator('#toasts')).toContainText('投诉已提交，我们会尽快联系您')
  // a second complaint must wait for the answer to the first
  await item.getByRole('button', { name: '投诉' }).click()
  await complaint.getByLabel('投诉内容').fill('再说一次')
  await complaint.getByRole('button', { name: '提交' }).click()
  await expect(page.locator('#toasts')).toContainText('您的投诉正在处理中，请等待答复')
  await expect(complaint.getByLabel('投诉内容')).toHaveValue('再说一次')

  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/complaints', 'service')
  const row = staff.getByRole('row').filter({ hasText: words })
  await expect(row.getByText('待处理')).toBeVisible()
  await row.getByRole('button', { name: '处理' }).click()
  const handling = staff.getByRole('dialog', { name: '处理投诉' })
  await handling.getByRole('button', { name: '确定' }).click()
  await expect(handling.getByText('请填写处理结果')).toBeVisible()
  await handling.getByLabel('处理结果与答复').fill('已与咨询师约好本周另补一次完整的咨询。')
  await handling.getByRole('button', { name: '确定' }).click()
  await expect(row.getByText('已答复')).toBeVisible()
  await expect(row).toContainText('另补一次完整的咨询')
  await takePicture(staff, '投诉已答复', { isWhole: false })
  // the log records the person and the time of the decision
  await openConsole(staff, '/audit', 'admin')
  await expect(staff.getByRole('main').getByText('处理咨询投诉').first()).toBeVisible()

  await page.goto('/message/index')
  await expect(page.getByRole('main').getByText(/您的投诉已处理：.*另补一次完整的咨询/)).toBeVisible()
})

test('a counsellor records a no-show and a referral, visible only to the counsellor', async ({ page, open }) => {
  const topic = '主要困扰：考前总想回家'
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor2')
  await doctor.goto('/booking/index?tab=2')
  const client = doctor.getByRole('main').getByRole('listitem').filter({ hasText: topic })
  await expect(client).toContainText('待记录结果')
  await client.getByRole('button', { name: '转介' }).click()
  const referral = doctor.getByRole('dialog', { name: '转介' })
  await referral.getByRole('button', { name: '提交' }).click()
  await expect(referral.getByText('请填写转介去向与原因')).toBeVisible()
  const words = '建议转介至省精神卫生中心睡眠门诊，已告知来访者。'
  await referral.getByRole('textbox').fill(words)
  await expectAccessible(doctor, '转介')
  await takePicture(doctor, '转介', { isWhole: false })
  await referral.getByRole('button', { name: '提交' }).click()
  await expect(doctor.locator('#toasts')).toContainText('保存成功')
  await expect(client.getByText(/^转介 · /)).toBeVisible()
  await expect(client).toContainText(words)

  await client.getByRole('button', { name: '未到' }).click()
  await expect(doctor.locator('#toasts')).toContainText('保存成功')
  await expect(client.getByRole('button', { name: /^(已完成|未到)$/ })).toHaveCount(0)
  await expect(client.getByText('未到', { exact: true })).toBeVisible()
  // the record is stored
  await client.getByRole('button', { name: '查看记录' }).click()
  await expect(client).toContainText(words)
  await expectFitsWidth(doctor, 375)
  await takePicture(doctor, '来访者未到')

  // the absent client sees that state, cannot rate the session, and does not see the record
  await enterAs(page, 'member3')
  await page.goto('/booking/index')
  const own = page.getByRole('main').getByRole('listitem').filter({ hasText: '未到' })
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('button', { name: /评价/ })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('转介')
  const { data } = (await (await page.request.get('/prod-api/booking/mine')).json()) as {
    data: { content: { id: number; state: string }[] }
  }
  const { id } = data.content.find(({ state }) => state === 'noShow')!
  expect((await page.request.get(`/prod-api/booking/notes?id=${id}`)).status()).toBeGreaterThanOrEqual(400)
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/bookings?state=noShow', 'service')
  const row = staff.getByRole('row').filter({ has: staff.getByRole('cell', { name: `${id}`, exact: true }) })
  await expect(row).toContainText('未到')
  await expect(staff.getByRole('main')).not.toContainText('转介')
})
