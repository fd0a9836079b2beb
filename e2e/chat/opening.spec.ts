// Stories of opening conversations: the focus after Enter, the names of the buttons, and narrow windows.
import { findText, locateMessageBox, phone, sendText, takeConversationPicture } from '../support/conversation-steps.ts'
import { closeDevices, createGroup, locateRow, openGroup, sendFromDevice } from '../support/group-steps.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('a member opens conversations by keyboard, and writes at once', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await owner.page.goto('/im/index')
  await locateRow(owner, group).press('Enter')
  await expect(locateMessageBox(owner.page)).toBeFocused()
  await owner.page.keyboard.type('大家好')
  await owner.page.keyboard.press('Enter')
  await expect(findText(owner.page, '大家好')).toBeVisible()
  await takeConversationPicture(owner.page, '键盘打开会话')

  // for a member who cannot write, the focus moves to the heading
  await owner.device.request('team.updateMuteStateInTeam', { ...ref, accounts: [zhou.accid], mute: true })
  await zhou.page.goto('/im/index')
  await locateRow(zhou, group).press('Enter')
  await expect(zhou.page.getByRole('heading', { name: '夜读小组（3人）' })).toBeFocused()

  // a click leaves the focus where it is
  await zhou.page.goto('/im/index')
  await locateRow(zhou, group).click()
  await expect(findText(zhou.page, '大家好')).toBeVisible()
  await expect(zhou.page.getByRole('heading', { name: '夜读小组（3人）' })).not.toBeFocused()

  // the keyboard of a phone would cover the messages
  await li.page.goto('/im/index')
  await locateRow(li, group).press('Enter')
  await expect(locateMessageBox(li.page)).toBeVisible()
  await expect(locateMessageBox(li.page)).not.toBeFocused()
  closeDevices(group)
})

test('a member finds out whose message each button is for', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  await openGroup(owner, group)
  await sendFromDevice(members[0]!, group, '这周读哪一章？我想从第三章开始，因为前两章都读过了')
  await expect(findText(owner.page, '这周读哪一章？我想从第三章开始，因为前两章都读过了')).toBeVisible()
  const label = '李云：这周读哪一章？我想从第三章开始，因为前两…'
  await owner.page.locator('.chat-line', { hasText: '这周读哪一章' }).hover()
  await expect(locateButton(owner.page, `回复这条消息，${label}`)).toBeVisible()
  await expect(locateButton(owner.page, `举报这条消息，${label}`)).toBeVisible()
  await sendText(owner.page, '好')
  await expect(locateButton(owner.page, '撤回，我：好')).toBeVisible()
  await expect(locateButton(owner.page, '回复这条消息，我：好')).toHaveCount(1)
  closeDevices(group)
})

test('a member reads the number of members and the placeholder in a narrow window', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, ref } = group
  const { page } = owner
  await owner.device.request('team.updateTeam', { ...ref, name: '周三晚上一起读书也一起散步的情绪支持小组' })
  await page.setViewportSize(phone)
  await openGroup(owner, group)
  const count = page.getByRole('heading', { level: 2 }).getByText('（3人）', { exact: true })
  const isWhole = () => count.evaluate((element) => element.getBoundingClientRect().right <= innerWidth - 50)
  await expect(count).toBeVisible()
  expect(await isWhole()).toBe(true)
  await takeConversationPicture(page, '长组名')
  await expect(locateMessageBox(page)).toHaveAttribute('placeholder', '写下想说的话…')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await isWhole()).toBe(true)
  await expect(locateMessageBox(page)).toHaveAttribute('placeholder', '写消息…')
  await takeConversationPicture(page, '最窄的输入框')
  closeDevices(group)
})
