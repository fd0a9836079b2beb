// Stories of the demo training class beside the annual conference: found, opened, registered for and paid.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { chooseChannel, fillReceipt, locatePaidHeading, payAs } from './conference-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { locateButton, enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

const conference = '省心理卫生协会第十三届学术年会'
const training = '心理援助热线接线员实务培训班'
const trainingId = 3

test('visitors find the training class from the conference, at its own address', async ({ page }) => {
  await page.goto('/academic/xueshunianhui')
  await expect(page.getByRole('heading', { level: 1, name: conference })).toBeVisible()
  await page
    .getByRole('region', { name: '其他会议与培训' })
    .getByRole('link', { name: new RegExp(training) })
    .click()
  await expect(page).toHaveURL(`/academic/xueshunianhui?id=${trainingId}`)
  await expect(page).toHaveTitle(new RegExp(training))
  await expect(page.getByRole('heading', { level: 1, name: training })).toBeVisible()
  await expect(page.getByRole('link', { name: '论文征集' }).filter({ visible: true })).toHaveCount(0)
  await page.getByRole('link', { name: '参会报名', exact: true }).last().click()
  await expect(page).toHaveURL(`/academic/payment?id=${trainingId}`)
  for (const [name, path] of [
    ['多个会议-年会', '/academic/xueshunianhui'],
    ['多个会议-培训', `/academic/xueshunianhui?id=${trainingId}`],
    ['多个会议-年会报名', '/academic/payment'],
    ['多个会议-培训报名', `/academic/payment?id=${trainingId}`],
  ] as const) {
    await page.goto(path)
    for (const width of [375, 1440]) {
      await expectFitsWidth(page, width)
      await expectAccessible(page, `${name} ${width}`)
    }
    await takePicture(page, name)
  }
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(`/academic/xueshunianhui?id=${trainingId}<`)
  expect(sitemap).toContain(`/academic/payment?id=${trainingId}<`)
})

test('a visitor signs in on the page of the training class, registers and pays', async ({ page, request }) => {
  test.setTimeout(240_000)
  await page.goto(`/academic/payment?id=${trainingId}`)
  await locateButton(page, '填写参会回执').click()
  await expect(page).toHaveURL(
    new RegExp(`/login/index\\?next=${encodeURIComponent(`/academic/payment?id=${trainingId}`)}`),
  )
  await enterAsNewMember(page, request)
  await page.goto(`/academic/payment?id=${trainingId}`)
  await chooseChannel(page, '非会员')
  await fillReceipt(page, false, trainingId)
  await locateButton(page, '提交回执').click()
  await expect(locateDialog(page).getByText('报名成功，是否前往缴费？')).toBeVisible()
  // the unpaid registration is the page's default
  await page.goto('/academic/payment')
  await expect(page.getByRole('heading', { level: 1, name: training })).toBeVisible()
  await page.getByRole('link', { name: '去缴费' }).click()
  await expect(page.getByText('您是非会员，应缴费用500.00元')).toBeVisible()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAs(page, 'success')
  await expect(locatePaidHeading(page)).toBeVisible({ timeout: 12_000 })
  await page.getByRole('link', { name: '返回', exact: true }).first().click()
  await expect(page).toHaveURL(`/academic/payment?id=${trainingId}`)
  await expect(locateButton(page, '签到码')).toBeVisible()
  await page.goto('/academic/payment')
  await expect(page.getByRole('heading', { level: 1, name: conference })).toBeVisible()
})

test('the console shows and requires the kind of a meeting', async ({ page }) => {
  await enterAs(page, 'editor')
  await page.goto('/admin/meetings')
  await expect(page.getByRole('row').filter({ hasText: training })).toContainText('培训与会议')
  await expect(page.getByRole('row').filter({ hasText: conference })).toContainText('学术年会')
  await takePicture(page, '会议列表-类型', { isWhole: false })
  await page.goto(`/admin/meetings/${trainingId}`)
  await expect(page.getByRole('radio', { name: '培训与会议' })).toBeChecked()
  for (const width of [375, 1440]) await expectFitsWidth(page, width)
  await takePicture(page, '会议表单-类型', { isWhole: false })
})
