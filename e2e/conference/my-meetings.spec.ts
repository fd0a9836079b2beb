// Stories of registrations for several open meetings: listed under 我的会议, changed, cancelled and transferred there.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { chooseChannel, fillReceipt, openMeeting } from './conference-steps.ts'
import {
  changeMeeting,
  closeMeeting,
  getRegistration,
  publishTraining,
  createPaidRegistration,
  useMeetingServer,
} from './meeting-server.ts'
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { chinaTimeIn, locateToast } from '../support/staff-api.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, test } from '../support/visitor.ts'

const { makeListConsentOld, openVisitor, staff } = useMeetingServer()
/** Text of the consent that the ledger records. */
const listWords = /参会者名单只列出您的姓名和单位，只有同一次会议中已有名额的参会者登录后可以查看/

test('a training class opens beside the conference, and both are independent', async ({ open }) => {
  test.setTimeout(240_000)
  const [page, other, ask] = [await openVisitor(open), await openVisitor(open), await staff(open)]
  const id = await createPaidRegistration(page)
  await enterAsNewMember(other, other.request)
  await openMeeting(other)
  await chooseChannel(other, '非会员')
  await fillReceipt(other)
  const { activityId } = await getRegistration(page, id)
  const trainingId = await publishTraining(ask, activityId, '危机干预高级研修班')

  await openMeeting(other)
  await expect(other.getByRole('heading', { level: 1, name: '省心理卫生协会第十三届学术年会' })).toBeVisible()
  await other
    .getByRole('region', { name: '其他会议与培训' })
    .getByRole('link', { name: /危机干预高级研修班/ })
    .click()
  await expect(other).toHaveURL(`/academic/payment?id=${trainingId}`)
  await chooseChannel(other, '非会员')
  await expect(other).toHaveURL(`/academic/payment?id=${trainingId}&step=receipt&type=2`)
  await expect(locateDialog(other).getByText('危机干预高级研修班')).toBeVisible()
  // all but the days, which belong to the other meeting
  await expect(locateField(other, '单位名称')).toHaveValue('省第一人民医院')
  await expect(locateField(other, '到达时间')).toHaveValue('')
  await fillReceipt(other)
  await expect(locateDialog(other).getByText(listWords)).toBeVisible()
  await locateDialog(other)
    .getByRole('checkbox', { name: /^同意把我的姓名和单位列入参会者名单/ })
    .check()
  for (const width of [375, 1440]) {
    await expectFitsWidth(other, width)
    await locateDialog(other).getByText(listWords).scrollIntoViewIfNeeded()
    await takePicture(other, '参会回执名单', { widths: [width], isWhole: false })
  }
  await locateButton(other, '提交回执').click()
  await expect(locateDialog(other).getByText('报名成功，是否前往缴费？')).toBeVisible()
  await other.goto('/academic/meetings')
  await other.getByRole('link', { name: /危机干预高级研修班/ }).click()
  // unpaid, but already in the list of participants, so the user can leave the list here, too
  await locateButton(other, '退出名单').click()
  await expect(locateToast(other, '已退出参会者名单')).toBeVisible()

  // without an id the page shows the unpaid meeting
  await other.goto('/academic/payment')
  await expect(other.getByRole('heading', { level: 1, name: '危机干预高级研修班' })).toBeVisible()
  await page.goto('/academic/payment')
  await expect(page.getByRole('heading', { level: 1, name: '省心理卫生协会第十三届学术年会' })).toBeVisible()

  const late = await openVisitor(open)
  await enterAsNewMember(late, late.request)
  await late.goto(`/academic/payment?id=${trainingId}`)
  await chooseChannel(late, '非会员')
  await fillReceipt(late)
  await closeMeeting(ask, trainingId)
  await locateButton(late, '提交回执').click()
  await expect(locateDialog(late).getByRole('alert')).toHaveText('会议已结束，不能再报名，请查看其他会议')
  await expect(locateField(late, '单位名称')).toHaveValue('省第一人民医院')
  await late.goto(`/academic/payment?id=${trainingId}`)
  await expect(late.getByText('这次会议已经结束或尚未发布，请查看其他会议')).toBeVisible()
  // registered users see their registration at the same address
  await other.goto(`/academic/payment?id=${trainingId}`)
  await expect(other).toHaveURL(/\/academic\/place\?id=\d+$/)

  await page.getByRole('link', { name: '我的会议', exact: true }).last().click()
  await page.getByRole('link', { name: /^省心理卫生协会第十三届学术年会/ }).click()
  await expect(page).toHaveURL(`/academic/place?id=${id}`)
  await locateButton(page, '签到码').click()
  await expect(locateDialog(page).getByRole('img', { name: '签到二维码' })).toBeVisible()
  await page.keyboard.press('Escape')
  await locateButton(page, '修改回执').click()
  await locateField(page, '单位名称').fill('换了单位')
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateToast(page, '修改成功')).toBeVisible()
  await locateButton(page, '取消参会').click()
  await expect(
    locateDialog(page).getByText(/^按规则退还会务费的100%，即\d+\.\d\d元，经财务审核后原路退回。/),
  ).toBeVisible()
  await locateButton(page, '确认取消').click()
  await expect(
    page.getByText(/^您的报名已取消，\d+(\.\d\d)?元正在退回，经财务审核后原路退回。如需参会，请重新报名。$/),
  ).toBeVisible()
  await locateButton(page, '我的账号')
    .or(page.locator('summary').filter({ hasText: '我的账号' }))
    .first()
    .click()
  await page.getByRole('link', { name: '我的会议' }).first().click()
  await expect(page.getByRole('link', { name: /第十三届学术年会.*已取消/ })).toBeVisible()
})

test('an attendee changes, hides and transfers a registration after the deadline', async ({ open }) => {
  test.setTimeout(240_000)
  const [page, other, staffPage, ask] = [
    await openVisitor(open),
    await openVisitor(open),
    await openVisitor(open),
    await staff(open),
  ]
  const id = await createPaidRegistration(page)
  const { activityId, receipt } = await getRegistration(page, id)
  await page.request.put('/prod-api/activityUser/receipt', {
    data: { ...receipt, unitId: undefined, id, listed: true },
  })
  await changeMeeting(ask, activityId, { changeDeadline: chinaTimeIn(-1) })

  await page.goto(`/academic/place?id=${id}`)
  await expect(page.getByText('已列入姓名和单位')).toBeVisible()
  await locateButton(page, '退出名单').click()
  await expect(locateToast(page, '已退出参会者名单')).toBeVisible()
  await locateButton(page, '加入名单').click()
  await expect(locateDialog(page).getByText(listWords)).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(page, width)
  }
  await takePicture(page, '加入名单', { isWhole: false })
  await expectAccessible(page, '加入名单')
  await locateButton(page, '同意并加入').click()
  await expect(locateToast(page, '已列入参会者名单')).toBeVisible()

  await test.step('an attendee who agreed to an older text reads the new one', async () => {
    await makeListConsentOld(id)
    await page.reload()
    await expect(page.getByText('参会者群里只显示您的姓')).toBeVisible()
    for (const width of [375, 1440]) await expectFitsWidth(page, width)
    await expectAccessible(page, '名单-旧版同意书')
    await takePicture(page, '名单-旧版同意书')
    await locateButton(page, '阅读新版').click()
    await expect(locateDialog(page).getByText('群里也显示您的姓名')).toBeVisible()
    await takePicture(page, '名单-新版同意书', { isWhole: false })
    await locateButton(page, '同意新版').click()
    await expect(locateToast(page, '已同意新版同意书')).toBeVisible()
    await expect(locateButton(page, '阅读新版')).toHaveCount(0)
    await locateButton(page, '退出名单').click()
    await expect(locateButton(page, '加入名单')).toBeVisible()
    // three toasts can cover links of the page, which then count as too small
    await expect(page.locator('.toast')).toHaveCount(0)
    for (const width of [375, 1440]) {
      await expectFitsWidth(page, width)
      await expectAccessible(page, `我的报名 ${width}`)
    }
    await takePicture(page, '我的报名')
    await locateButton(page, '申请变更').click()
    await locateField(page, '饮食需求').fill('素食')
    await locateField(page, '变更说明').fill('忘了填写')
    await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
    await expect(locateToast(page, '已提交变更申请，请等待会务组处理')).toBeVisible()
    await expect(page.getByText(/^变更回执：待处理/)).toBeVisible()

    await enterAs(staffPage, 'editor')
    await staffPage.goto('/admin/registration-requests')
    const decideRequest = async (words: RegExp) => {
      await staffPage.getByRole('button', { name: '处理：钱来' }).click()
      await expect(locateDialog(staffPage).getByText(words)).toBeVisible()
      await locateDialog(staffPage).getByLabel('答复').fill('已核实')
      await locateDialog(staffPage)
        .getByRole('button', { name: /^同\s*意$/ })
        .click()
      await expect(staffPage.getByText('已同意').last()).toBeVisible()
    }
    await decideRequest(/^饮食需求：（空） → 素食$/)
    await page.reload()
    await expect(page.getByText(/^变更回执：已同意，已核实/)).toBeVisible()

    const taker = await enterAsNewMember(other, other.request)
    await locateButton(page, '转让名额').click()
    await locateField(page, '对方的账号').fill(taker.username)
    await locateField(page, '对方的姓名').fill('李书涵')
    await locateField(page, '对方的手机号').fill('13800001111')
    await locateButton(page, '提交申请').click()
    await expect(locateToast(page, '已提交转让申请，请等待会务组处理')).toBeVisible()
    await staffPage.reload()
    await decideRequest(/^姓名：钱来 → 李书涵$/)
    await staffPage.goto(`/admin/registrations?meeting=${activityId}&receipt=missing`)
    await expect(staffPage.getByRole('row').filter({ hasText: '李书涵' })).toContainText('回执待完善')

    await other.goto('/message/index')
    await other.getByRole('link', { name: /名额已转让给您，请完善参会回执/ }).click()
    await expect(other).toHaveURL(`/academic/place?id=${id}`)
    await expect(other.getByText('名额由他人转让给您，请完善参会回执，以便会务组安排住宿与用餐。')).toBeVisible()
    await locateButton(other, '完善回执').click()
    // the former holder has paid, and so owns the invoice
    await expect(locateDialog(other).getByText(/^会务费由原参会人缴纳，发票只能开给缴费人/)).toBeVisible()
    for (const label of ['发票抬头', '纳税人识别号']) await expect(locateField(other, label)).toHaveCount(0)
    await locateDialog(other)
      .getByText(/^会务费由原参会人缴纳/)
      .scrollIntoViewIfNeeded()
    await takePicture(other, '受让回执', { isWhole: false })
    await locateField(other, '通信地址').fill('学府路2号')
    await locateDialog(other).getByRole('button', { name: '提交', exact: true }).click()
    await expect(locateToast(other, '修改成功')).toBeVisible()
    await expect(locateButton(other, '申请变更')).toBeVisible()
    await staffPage.reload()
    await expect(staffPage.getByText('没有符合条件的报名')).toBeVisible()
  })

  await test.step('nor can the secretariat issue the invoice to another person', async () => {
    await staffPage.goto(`/admin/registrations/${id}`)
    await expect(staffPage.getByText('由缴费人申请')).toBeVisible()
    await locateButton(staffPage, '更正回执').click()
    const note = locateDialog(staffPage).getByText(/^会务费由原参会人缴纳，发票只能开给缴费人/)
    await expect(note).toBeVisible()
    for (const label of ['发票抬头', '税号']) await expect(locateDialog(staffPage).getByLabel(label)).toHaveCount(0)
    await expect(locateDialog(staffPage).getByLabel('不需要发票')).toHaveCount(0)
    for (const width of [375, 1440]) {
      await expectFitsWidth(staffPage, width)
      await expectAccessible(staffPage, `更正受让回执 ${width}`)
      await takePicture(staffPage, '更正受让回执', { widths: [width], isWhole: false })
      await note.scrollIntoViewIfNeeded()
      await takePicture(staffPage, '更正受让回执说明', { widths: [width], isWhole: false })
    }
    await locateDialog(staffPage).getByLabel('饮食需求').fill('清真')
    await locateDialog(staffPage).getByLabel('理由').fill('受让人来电')
    await locateDialog(staffPage)
      .getByRole('button', { name: /^更\s*正$/ })
      .click()
    await expect(staffPage.getByText('已更正，本人会收到通知')).toBeVisible()
    await page.goto('/academic/meetings')
    await expect(page.getByText('还没有参会报名')).toBeVisible()
  })

  await test.step('when the new holder cancels, the page names the receiver of the refund', async () => {
    await other.reload()
    await locateButton(other, '取消参会').click()
    await expect(
      locateDialog(other).getByText(/^按规则退还会务费的100%，.*经财务审核后原路退回给缴费的原参会人。/),
    ).toBeVisible()
    await locateButton(other, '确认取消').click()
    await expect(other.getByText(/^您的报名已取消，\d+\.\d\d元正在退还给缴费的原参会人/)).toBeVisible()
    for (const width of [375, 1440]) {
      await expectFitsWidth(other, width)
      await takePicture(other, '受让后取消', { widths: [width], isWhole: false })
    }
  })
})
