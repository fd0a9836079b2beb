// Stories of staff and the chat: the word lexicon, and the erasure of a conversation.
import { expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  locateLog,
  openConversation,
  takeConversationPicture,
  findText,
  sendText,
} from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, createName, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('a word of the lexicon is added, changed and removed', async ({ open }) => {
  const word = createName()
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/lexicon')
  await locateButton(staff, '添加词语').click()
  const dialog = staff.getByRole('dialog')
  await locateButton(staff, '保存').click()
  await expect(dialog.getByText('请填写词语')).toBeVisible()
  await dialog.getByRole('textbox').fill(word)
  await expectAccessible(staff, '添加词语')
  await takeConversationPicture(staff, '添加词语')
  await locateButton(staff, '保存').click()
  await expect(staff.getByText('已添加')).toBeVisible()
  await staff.getByLabel('搜索词语').fill(word)
  await staff.keyboard.press('Enter')
  const row = staff.getByRole('row', { name: new RegExp(word) })
  await expect(row).toContainText('替换为星号')
  await locateButton(staff, `修改 ${word}`).click()
  await dialog.getByRole('radio', { name: /^不允许发送/ }).check()
  await locateButton(staff, '保存').click()
  await expect(row).toContainText('不允许发送')
  await locateButton(staff, `删除 ${word}`).click()
  await staff.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(staff.getByText('没有找到该词语')).toBeVisible()
})

test('the administrator erases a conversation with a reason, and it can no longer be read', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { member, username } = await openConversation(page, open, 'doctor3')
  await agreeToChat(member)
  await sendText(member, '请不要留下这句话')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'admin')
  await staff.goto('/admin/chats')
  await staff.getByLabel('账号或手机号').fill(username)
  await staff.keyboard.press('Enter')
  await staff.getByRole('button', { name: /^清除会话：/ }).click()
  const dialog = staff.getByRole('dialog')
  await locateButton(staff, '永久清除').click()
  await expect(dialog.getByText('请填写清除理由')).toBeVisible()
  await dialog.getByLabel('清除理由').fill('本人书面申请，已核实身份')
  await expectAccessible(staff, '清除会话的理由')
  await takeConversationPicture(staff, '清除会话的理由')
  await locateButton(staff, '永久清除').click()
  await expect(staff.getByText('已清除', { exact: true })).toBeVisible()
  await staff.goto('/admin/audit')
  await expect(staff.getByRole('row', { name: /清除会话.*本人书面申请，已核实身份/ }).first()).toBeVisible()
  await member.reload()
  await expect(member.getByRole('textbox', { name: /^给.*写消息$/ })).toBeVisible()
  await sendText(member, '后来的话')
  await expect(findText(member, '后来的话')).toBeVisible()
  await expect(findText(member, '请不要留下这句话')).toHaveCount(0)
})
