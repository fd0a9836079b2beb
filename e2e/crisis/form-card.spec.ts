// Story of a person with two help cards on the page of the chat: of a form and of a conversation.
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/checks.ts'
import { chooseInLineMenu, phone, sendText, takeConversationPicture } from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../support/group-steps.ts'
import { expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const title = '您不必一个人扛'
const readBox = async (part: Locator) => (await part.boundingBox())!

test('a person sees the card of a form above the list and the card of the chat, which stay uncovered', async ({
  open,
}) => {
  const group = await createGroup(open)
  const [owner, li] = [group.owner, group.members[0]!]
  await openGroup(owner, group)
  await sendFromDevice(li, group, '你们都别管我')
  await sendText(owner.page, '活着真的没意思，我不想活了')
  const chatCard = owner.page.locator('.chat-care')
  await expect(chatCard).toBeVisible()
  await chooseInLineMenu(owner.page, '你们都别管我', '举报')
  const report = owner.page.getByRole('dialog', { name: '举报这条消息' })
  await report.getByLabel('其他', { exact: true }).check()
  await report.getByLabel('补充说明（选填）').fill('我真的不想活了')
  await report.getByRole('button', { name: '提交', exact: true }).click()
  await expect(owner.page.getByRole('dialog', { name: '请先照顾好自己' })).toBeVisible()
  await owner.page.reload()
  const formCard = owner.page.getByRole('alert', { name: title }).filter({ hasNot: owner.page.locator('details') })
  await expect(formCard).toBeVisible()
  await expect(chatCard).toBeVisible()
  const form = await readBox(formCard)
  const list = await readBox(owner.page.getByRole('navigation', { name: '会话' }))
  expect(Math.min(list.y, (await readBox(chatCard)).y)).toBeGreaterThanOrEqual(form.y + form.height)
  await takeConversationPicture(owner.page, '表单与聊天的求助卡')
  await expectAccessible(owner.page, '表单与聊天的求助卡')
  await owner.page.setViewportSize(phone)
  await takeConversationPicture(owner.page, '表单与聊天的求助卡')
  closeDevices(group)
})
