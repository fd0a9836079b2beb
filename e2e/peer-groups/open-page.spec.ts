// Story of applicants whose open page of the group follows the decision of the leader.
import { locateDialog } from '../support/console.ts'
import { ask, openApplicant, openLedGroup } from '../support/led-group-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('the open page of an applicant shows the decision of the leader without a reload', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await openLedGroup(open, 'doctor5')
  const { leader, id } = group
  const accepted = await openApplicant(open, group, '小舟')
  const refused = await openApplicant(open, group, '远山')
  const late = await openApplicant(open, group, '晚风')
  for (const page of [accepted, refused, late]) {
    await page.goto(`/groups/detail?id=${id}`)
    await expect(page.getByText(/正在等待带领者审核/)).toBeVisible()
    await expect(page.getByText('还有12个名额')).toBeVisible()
    await page.evaluate(() => (document.body.dataset['loaded'] = 'once'))
  }
  const expectNotReloaded = () =>
    Promise.all([accepted, refused, late].map((page) => expect(page.locator('body[data-loaded]')).toHaveCount(1)))
  // this dialog, which asks before the withdrawal, closes when the leader decides
  await locateButton(accepted, '撤回申请').click()
  await expect(locateDialog(accepted)).toBeVisible()

  await leader.goto(`/groups/detail?id=${id}`)
  await locateButton(leader, '接受小舟的申请').click()
  await expect(accepted.getByText('您在小组里的称呼：小舟')).toBeVisible()
  await expect(accepted.getByText('还有11个名额')).toBeVisible()
  await expect(locateButton(accepted, '撤回申请')).toHaveCount(0)
  await expect(locateDialog(accepted)).toHaveCount(0)
  await expect(accepted.locator('#toasts')).toContainText('您已加入小组')
  await takePicture(accepted, '小组-当场通过')

  await locateButton(leader, '婉拒远山的申请').click()
  await leader.getByLabel('原因（申请人会看到）').fill('这一期先不安排')
  await leader.getByRole('button', { name: '提交' }).click()
  await expect(refused.getByText('您上次的申请未通过，原因：这一期先不安排')).toBeVisible()
  await expect(refused.locator('#toasts')).toContainText('您的申请有结果了')
  await expect(locateButton(refused, '申请加入')).toBeVisible()
  await expect(locateButton(refused, '撤回申请')).toHaveCount(0)
  await takePicture(refused, '小组-当场未通过')

  // strangers cannot read a dissolved group, so the page says what the notice says
  await ask(leader, 'POST', '/peerGroup/leaderState', { id, state: 'dissolved', reason: '本期结束' })
  await expect(late.getByText('您上次的申请未通过，原因：小组已解散')).toBeVisible()
  await expect(locateButton(late, '撤回申请')).toHaveCount(0)
  await expect(accepted.getByText('这个小组已解散。')).toBeVisible()
  await takePicture(late, '小组-当场解散')
  await expectNotReloaded()
})
