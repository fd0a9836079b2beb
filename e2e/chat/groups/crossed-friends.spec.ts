// Story of two members of a group who both apply to become friends.
import { forEachInOrder } from '../../../server/src/kit/async/for-each-in-order.ts'
import { takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, type GroupMember } from '../../support/group-steps.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

test.use({ trace: 'off' })

const apply = async ({ page }: GroupMember, name: string) => {
  await locateButton(page, `加好友：${name}`).click()
  await page
    .getByRole('dialog', { name: `申请加${name}为好友？` })
    .getByRole('button', { name: '申请', exact: true })
    .click()
}

test('an application to a member who has applied makes both friends', async ({ open }) => {
  const group = await createGroup(open)
  const [li, zhou] = [group.members[0]!, group.members[1]!]
  await zhou.page.setViewportSize({ width: 1440, height: 900 })
  await forEachInOrder([li, zhou], async (member) => {
    await openGroup(member, group)
    await locateButton(member.page, '小组信息').click()
    await member.page.getByRole('button', { name: '成员（3）' }).click()
  })
  await apply(li, '周宁')
  const requests = zhou.page.getByRole('region', { name: '好友申请' })
  await expect(requests).toContainText('李云申请加您为好友')
  await takeConversationPicture(zhou.page, '好友-互相申请之前')
  await apply(zhou, '李云')
  await expect(zhou.page.locator('#toasts')).toContainText('对方也申请了加您，你们现在是好友')
  await expect(requests).toHaveCount(0)
  await takeConversationPicture(zhou.page, '好友-互相申请')
  await Promise.all([li, zhou].map(({ page }) => expect(page.getByRole('link', { name: /^私聊/ })).toBeVisible()))
  await takeConversationPicture(li.page, '好友-互相申请')
  closeDevices(group)
})
