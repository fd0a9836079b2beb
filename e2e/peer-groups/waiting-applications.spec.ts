// Story of a leader who finds waiting applications from the chat of the group.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { desktop, phone, takeConversationPicture } from '../support/conversation-steps.ts'
import { acceptApplication, openApplicant, openLedGroup } from '../support/led-group-steps.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('a leader sees in the chat how many people applied, and opens the page that decides', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await openLedGroup(open, 'doctor6')
  const { leader, id, teamId, title } = group
  await openApplicant(open, group, '小舟')
  await leader.goto(`/im/index?team=${teamId}`)
  const row = leader.getByRole('navigation', { name: '会话' }).locator(`a[href$="team=${teamId}"]`)
  await expect(row).toContainText('[1人申请加入]')
  // the number on the open page rises with the notice
  await openApplicant(open, group, '远山')
  await expect(row).toContainText('[2人申请加入]')
  await locateButton(leader, '小组信息，2人申请加入').click()
  const link = leader.getByRole('link', { name: '待审核的申请（2）' })
  await expect(link).toBeVisible()
  await takeConversationPicture(leader, '带领者-待审核的申请')
  await expectAccessible(leader, '带领者-待审核的申请')
  await leader.setViewportSize(phone)
  await expect(link).toBeVisible()
  await takeConversationPicture(leader, '带领者-待审核的申请')
  await expectFitsWidth(leader, 320)
  await leader.setViewportSize(desktop)
  await link.click()
  await leader.waitForURL(new RegExp(`/groups/detail\\?id=${id}$`))
  // disabled until the page hears keys
  await expect(locateButton(leader, '接受小舟的申请')).toBeEnabled()
  await locateButton(leader, '接受小舟的申请').press('Enter')
  await expect(leader.locator('#toasts')).toContainText('处理成功')
  await expect(leader.getByRole('heading', { name: '待审核的申请' })).toBeFocused()
  await leader.goto('/im/index')
  await expect(row).toContainText('[1人申请加入]')
  await expect(row).toContainText(title)

  // someone else decides meanwhile, and the list follows
  await leader.goto(`/groups/detail?id=${id}`)
  await expect(locateButton(leader, '接受远山的申请')).toBeVisible()
  await acceptApplication(leader, id)
  await locateButton(leader, '接受远山的申请').click()
  await expect(leader.locator('#toasts')).toContainText('请刷新')
  await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()
})
