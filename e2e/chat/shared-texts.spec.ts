// Stories of two people who change the same text of a group: the later one reads the other text first.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { desktop, phone, takeConversationPicture } from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup } from '../support/group-steps.ts'
import { expect, locateButton, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

for (const viewport of [phone, desktop])
  test(`a manager at ${viewport.width} px reads a newer announcement before replacing it`, async ({ open }) => {
    test.setTimeout(240_000)
    const group = await createGroup(open)
    const { owner, ref } = group
    const [manager] = group.members
    await owner.device.request('team.updateTeam', { ...ref, announcement: '周三晚八点' })
    await owner.device.request('team.addTeamManagers', { ...ref, accounts: [manager!.accid] })
    const { page } = owner
    await page.setViewportSize(viewport)
    await openGroup(owner, group)
    await locateButton(page, '小组信息').click()
    await locateButton(page, '修改公告').click()
    await page.getByLabel('公告内容').fill('改到周五晚七点')
    await manager!.device.request('team.updateTeam', { ...ref, announcement: '改到周四晚九点' })
    // a reload keeps what was typed, and what its writer had seen
    await page.reload()
    await locateButton(page, '小组信息').click()
    await expect(page.getByLabel('公告内容')).toHaveValue('改到周五晚七点')
    await locateButton(page, '保存').click()
    const notice = page.getByRole('alert').filter({ hasText: '公告现在是' })
    await expect(notice).toContainText('刚刚被他人修改，您写的还在这里')
    await expect(notice).toContainText('公告现在是：改到周四晚九点')
    await expect(page.getByLabel('公告内容')).toHaveValue('改到周五晚七点')
    await expectFitsWidth(page, viewport.width)
    await takeConversationPicture(page, '公告-他人修改')
    await expectAccessible(page, '公告-他人修改')
    expect(manager!.device.store.teams.get(`team-${ref.teamId}`)?.team.announcement).toBe('改到周四晚九点')
    await locateButton(page, '保存').click()
    await expect(page.locator('#toasts')).toContainText('公告已更新')
    await expect(notice).toHaveCount(0)
    await expect
      .poll(() => manager!.device.store.teams.get(`team-${ref.teamId}`)?.team.announcement)
      .toBe('改到周五晚七点')
    closeDevices(group)
  })

test('a change of the name keeps an introduction that another manager has changed meanwhile', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await createGroup(open)
  const { owner, ref } = group
  const { page, device } = owner
  await openGroup(owner, group)
  await locateButton(page, '小组信息').click()
  await locateButton(page, '修改名称和介绍').click()
  await locateField(page, '小组名称').fill('晨读小组')
  await device.request('team.updateTeam', { ...ref, intro: '每周一章' })
  await locateButton(page, '保存').click()
  await expect(page.getByRole('heading', { name: '晨读小组（3人）' })).toBeVisible()
  await expect(page.getByText('每周一章', { exact: true })).toBeVisible()

  // the same field, changed by both
  await locateButton(page, '修改名称和介绍').click()
  await locateField(page, '小组名称').fill('早起小组')
  await device.request('team.updateTeam', { ...ref, name: '午读小组' })
  await locateButton(page, '保存').click()
  await expect(page.getByRole('alert').filter({ hasText: '小组名称现在是：午读小组' })).toBeVisible()
  await expect(locateField(page, '小组名称')).toHaveValue('早起小组')
  await takeConversationPicture(page, '小组名称-他人修改')
  await locateButton(page, '取消').click()
  await expect(page.getByRole('heading', { name: '午读小组（3人）' })).toBeVisible()
  closeDevices(group)
})
