// Stories of the conference: registration by all four channels, payment, failure, timeout, and waiting list.
import type { Page } from '@playwright/test'
import {
  askUntil,
  chooseChannel,
  fillReceipt,
  goToCashier,
  openMeeting,
  locatePaidHeading,
  payAs,
} from './conference-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { locateToast } from '../support/staff-api.ts'
import {
  locateButton,
  enterAs,
  enterAsNewMember,
  expect,
  locateField,
  createMember,
  password,
  test,
} from '../support/visitor.ts'

// all stories share the only open meeting
test.describe.configure({ mode: 'default' })

/** The member price is selected and explained, and the receipt is prefilled. */
async function expectMemberKnown(page: Page): Promise<void> {
  await locateButton(page, '填写参会回执').click()
  await expect(locateDialog(page).getByRole('radio', { name: /^协会会员/ })).toBeChecked()
  await expect(locateDialog(page).getByText('您是本会有效会员，已为您选择会员参会')).toBeVisible()
  await takePicture(page, '参会身份-会员')
  await locateButton(page, '下一步').click()
  await expect(locateField(page, '姓名')).not.toHaveValue('')
  await expect(locateField(page, '手机号')).toHaveValue('13800000204')
  await expect(locateField(page, '单位名称')).not.toHaveValue('')
  await takePicture(page, '回执-已知内容')
  await locateDialog(page).getByRole('button', { name: '取消' }).click()
}

for (const [channel, identity] of [
  ['协会会员', '协会会员'],
  ['非会员', '非会员'],
  ['专业委员会委员', '专业委员会委员'],
  ['在校学生', '协会学生'],
] as const) {
  test(`${channel} registers, fails to pay, times out, tries again and pays`, async ({ page, request }) => {
    test.setTimeout(240_000)
    await page.clock.install()
    const isMember = channel === '协会会员'
    const isStudent = channel === '在校学生'
    const member = isMember ? { username: 'member4', password } : await createMember(request)
    await enterAs(page, member.username, member.password)
    await openMeeting(page)
    if (isMember) await expectMemberKnown(page)
    await chooseChannel(page, channel)
    if (channel === '专业委员会委员') {
      await locateButton(page, '提交回执').click()
      await expect(page.getByText('请选择专业委员会').last()).toBeVisible()
      await locateField(page, '专业委员会').selectOption({ index: 1 })
    }
    await fillReceipt(page, isStudent)
    // one of the two boxes, never both
    await page.getByLabel('会务组安排').check()
    await expect(page.getByLabel('自行安排')).not.toBeChecked()
    await page.getByLabel('自行安排').check()
    await expect(page.getByLabel('会务组安排')).not.toBeChecked()
    await locateButton(page, '提交回执').click()
    await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
    await locateButton(page, '去缴费').click()
    await expect(page).toHaveURL(/paymentchanne\?activityUserId=\d+$/)
    await expect(page.getByText(new RegExp(`^您是${identity}，应缴费用\\d+\\.\\d\\d元$`))).toBeVisible()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await payAs(page, 'fail')
    await askUntil(page, page.getByText('支付失败，请重新支付'))
    await locateButton(page, '重新支付').click()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await page.clock.runFor(151_000)
    await expect(page.getByText('支付超时，请重新支付')).toBeVisible()
    await locateButton(page, '重新支付').click()
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
    const orderNo = await payAs(page, 'success')
    await askUntil(page, locatePaidHeading(page))
    await expect(page.getByText(orderNo, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expect(page.getByText('报名和缴费均已完成')).toBeVisible()
    await locateButton(page, '填写参会回执').click()
    await expect(locateToast(page, '您已报名并缴费，请勿重复操作')).toBeVisible()
  })
}

test('a non-member is informed and attends as a non-member', async ({ page, request }) => {
  await enterAsNewMember(page, request)
  await openMeeting(page)
  await locateButton(page, '填写参会回执').click()
  await locateDialog(page)
    .getByRole('radio', { name: /^协会会员/ })
    .click()
  await expect(locateDialog(page).getByText('您不是本会有效会员，请选择非会员通道报名')).toBeVisible()
  await expect(locateDialog(page).getByRole('radio', { name: /^非会员/ })).toBeChecked()
  await locateButton(page, '下一步').click()
  await locateButton(page, '提交回执').click()
  for (const label of ['单位名称', '通信地址', '到达时间', '离开时间']) {
    await expect(locateField(page, label)).toHaveAccessibleDescription(/请完善信息/)
  }
  await expect(locateField(page, '单位名称')).toBeFocused()
})

test('the programme shows which sessions earn credits', async ({ page }) => {
  for (const address of ['/academic/payment', '/academic/xueshunianhui']) {
    await page.goto(address)
    const programme = page.getByRole('region', { name: '会议日程' })
    const locateSession = (title: string) => programme.getByRole('listitem').filter({ hasText: title })
    await expect(locateSession('主旨报告：心理健康服务的循证与温度')).toContainText('计1学分')
    await expect(locateSession('开幕式')).not.toContainText('学分')
  }
})

test('a visitor is asked to log in, and an unpaid registration leads to the cashier', async ({ page, request }) => {
  await openMeeting(page)
  await locateButton(page, '填写参会回执').click()
  await expect(page).toHaveURL(/\/login\/index/)
  await expect(locateToast(page, '请先登录')).toBeVisible()
  await goToCashier(page, request)
  await openMeeting(page)
  await locateButton(page, '填写参会回执').click()
  await expect(locateDialog(page).getByText('您已报名但未缴费，是否前往缴费？')).toBeVisible()
  await locateButton(page, '取消').click()
  await expect(locateDialog(page)).toBeHidden()
})

test('the screen stops after fifty polls, and a later payment still counts', async ({ page, request }) => {
  await page.clock.install()
  await goToCashier(page, request)
  await page.clock.runFor(151_000)
  await expect(page.getByText('支付超时，请重新支付')).toBeVisible()
  await payAs(page, 'success')
  await locateButton(page, '重新支付').click()
  await expect(locatePaidHeading(page)).toBeVisible()
})

/** Sets the number of student places at the console, as the secretariat does. */
async function setQuota(page: Page, quota: number): Promise<void> {
  await page.goto('/admin/meetings/1')
  await page.getByLabel('在校学生：名额').fill(`${quota}`)
  await locateButton(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
}

test('a full type has a waiting list, and an added place goes to the first in it', async ({ page, request, open }) => {
  test.setTimeout(240_000)
  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  const { data } = (await (await staffPage.request.get('/prod-api/admin/meeting?id=1')).json()) as {
    data: { types: { activityAttendTypeId: number; taken: number }[] }
  }
  const taken = data.types.find((type) => type.activityAttendTypeId === 4)?.taken ?? 0
  await setQuota(staffPage, taken)

  await enterAsNewMember(page, request)
  await openMeeting(page)
  await expect(page.getByText('名额已满，可登记候补')).toBeVisible()
  await chooseChannel(page, '在校学生')
  await fillReceipt(page, true)
  await locateButton(page, '提交回执').click()
  await expect(locateDialog(page).getByText('该参会身份的名额已满，可以登记候补')).toBeVisible()
  await locateButton(page, '登记候补').click()
  await expect(locateToast(page, '已登记候补，有名额时将通知您')).toBeVisible()
  await expect(page.getByText('您在候补名单中排第1位')).toBeVisible()

  await setQuota(staffPage, taken + 1)
  await page.reload()
  await expect(page.getByText(/名额为您保留至.+，请在此之前缴费/)).toBeVisible()
  await setQuota(staffPage, 100)
})
