// Stories of members who reload the page before a text was sent, in a conversation of two and in a group.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  findText,
  locateLog,
  locateMessageBox,
  openConversation,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, openGroupOnNetwork } from '../support/group-steps.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const locateLine = (page: Page, text: string) => locateLog(page).getByRole('listitem').filter({ hasText: text })
/** The word list of a new installation refuses this text. */
const refusedText = '有人教我刷单，可信吗'
const refusal = /没有送达：/

async function expectToKeepRefusedText(page: Page, picture: string): Promise<void> {
  await sendText(page, refusedText)
  await expect(locateLine(page, refusedText)).toContainText(refusal)
  await page.reload()
  const line = locateLine(page, refusedText)
  await expect(line).toContainText(refusal)
  await expect(locateMessageBox(page)).toBeVisible()
  await takeConversationPicture(page, picture)
  await expectAccessible(page, picture)
  await page.setViewportSize(desktop)
  await takeConversationPicture(page, picture)
  await line.getByRole('button', { name: '重新发送' }).click()
  await expect(line).toContainText(refusal)
}

test('a member finds texts that were not sent after loading the page again', async ({ page, open, faults }) => {
  const network = await controlSockets(page)
  const { member, doctor, accid, memberAccid } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await expect(locateLog(member)).toContainText('还没有消息')
  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  await sendText(member, '路上没有网络，先写下来')
  await sendText(member, '到了再说')
  await member.reload()
  await expect(locateLine(member, '路上没有网络，先写下来')).toContainText('正在发送')
  await expect(locateLine(member, '到了再说')).toContainText('正在发送')
  network.restore()
  await expect(locateLine(member, '到了再说')).toContainText('已送达', { timeout: 30_000 })
  await doctor.goto(`/im/index?to=${memberAccid}`)
  await expect(locateLog(doctor).getByText(/路上没有网络|到了再说/)).toHaveText(['路上没有网络，先写下来', '到了再说'])

  await expectToKeepRefusedText(member, '没有发出的文字')
  // another account of this browser sees nothing of it
  await member.context().clearCookies()
  await enterAsNewMember(member, member.request)
  await member.goto(`/im/index?to=${accid}`)
  await expect(locateButton(member, '开始交流')).toBeVisible()
  await expect(member.getByText(refusedText)).toHaveCount(0)
  forgetRefusedPolls(faults)
})

test('a member of a group finds a refused text after loading the page again', async ({ open, faults }) => {
  const { group, li, network } = await openGroupOnNetwork(open)
  network.cut()
  await expect(li.page.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  await sendText(li.page, '今晚读第五章')
  await li.page.reload()
  await expect(locateLine(li.page, '今晚读第五章')).toContainText('正在发送')
  network.restore()
  await expect(locateLine(li.page, '今晚读第五章')).toContainText('已送达', { timeout: 30_000 })
  await expect(findText(li.page, '今晚读第五章')).toHaveCount(1)

  await expectToKeepRefusedText(li.page, '小组没有发出的文字')
  await locateLine(li.page, refusedText).getByRole('button', { name: '删除' }).click()
  await expect(locateLine(li.page, refusedText)).toHaveCount(0)
  await li.page.reload()
  await expect(findText(li.page, '今晚读第五章')).toBeVisible()
  await expect(locateLine(li.page, refusedText)).toHaveCount(0)
  forgetRefusedPolls(faults)
  closeDevices(group)
})
