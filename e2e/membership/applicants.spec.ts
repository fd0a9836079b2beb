// Stories of applicants and members who withdraw, are refused, or change their level.
import { expectAccessible } from '../support/checks.ts'
import { pressButton } from '../support/console-steps.ts'
import {
  payAtCashier,
  callAsStaff,
  decideApplication,
  advanceDays,
  createApplicant,
  createApprovedApplicant,
} from './dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, locateField, test } from '../support/visitor.ts'

test.use({ viewport: desktop, trace: 'off', reducedMotion: 'reduce' })

test('an applicant withdraws the application, and applies again with the saved draft', async ({ page }) => {
  const applicant = await createApplicant(page.request)
  await enterAs(page, applicant.username, applicant.password)
  await page.goto('/member/mine')
  await locateButton(page, '撤回申请').click()
  const asking = page.getByRole('dialog', { name: '确定撤回申请吗？' })
  await asking.getByRole('button', { name: '撤回', exact: true }).click()
  await expect(page.getByText('申请已撤回', { exact: true })).toBeVisible()
  await expect(page.getByText('已撤回', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: '重新申请' }).click()
  await expect(locateField(page, '姓名')).toHaveValue(applicant.name)
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()
})

test('a refused applicant applies again, and the reviewer sees the earlier application', async ({ page, open }) => {
  const applicant = await createApplicant(page.request)
  await decideApplication(page.request, applicant.name, 'reject', '尚不具备入会条件：从业不满一年')
  await enterAs(page, applicant.username, applicant.password)
  await page.goto('/member/mine')
  await expect(page.getByText('尚不具备入会条件：从业不满一年').first()).toBeVisible()
  await takePicture(page, '申请未通过')
  await page.getByRole('link', { name: '重新申请' }).click()
  await locateField(page, '所在单位').fill('市第三人民医院心理科')
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()
  const console = await open({ viewport: desktop })
  await enterAs(console, 'admin')
  await console.goto(`/admin/member-applications?key=${encodeURIComponent(applicant.name)}`)
  await console.getByRole('link', { name: `审核：${applicant.name}` }).click()
  await expect(console.getByText('此前的申请：')).toBeVisible()
  await expect(console.getByText('未通过', { exact: true })).toBeVisible()
})

test('a member requests another level for the renewal, pays its fee, and leaves in the end', async ({ page, open }) => {
  test.setTimeout(240_000)
  const title = `资深会员${Date.now() % 1_000_000}`
  const level = { kind: 'individual', title, description: '', seats: 1, enabled: true, position: 91 }
  await callAsStaff(page.request, 'POST', '/admin/memberLevel', level)
  const levels = await callAsStaff<{ id: number; title: string }[]>(page.request, 'GET', '/admin/memberLevels')
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const decision = { decision: '理事会决议', decidedOn: today, effectiveFrom: today, cents: 30_000, termMonths: 12 }
  const levelId = levels.find((item) => item.title === title)!.id
  await callAsStaff(page.request, 'POST', '/admin/memberFee', { levelId, ...decision })

  const member = await createApprovedApplicant(page.request)
  await enterAs(page, member.username, member.password)
  await page.goto('/member/mine')
  await locateButton(page, '缴纳会费').click()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAtCashier(page, 'success')
  await expect(page.getByText('会费支付成功')).toBeVisible({ timeout: 20_000 })
  await locateButton(page, '完成').click()
  await advanceDays(member.username, 340)
  await page.reload()
  await locateButton(page, '申请变更类别').click()
  const levelDialog = page.getByRole('dialog', { name: '申请变更会员类别' })
  await locateButton(page, '提交申请').click()
  await expect(levelDialog.getByText('请选择会员类别')).toBeVisible()
  await levelDialog.getByLabel(new RegExp(`^${title}（300.00元`)).check()
  await expectAccessible(page, '申请变更会员类别')
  await takePicture(page, '申请变更会员类别')
  await locateButton(page, '提交申请').click()
  await expect(page.getByText(`已申请变更为“${title}”`, { exact: false })).toBeVisible()
  await takePicture(page, '已申请变更类别')

  const console = await open({ viewport: desktop })
  await enterAs(console, 'admin')
  await console.goto('/admin/members?levelChange=yes')
  await console.getByRole('link', { name: `查看：${member.name}` }).click()
  await expect(console.getByText(`申请变更为“${title}”`)).toBeVisible()
  await expectAccessible(console, '变更类别的申请')
  await takePicture(console, '变更类别的申请')
  await locateButton(console, '同意变更').click()
  await expect(console.getByText('已变更类别，会员已收到通知')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/300.00 元，会期/)).toBeVisible()

  await locateButton(page, '申请退会').click()
  const leaving = page.getByRole('dialog', { name: '确定退会吗？' })
  await leaving.getByLabel(/^退会原因/).fill('工作调动离开本省')
  await leaving.getByRole('button', { name: '确定退会' }).click()
  await expect(page.getByText('您已退会')).toBeVisible()
  await console.reload()
  await expect(console.getByText('本人申请：工作调动离开本省', { exact: false })).toBeVisible()
  await pressButton(console.locator('main'), '查看完整号码')
  await expect(console.getByRole('dialog', { name: '查看完整号码' })).toBeVisible()
})
