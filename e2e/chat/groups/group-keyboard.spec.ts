// Story of a group by keyboard alone: an invitation is answered, a member is muted and removed, and a message reported.
import { forEachInOrder } from '../../../server/src/kit/async/for-each-in-order.ts'
import type { Locator, Page } from '@playwright/test'
import { findText, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, openMember, sendFromDevice } from '../../support/group-steps.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

const maxTabs = 80

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until this control has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await forEachInOrder(Array.from({ length: maxTabs }), async () => {
    if (!(await hasFocus(target))) await page.keyboard.press(key)
  })
  await expect(target).toBeFocused()
  const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(outline).not.toBe('none')
}
async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('people answer an invitation, mute, remove and report by keyboard alone', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await createGroup(open, { beInviteMode: 'needVerify' })
  const { owner, members, ref } = group
  const li = members[0]!
  const { page } = owner
  await openGroup(owner, group)
  const opener = locateButton(page, '小组信息')
  await pressOn(page, opener)
  await pressOn(page, page.getByRole('button', { name: '成员（3）' }))
  const manage = locateButton(page, '管理周宁')
  await pressOn(page, manage)
  await pressOn(page, locateButton(page, '禁言'))
  await pressOn(page, page.getByRole('dialog', { name: '禁言周宁？' }).getByRole('button', { name: '禁言' }))
  await expect(locateButton(page, '解除禁言')).toBeFocused()
  await expect(findText(page, '你将周宁禁言')).toBeVisible()
  await takeConversationPicture(page, '键盘禁言')

  // Escape answers no, and the focus is on the button again
  const remove = locateButton(page, '移出小组')
  await pressOn(page, remove)
  const question = page.getByRole('dialog', { name: '将周宁移出小组？' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await pressOn(page, question.getByRole('button', { name: '移出', exact: true }))
  await expect(findText(page, '你将周宁移出了小组')).toBeVisible()
  await expect(manage).toHaveCount(0)
  // the row is gone, so the focus stays in the panel
  await expect(page.getByRole('region', { name: '成员（2）' })).toBeFocused()
  await pressOn(page, locateButton(page, '收起小组信息'))
  await expect(opener).toBeFocused()

  // a person answers an invitation
  const chen = await openMember(await open(), '陈静')
  await owner.device.request('team.addTeamMembers', { ...ref, accounts: [chen.accid] })
  const invitation = chen.page.getByRole('region', { name: '小组邀请' })
  await pressOn(chen.page, invitation.getByRole('button', { name: /^同意/ }))
  const joining = chen.page.getByRole('dialog', { name: '加入小组' })
  await pressOn(chen.page, joining.getByRole('button', { name: '加入', exact: true }))
  await expect(invitation).toHaveCount(0)
  await expect(chen.page.getByRole('navigation', { name: '会话' })).toBeFocused()

  // a member reports a message; Escape closes the dialog and keeps the words
  await sendFromDevice(li, group, '加我买药')
  const line = page.locator('.chat-line', { hasText: '加我买药' })
  const report = line.getByRole('button', { name: /举报/ })
  await tabTo(page, line, 'Shift+Tab')
  await forEachInOrder(['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight'], (key) => page.keyboard.press(key))
  await expect(report).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '举报这条消息' })
  await tabTo(page, dialog.getByLabel('广告或诈骗').or(dialog.getByRole('radio').first()).first())
  await dialog.getByRole('radio').first().press('ArrowDown')
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
  await tabTo(page, dialog.getByLabel('补充说明（选填）'))
  await page.keyboard.type('总是发广告')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(report).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio').first().press('ArrowDown')
  await expect(dialog.getByLabel('补充说明（选填）')).toHaveValue('总是发广告')
  await takeConversationPicture(page, '键盘举报')
  await pressOn(page, dialog.getByRole('button', { name: '提交', exact: true }))
  await expect(page.locator('#toasts')).toContainText('已收到您的举报')
  await expect(dialog).toHaveCount(0)
  await expect(report).toBeFocused()
  chen.device.disconnect()
  closeDevices(group)
})
