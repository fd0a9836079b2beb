// Stories of help beside messages that wait, and of what the help card says about sent and recalled ones.
import type { Page } from '@playwright/test'
import {
  agreeToChat,
  desktop,
  findText,
  locateLog,
  openConversation,
  phone,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup } from '../support/group-steps.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const title = /您不必一个人扛/
const words = '活着真的没意思，我不想活了'
const locateDraftCard = (page: Page) => page.getByRole('region', { name: title })
const locateLine = (page: Page, text: string) => page.locator('.chat-line', { hasText: text })

test('a person whose messages wait in a group sees help, and under the newest one why they wait', async ({ open }) => {
  const group = await createGroup(open)
  const li = group.members[0]!
  await openGroup(li, group)
  // the server counts these as well, without a queue that waits
  const send = (text: string) =>
    li.device.request('msg.sendMsg', {
      scene: 'team',
      to: group.ref.teamId,
      idClient: crypto.randomUUID(),
      content: { type: 0, text },
    })
  await Promise.all(Array.from({ length: 20 }, (_, i) => send(`第${i}句`)))
  await sendText(li.page, '有人在吗')
  await sendText(li.page, words)
  await expect(locateLine(li.page, words)).toContainText('您发得有点快')
  await expect(locateLine(li.page, '有人在吗')).not.toContainText('您发得有点快')
  await expect(locateDraftCard(li.page).getByRole('link', { name: '拨打12356' })).toBeVisible()
  await expect(locateDraftCard(li.page)).toContainText('消息还在等待发送')
  await takeConversationPicture(li.page, '等待的消息旁的求助卡片')
  await expect(li.page.getByRole('alert', { name: title })).toContainText('消息已照常送达', { timeout: 20_000 })
  await expect(locateDraftCard(li.page)).toHaveCount(0)
  closeDevices(group)
})

test('a person without a connection to the chat sees help before the message is sent, and what became of it', async ({
  page,
  open,
  faults,
}) => {
  const network = await controlSockets(page)
  const { member } = await openConversation(page, open, 'doctor8')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接')).toBeVisible()
  await sendText(member, words)
  await expect(locateDraftCard(member).getByRole('link', { name: '拨打12356' })).toBeVisible()
  network.restore()
  const card = member.getByRole('alert', { name: title })
  await expect(card).toContainText('消息已照常送达', { timeout: 20_000 })
  network.cut()
  await sendText(member, '在吗')
  await expect(locateLine(member, '在吗')).toHaveAttribute('data-status', 'sending')
  // the card is about the message that raised it
  await expect(card).toContainText('消息已照常送达')
  network.restore()
  await expect(locateLine(member, '在吗')).toHaveAttribute('data-status', 'success', { timeout: 20_000 })

  await member.setViewportSize(desktop)
  await locateLine(member, '在吗').getByRole('button', { name: '撤回' }).click()
  await expect(findText(member, '你撤回了一条消息')).toHaveCount(1)
  await expect(card).toContainText('消息已照常送达')
  await expect(card).not.toContainText('撤回')
  await locateLine(member, words).getByRole('button', { name: '撤回' }).click()
  await expect(card).toContainText('消息已撤回，别人已看不到')
  await member.reload()
  await expect(locateLog(member).getByText('你撤回了一条消息')).toHaveCount(2)
  await expect(card).not.toContainText('照常送达')
  await takeConversationPicture(member, '撤回后的求助卡片')
  await locateButton(member, '我知道了').click()
  forgetRefusedPolls(faults)
})

test('a person without any network sees the numbers to call once, above the input', async ({ page, open, faults }) => {
  const network = await controlSockets(page)
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await member.route('**/care/draft*', (route) => route.abort())
  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接')).toBeVisible()
  await sendText(member, words)
  await expect(locateLine(member, words)).toHaveAttribute('data-status', 'sending')
  await expect(locateDraftCard(member)).toHaveCount(0)
  const panel = member.getByRole('region', { name: /的会话$/ })
  for (const viewport of [phone, desktop]) {
    await member.setViewportSize(viewport)
    for (const number of ['12356', '110', '120']) {
      await expect(panel.getByRole('link', { name: number })).toHaveAttribute('href', `tel:${number}`)
      await expect(panel.getByRole('link', { name: number })).toBeInViewport()
    }
    await takeConversationPicture(member, '没有网络时的求助电话')
  }
  await member.unroute('**/care/draft*')
  network.restore()
  await expect(member.getByRole('alert', { name: title })).toContainText('消息已照常送达', { timeout: 20_000 })
  forgetRefusedPolls(faults)
})
