// Stories of replies, in a group of three and between two people.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import {
  agreeToChat,
  chooseInLineMenu,
  findText,
  locateClientLink,
  locateLog,
  locateMessageBox,
  openConversation,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../support/group-steps.ts'
import type { Page } from '@playwright/test'
import { expect, locateButton, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

const locateLine = (page: Page, text: string) => locateLog(page).locator('.chat-line', { hasText: text })

test('members reply to messages of a group, and a quote leads to its message', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await Promise.all([owner, li, zhou].map((member) => openGroup(member, group)))
  await sendText(owner.page, '这周三晚上八点读第三章，有谁不方便吗')
  for (let i = 1; i <= 20; i += 1) await sendFromDevice(zhou, group, `笔记第${i}条`) // oxlint-disable-line no-await-in-loop -- in order
  await expect(findText(li.page, '笔记第20条')).toBeVisible()

  // on a phone: begin a reply, cancel it, and begin it again
  const more = locateLine(li.page, '笔记第20条').getByRole('button', { name: '这条消息的操作' })
  await expect(more).toHaveCSS('opacity', '1')
  const box = (await more.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await expect(
    locateLine(li.page, '笔记第20条').getByRole('button', { name: /^回复这条消息，.+：笔记第20条$/ }),
  ).toBeHidden()
  await more.focus()
  await li.page.keyboard.press('Enter')
  const menu = li.page.getByRole('dialog', { name: '这条消息' })
  await expect(menu.getByRole('button', { name: '复制' })).toBeVisible()
  await expect(menu.getByRole('button', { name: '举报' })).toBeVisible()
  await expect(menu.getByRole('button', { name: '撤回' })).toHaveCount(0)
  await takeConversationPicture(li.page, '消息菜单')
  await expectAccessible(li.page, '消息菜单')
  await li.page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await chooseInLineMenu(li.page, '笔记第20条', '回复')
  const quoted = li.page.locator('.chat-reply')
  await expect(quoted).toContainText('周宁：笔记第20条')
  await expect(locateMessageBox(li.page)).toBeFocused()
  await locateButton(li.page, '取消回复').click()
  await expect(quoted).toHaveCount(0)
  await chooseInLineMenu(li.page, '有谁不方便吗', '回复')
  await expect(quoted).toContainText('王敏：这周三晚上八点读第三章，有谁不方便吗')
  await takeConversationPicture(li.page, '回复')
  await expectAccessible(li.page, '回复')
  await expectFitsWidth(li.page, 320)
  await li.page.setViewportSize({ width: 375, height: 812 })
  await sendText(li.page, '我可能晚到十分钟')
  await expect(quoted).toHaveCount(0)

  // by keyboard: the button of the message, and Escape to cancel
  const reply = locateLine(owner.page, '我可能晚到十分钟').last()
  await expect(reply.locator('.chat-quote')).toContainText('你：这周三晚上八点读第三章')
  await reply.getByRole('button', { name: '回复这条消息' }).focus()
  await owner.page.keyboard.press('Enter')
  await expect(owner.page.locator('.chat-reply')).toContainText('李云：我可能晚到十分钟')
  await expect(findText(owner.page, '我可能晚到十分钟')).toBeInViewport({ ratio: 1 })
  await takeConversationPicture(owner.page, '回复')
  await expectAccessible(owner.page, '回复')
  await owner.page.keyboard.press('Escape')
  await expect(owner.page.locator('.chat-reply')).toHaveCount(0)
  await expect(locateMessageBox(owner.page)).toBeFocused()

  // the quote leads to the first message, which has scrolled out of view
  await expect(findText(zhou.page, '我可能晚到十分钟')).toBeInViewport()
  const first = locateLine(zhou.page, '有谁不方便吗').first()
  await expect(first).not.toBeInViewport()
  await zhou.page.getByTitle('查看原消息').click()
  await expect(first).toBeInViewport()
  await expect(first).toBeFocused()
  await takeConversationPicture(zhou.page, '引用的消息')

  // a recalled message cannot be replied to, and its quote says so
  await chooseInLineMenu(li.page, '笔记第20条', '回复')
  await sendText(li.page, '谢谢您的记录')
  const quote = locateLine(li.page, '谢谢您的记录').locator('.chat-quote')
  await expect(quote).toContainText('周宁：笔记第20条')
  await locateLine(zhou.page, '笔记第20条').first().getByRole('button', { name: '回复这条消息' }).focus()
  await zhou.page.keyboard.press('Enter')
  await expect(zhou.page.locator('.chat-reply')).toContainText('你：笔记第20条')
  await locateLine(zhou.page, '笔记第20条').first().getByRole('button', { name: '撤回' }).click()
  await expect(zhou.page.locator('.chat-reply')).toHaveCount(0)
  await expect(quote).toContainText('已撤回的消息')
  await expect(quote).not.toContainText('笔记')
  await takeConversationPicture(li.page, '引用已撤回')
  closeDevices(group)
})

test('a counsellor replies to a message of a client', async ({ page, open }) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await sendText(member, '最近总是睡不好')
  await sendText(member, '周三能约吗')
  await locateClientLink(doctor, memberAccid).click()
  const line = locateLine(doctor, '最近总是睡不好')
  await line.hover()
  await line.getByRole('button', { name: '回复这条消息' }).click()
  await expect(doctor.locator('.chat-reply')).toContainText(/：最近总是睡不好$/)
  await sendText(doctor, '这种情况有多久了')
  await expect(locateLine(member, '这种情况有多久了').locator('.chat-quote')).toContainText('你：最近总是睡不好')
  await expect(locateLine(doctor, '这种情况有多久了').locator('.chat-quote')).toContainText('：最近总是睡不好')
  await takeConversationPicture(doctor, '一对一回复')
  await takeConversationPicture(member, '一对一回复')
  await expectAccessible(doctor, '一对一回复')
})
