// Story of a unit: application by its representative, review, bank transfer, seats.
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'
import {
  acceptProof,
  applyForUnit,
  approveUnit,
  handOverToColleague,
  inviteColleague,
  openApplicationWithoutConsent,
  rejectProof,
  restoreRepresentative,
  sendTransferProof,
} from './unit-steps.ts'

test.use({ viewport: desktop, trace: 'off' })

test('a unit applies, is approved, pays by bank with its second proof, and fills its seats', async ({ page, open }) => {
  test.setTimeout(360_000)
  const representative = await createMember(page.request)
  const unit = `市心理援助中心${representative.phone.slice(-6)}`
  await enterAs(page, representative.username, representative.password)
  await openApplicationWithoutConsent(page)
  await applyForUnit(page, unit, representative.phone)

  const secretariat = await open({ viewport: desktop })
  await enterAs(secretariat, 'admin')
  await approveUnit(secretariat, unit)

  // paid from the unit's bank account; the first proof is unreadable
  await sendTransferProof(page)
  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto('/admin/transfers?state=sent')
  await rejectProof(finance, representative.username)
  await page.goto('/message/index')
  await expect(page.getByText(/转账凭证被退回：图片不清楚，看不到付款单位/)).toBeVisible()
  await sendTransferProof(page)
  await finance.reload()
  await acceptProof(finance, representative.username, `DW${representative.phone}`)

  // a colleague is invited by phone, and accepts with a new account
  const colleague = await createMember(page.request)
  await inviteColleague(page, colleague.phone)

  const other = await open({ viewport: desktop })
  await enterAs(other, colleague.username, colleague.password)
  await other.goto('/member/mine')
  const own = other.getByRole('region', { name: '单位会员席位' })
  await expect(own.getByText(unit)).toBeVisible()
  await takePicture(other, '单位会员席位')
  await locateButton(other, '接受').click()
  await expect(own.getByText('为您分配了席位')).toBeVisible()

  await secretariat.goto(`/admin/units`)
  const line = secretariat.getByRole('row').filter({ hasText: unit })
  await expect(line.getByRole('cell', { name: '2/5', exact: true })).toBeVisible()
  await line.getByRole('link', { name: `查看：${unit}` }).click()
  await expect(secretariat.getByText('使用中')).toBeVisible()
  await takePicture(secretariat, '单位会员')

  await handOverToColleague(page)
  await other.reload()
  const led = other.getByRole('region', { name: '本单位席位' })
  await expect(led.getByText('苏维桢')).toBeVisible()
  await other.goto('/message/index')
  await expect(other.getByText(`您已接任“${unit}”的会员代表`, { exact: false })).toBeVisible()

  // the secretariat gives the office back to the former representative, with a reason
  await secretariat.reload()
  await restoreRepresentative(secretariat)
  await page.goto('/message/index')
  await expect(page.getByText(`您已接任“${unit}”的会员代表`, { exact: false })).toBeVisible()

  await page.goto('/member/mine')
  await page.getByRole('region', { name: '本单位席位' }).getByRole('button', { name: '收回' }).click()
  await expect(page.getByText('已收回席位')).toBeVisible()
  await other.goto('/member/mine')
  await expect(other.getByText('您还没有申请入会')).toBeVisible()
})
