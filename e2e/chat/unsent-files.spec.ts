// Story of a member whose page is loaded again before a file was sent.
import { wordFile } from '../../server/test/made-files.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  locateLog,
  openConversation,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a member finds the name of a file that was not sent after loading the page again', async ({
  page,
  open,
  faults,
}) => {
  const network = await controlSockets(page)
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  const log = locateLog(member)
  await expect(log).toContainText('还没有消息')
  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  const name = '睡眠记录.docx'
  const buffer = Buffer.from(await wordFile(['周一：入睡两小时']))
  await member.getByLabel('发送文件').setInputFiles({ name, mimeType: '', buffer })
  await expect(log.getByRole('progressbar', { name: '上传进度' })).toBeVisible()
  member.on('dialog', (dialog) => void dialog.accept())
  await member.reload()
  network.restore()
  const note = log.getByRole('listitem').filter({ hasText: name })
  await expect(note).toContainText('文件没有发出，请重新选择')
  await takeConversationPicture(member, '没有发出的文件')
  await expectAccessible(member, '没有发出的文件')
  await expectFitsWidth(member, 320)
  await member.setViewportSize(desktop)
  await takeConversationPicture(member, '没有发出的文件')
  await locateButton(member, `知道了：${name}`).click()
  await expect(note).toHaveCount(0)
  await member.reload()
  await expect(log).toContainText('还没有消息')
  await expect(note).toHaveCount(0)
  forgetRefusedPolls(faults)
})
