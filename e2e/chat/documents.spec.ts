// Story of a document between a client and a counsellor: progress, cancel, refusals, network loss and preview.
import type { Page } from '@playwright/test'
import { wordFile } from '../../server/test/made-files.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import {
  agreeToChat,
  locateClientLink,
  locateLog,
  openConversation,
  phone,
  sendText,
  findText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { expectPreview } from '../support/document-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { locateButton, expect, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a client sends a document, also while the network is down, and the counsellor previews it', async ({
  page,
  open,
  faults,
}) => {
  test.setTimeout(240_000)
  const network = await controlSockets(page)
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor4')
  await agreeToChat(member)
  await sendText(member, '老师好，我整理了一份睡眠记录')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await locateClientLink(doctor, memberAccid).click()

  const pick = member.getByLabel('发送文件')
  await pick.setInputFiles({ name: '空白.docx', mimeType: '', buffer: Buffer.alloc(0) })
  await expect(member.getByText('“空白.docx”里没有内容，请检查后重新选择')).toBeVisible()
  const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(300)])
  await pick.setInputFiles({ name: '工具.docx', mimeType: '', buffer: program })
  await expect(locateLog(member).getByRole('alert')).toContainText('不能发送可执行程序')
  await takeConversationPicture(member, '文件被拒绝')
  await locateButton(member, '删除').click()

  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  const buffer = Buffer.from(await wordFile(['周一：入睡两小时', '周二：入睡一小时']))
  await pick.setInputFiles({ name: '多余的一份.docx', mimeType: '', buffer })
  await expect(locateLog(member).getByText('多余的一份.docx')).toBeVisible()
  await locateButton(member, '取消发送').click()
  await expect(locateLog(member).getByText('多余的一份.docx')).toHaveCount(0)
  const name = '睡眠记录.docx'
  await pick.setInputFiles({ name, mimeType: '', buffer })
  await expect(locateLog(member).getByRole('progressbar', { name: '上传进度' })).toBeVisible()
  await takeConversationPicture(member, '文件等待发送')
  await expectAccessible(member, '文件等待发送')
  // leaving would lose the file, so the browser asks
  const asking = member.waitForEvent('dialog')
  await member.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  network.restore()

  const expectDocument = async (reader: Page) => {
    await expect(locateLog(reader).getByRole('link', { name, exact: false }).first()).toBeVisible({ timeout: 20_000 })
    await expectAccessible(reader, '会话')
    await takeConversationPicture(reader, '会话')
    await expectFitsWidth(reader, 320)
  }
  await expectDocument(member)
  await expectDocument(doctor)
  await expectPreview(doctor, name, 1)
  // on a phone, the preview replaces the conversation
  const conversation = new URL(member.url()).search
  const preview = member
  await preview.setViewportSize(phone)
  await member.getByRole('link', { name: `预览${name}` }).click()
  const picture = preview.getByRole('img', { name: '第1页' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(1_000)
  await expectFitsWidth(preview, 320)
  await takePicture(preview, '文件预览', { widths: [375, 1440], isWhole: false })
  await preview.setViewportSize(phone)
  await preview.getByLabel('放大').check()
  await expect.poll(() => picture.evaluate((image) => image.clientWidth)).toBe(1_200)
  // the pages scroll sideways inside of their frame, while the header stays
  await expectFitsWidth(preview, 375)
  await expectAccessible(preview, '文件预览')
  await takePicture(preview, '文件预览-放大', { widths: [375, 1440], isWhole: false })
  await preview.getByRole('link', { name: '返回消息' }).click()
  await expect(preview).toHaveURL(`/im/index${conversation}`)
  await sendText(doctor, '收到，谢谢')
  await expect(findText(member, '收到，谢谢')).toBeVisible()
  forgetRefusedPolls(faults)
})
