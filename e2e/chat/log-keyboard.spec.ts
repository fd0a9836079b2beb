// Story of a member who reads and answers messages by keyboard alone.
import { expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  locateClientLink,
  locateLog,
  locateMessageBox,
  openConversation,
  phone,
  sendText,
  findText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { expect, test } from '../support/visitor.ts'

test('a member passes the messages with one Tab, and reaches their actions by arrow keys', async ({ page, open }) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor7')
  await agreeToChat(member)
  await sendText(member, '最近睡得不好')
  await locateClientLink(doctor, memberAccid).click()
  await sendText(doctor, '从什么时候开始的')
  await sendText(doctor, '不急，慢慢说')
  await expect(findText(member, '不急，慢慢说')).toBeVisible()
  await member.setViewportSize(desktop)
  const { keyboard } = member
  const locateLine = (text: string) => locateLog(member).locator('.chat-line', { hasText: text })
  const log = locateLog(member)
  const hotline = member.locator('.chat-help').getByRole('link', { name: '12356' })
  // Chromium calculates tabIndex 0 for links and buttons without the attribute
  const countTabStops = () =>
    log.evaluate((box) => [box, ...box.querySelectorAll<HTMLElement>('*')].filter((e) => e.tabIndex >= 0).length)
  await expect.poll(countTabStops).toBe(1)

  await hotline.focus()
  await keyboard.press('Shift+Tab')
  await expect(locateLine('不急，慢慢说')).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(locateLine('从什么时候开始的')).toBeFocused()
  await keyboard.press('Enter')
  const reply = locateLine('从什么时候开始的').getByRole('button', { name: /^回复这条消息/ })
  await expect(reply).toBeFocused()
  await takeConversationPicture(member, '键盘读消息')
  await expectAccessible(member, '键盘读消息')
  await keyboard.press('ArrowRight')
  await expect(locateLine('从什么时候开始的').getByRole('button', { name: /^这条消息的操作/ })).toBeFocused()
  await keyboard.press('Escape')
  await expect(locateLine('从什么时候开始的')).toBeFocused()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowLeft')
  await expect(locateLine('从什么时候开始的')).toBeFocused()
  await keyboard.press('Home')
  await expect(locateLine('最近睡得不好')).toBeFocused()
  await expect.poll(countTabStops).toBe(1)

  // Tab leaves the log, and the next visit begins at the newest message
  await keyboard.press('Tab')
  await expect(hotline).toBeFocused()
  await sendText(doctor, '我在听')
  await expect(findText(member, '我在听')).toBeVisible()
  await keyboard.press('Shift+Tab')
  await expect(locateLine('我在听')).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expect(locateMessageBox(member)).toBeFocused()
  await expect(member.getByRole('button', { name: '取消回复' })).toBeVisible()

  // phones hide the reply button, and the menu has it as well
  await member.setViewportSize(phone)
  await locateLine('我在听').focus()
  await keyboard.press('ArrowRight')
  await expect(locateLine('我在听').getByRole('button', { name: /^这条消息的操作/ })).toBeFocused()
  await takeConversationPicture(member, '键盘读消息')
})
