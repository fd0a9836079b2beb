// Story of the secretariat's work at a meeting: a corrected receipt, rooms, badges, check-in, and a public certificate.
import { copiedCharacters } from '../../server/test/made-files.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import {
  beginMeeting,
  changeMeeting,
  getRegistration,
  createPaidRegistration,
  useMeetingServer,
} from './meeting-server.ts'
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { chinaTimeIn } from '../support/staff-api.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

const { openVisitor, staff } = useMeetingServer()

test('staff organise a meeting from the receipts to the certificates', async ({ open }) => {
  test.setTimeout(300_000)
  const [page, staffPage, ask] = [await openVisitor(open), await openVisitor(open), await staff(open)]
  const id = await createPaidRegistration(page)
  const { activityId } = await getRegistration(page, id)

  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/registrations?meeting=${activityId}&key=${encodeURIComponent('钱来')}`)
  await staffPage.getByRole('link', { name: '钱来' }).click()
  await expect(staffPage).toHaveURL(`/admin/registrations/${id}`)
  await expect(staffPage.getByText('自行安排')).toBeVisible()
  await locateButton(staffPage, '更正回执').click()
  await locateDialog(staffPage).getByLabel('标准间数量').fill('2')
  await locateDialog(staffPage)
    .getByRole('button', { name: /^更\s*正$/ })
    .click()
  await expect(locateDialog(staffPage).getByText('请填写理由')).toBeVisible()
  await locateDialog(staffPage).getByLabel('理由').fill('本人来电，带家属参会')
  await takePicture(staffPage, '更正回执', { widths: [1280], isWhole: false })
  await locateDialog(staffPage)
    .getByRole('button', { name: /^更\s*正$/ })
    .click()
  await expect(staffPage.getByText('已更正，本人会收到通知')).toBeVisible()
  await expect(staffPage.getByText('标准间2间，待安排')).toBeVisible()

  // an invoice is requested by phone, and cancelled later
  const correctAndExpect = async (fill: () => Promise<void>, sentence: string) => {
    await locateButton(staffPage, '更正回执').click()
    await fill()
    for (const width of [375, 1440]) {
      await expectFitsWidth(staffPage, width)
      await expectAccessible(staffPage, `更正回执 ${width}`)
      await takePicture(staffPage, `更正回执-${sentence.length}`, { widths: [width], isWhole: false })
    }
    await locateDialog(staffPage).getByLabel('理由').fill('本人来电')
    await locateDialog(staffPage)
      .getByRole('button', { name: /^更\s*正$/ })
      .click()
    // the toast of the last correction may still be visible
    await expect(staffPage.getByText(sentence, { exact: true }).last()).toBeVisible()
  }
  await correctAndExpect(async () => {
    await locateDialog(staffPage).getByLabel('发票抬头').fill('县人民医院')
    await locateDialog(staffPage).getByLabel('邮箱').fill('fp@example.com')
  }, '已更正，本人会收到通知')
  await expect(staffPage.getByText('待开具', { exact: true })).toBeVisible()
  await correctAndExpect(async () => {
    await locateDialog(staffPage).getByLabel('不需要发票').check()
    await expect(locateDialog(staffPage).getByLabel('发票抬头')).toHaveCount(0)
  }, '已更正，本人会收到通知；待开具的发票已撤回')

  await staffPage.goto(`/admin/rooms/${activityId}`)
  await locateButton(staffPage, '添加房间').click()
  await locateDialog(staffPage).getByLabel('房号').fill('901 902')
  await locateDialog(staffPage)
    .getByRole('button', { name: /^添\s*加$/ })
    .click()
  await locateButton(staffPage, '自动分配').click()
  await expect(staffPage.getByText(/^已安排\d+人/)).toBeVisible()
  await expect(staffPage.getByText('留给钱来')).toBeVisible()
  await page.goto(`/academic/place?id=${id}`)
  await expect(page.getByText('会务组安排，标准间2间，房间待会务组通知')).toBeVisible()
  await locateButton(staffPage, '定稿并通知住客').click()
  await locateButton(staffPage, '通知住客').click()
  await expect(staffPage.getByText(/^已于.+通知住客，之后的变动会自动告知$/)).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(staffPage, width)
    await expectAccessible(staffPage, `房间 ${width}`)
  }
  await takePicture(staffPage, '房间安排')
  await page.goto('/message/index')
  await page.getByRole('link', { name: /您的房间已安排：/ }).click()
  await expect(page.getByText(/^会务组安排，标准间2间，房间\d+、\d+$/)).toBeVisible()

  const badges = await staffPage.request.get(`/prod-api/admin/meeting/badges?id=${activityId}`)
  expect(badges.headers()['content-type']).toBe('application/pdf')
  const pdf = await badges.body()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const copied = copiedCharacters(pdf)
  expect(Array.from('省心理卫生协会第十三届学术年会钱来县人民医院非会员').filter((item) => !copied.has(item))).toEqual(
    [],
  )

  await beginMeeting(ask, activityId)
  const { ticket } = await getRegistration(page, id)
  await enterAs(staffPage, 'service')
  await staffPage.goto(`/admin/door/${activityId}`)
  await expect(staffPage.getByText('已联网')).toBeVisible()
  await staffPage.getByLabel('签到码').fill(ticket)
  await staffPage.getByLabel('签到码').press('Enter')
  await expect(staffPage.getByText('签到成功：非会员，县人民医院')).toBeVisible()
  await expect(staffPage.getByTestId('waiting')).toHaveText('0')
  await page.reload()
  await expect(page.getByText('您已签到，不能取消')).toBeVisible()
  await expect(locateButton(page, '取消参会')).toHaveCount(0)

  await changeMeeting(ask, activityId, { meetingEndTime: chinaTimeIn(-0.0001) })
  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/meetings/${activityId}`)
  await locateButton(staffPage, '颁发参会证明').click()
  await expect(staffPage.getByText(/^已颁发\d+份参会证明/)).toBeVisible()
  await page.goto(`/academic/place?id=${id}`)
  await expect(page.getByText('会议已结束，不能再变更、转让或取消，感谢您的参与。')).toBeVisible()
  await page.getByRole('link', { name: /^证书编号/ }).click()
  await expect(page).toHaveURL(/\/certificate\/index\?no=XQ/)
  await expect(page.getByText('证书真实有效')).toBeVisible()
  await expect(page.getByText('全程参会').first()).toBeVisible()
  const { certificate } = await getRegistration(page, id)
  const stranger = await openVisitor(open)
  await stranger.goto(`/certificate/index?no=${certificate?.number}`)
  await expect(stranger.getByText('证书真实有效')).toBeVisible()
})
