// Stories of mentions in a group.
import { expectAccessible } from '../../support/checks.ts'
import { findText, locateMessageBox, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, locateRow, openGroup } from '../../support/group-steps.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a member is mentioned by keyboard and by touch, and everyone only by the owner', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await openGroup(owner, group)
  const box = locateMessageBox(owner.page)
  const list = owner.page.getByRole('listbox', { name: '提到谁' })
  await box.pressSequentially('请@')
  await expect(list.getByRole('option')).toHaveText([/所有人/, /李云/, /周宁/])
  await takeConversationPicture(owner.page, '提到成员')
  await expectAccessible(owner.page, '提到成员')
  await box.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box).toHaveValue('请@')
  await box.fill('')
  await box.pressSequentially('请@')
  await box.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('李云')
  await box.press('ArrowDown')
  await box.press('ArrowUp')
  await box.press('Enter')
  await expect(box).toHaveValue('请@李云 ')
  await box.pressSequentially('把笔记发一下')
  await box.press('Enter')
  await expect(locateRow(li, group)).toContainText('[有人@我]')
  await expect(locateRow(li, group)).toContainText('王敏：请@李云 把笔记发一下')
  await expect(locateRow(zhou, group)).toContainText('把笔记发一下')
  await expect(locateRow(zhou, group)).not.toContainText('[有人@我]')

  // a member on a phone finds another by the name, and cannot mention everyone
  await openGroup(li, group)
  await expect(findText(li.page, '请@李云 把笔记发一下')).toBeVisible()
  const phoneBox = locateMessageBox(li.page)
  const phoneList = li.page.getByRole('listbox', { name: '提到谁' })
  await phoneBox.pressSequentially('@')
  await expect(phoneList.getByRole('option')).toHaveText([/王敏/, /周宁/])
  await takeConversationPicture(li.page, '提到成员')
  await phoneBox.pressSequentially('周')
  await expect(phoneList.getByRole('option')).toHaveText([/周宁/])
  await phoneList.getByRole('option').tap()
  await expect(phoneBox).toHaveValue('@周宁 ')
  await phoneBox.pressSequentially('你也看看 me@example')
  await expect(phoneList).toHaveCount(0)
  await locateButton(li.page, '发送').tap()
  await expect(locateRow(zhou, group)).toContainText('[有人@我]')

  await openGroup(zhou, group)
  await expect(locateMessageBox(zhou.page)).toBeVisible()
  await locateRow(zhou, group).waitFor()
  await zhou.page.goto('/im/index')
  await expect(locateRow(zhou, group)).toContainText('你也看看')
  await expect(locateRow(zhou, group)).not.toContainText('[有人@我]')
  await box.pressSequentially('@所')
  await box.press('Enter')
  await box.pressSequentially('周三见')
  await locateButton(owner.page, '发送').click()
  await expect(locateRow(zhou, group)).toContainText('[有人@我]')
  await expect(findText(li.page, '@所有人 周三见')).toBeVisible()
  closeDevices(group)
})
