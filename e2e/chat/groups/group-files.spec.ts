// Stories of pictures and files in a group: sending, the list in the panel, and the end of access.
import { randomBytes } from 'node:crypto'
import { wordFile } from '../../../server/test/made-files.ts'
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import {
  givePicture,
  locateLog,
  locateMessageBox,
  locatePictures,
  pastePicture,
  takeConversationPicture,
} from '../../support/conversation-steps.ts'
import { openPreview } from '../../support/document-steps.ts'
import { closeDevices, createGroup, type GroupMember, openGroup, sendDocument } from '../../support/group-steps.ts'
import { takePicture } from '../../support/pictures.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('three people share pictures, which a removed member cannot open any more', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await Promise.all([owner, li, zhou].map((member) => openGroup(member, group)))
  await pastePicture(owner.page)
  await expect(locatePictures(li.page)).toHaveCount(1)
  await givePicture(li.page, 'drop')
  await Promise.all([owner, li, zhou].map(({ page }) => expect(locatePictures(page)).toHaveCount(2)))
  const image = locatePictures(zhou.page).first().locator('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(40)
  const address = (await image.getAttribute('src'))!
  expect((await zhou.page.request.get(address)).status()).toBe(200)
  await takeConversationPicture(owner.page, '小组图片')
  await takeConversationPicture(li.page, '小组图片')
  await expectAccessible(li.page, '小组图片')

  // a muted member has no input, and a dropped picture is ignored
  await owner.device.request('team.updateMuteStateInTeam', { ...ref, accounts: [zhou.accid], mute: true })
  await expect(locateMessageBox(zhou.page)).toHaveCount(0)
  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [zhou.accid] })
  await expect(zhou.page.getByText('您已被移出这个小组')).toBeVisible()
  expect((await zhou.page.request.get(address)).status()).toBe(404)
  closeDevices(group)
})

test('the panel lists the files of the group, newest first and page by page', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await openGroup(owner, group)
  await locateButton(owner.page, '小组信息').click()
  await locateButton(owner.page, '小组文件').click()
  await expect(owner.page.getByText('还没有文件。')).toBeVisible()
  await takeConversationPicture(owner.page, '小组文件-空')

  await pastePicture(owner.page)
  const rows = owner.page.getByRole('region', { name: '小组文件' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await sendDocument(li, group, '第三章 阅读提纲.pdf', randomBytes(900))
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('第三章 阅读提纲.pdf')
  await expect(rows.first()).toContainText('李云 · ')
  await expect(rows.last()).toContainText('图片')
  await expect(rows.last()).toContainText('你 · ')
  const downloading = owner.page.waitForEvent('download')
  await rows.first().getByRole('link').click()
  expect((await downloading).suggestedFilename()).toBe('第三章 阅读提纲.pdf')
  await takeConversationPicture(owner.page, '小组文件')
  await expectAccessible(owner.page, '小组文件')
  await rows.last().getByRole('button').click()
  await expect(owner.page.getByRole('dialog', { name: '图片' })).toBeVisible()
  await owner.page.keyboard.press('Escape')

  // older files load at the end of the list
  const names = Array.from({ length: 40 }, (_item, index) => `笔记${index + 1}.pdf`)
  for (const name of names) await sendDocument(zhou, group, name, randomBytes(20)) // oxlint-disable-line no-await-in-loop -- in order
  await openGroup(li, group)
  await locateButton(li.page, '小组信息').click()
  await locateButton(li.page, '小组文件').click()
  const phoneRows = li.page.getByRole('region', { name: '小组文件' }).getByRole('listitem')
  await expect(phoneRows).toHaveCount(30)
  await takeConversationPicture(li.page, '小组文件')
  await expectAccessible(li.page, '小组文件')
  await expectFitsWidth(li.page, 320)
  // the end stays below the list, while its text disappears with the last page
  await li.page.getByRole('region', { name: '小组文件' }).locator('output').scrollIntoViewIfNeeded()
  await expect(phoneRows).toHaveCount(42)
  await expect(phoneRows.last()).toContainText('王敏 · ')
  closeDevices(group)
})

test('a member sends a document, which neither a later nor a former member can open', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [zhou.accid] })
  await Promise.all([owner, li].map((member) => openGroup(member, group)))
  const pick = owner.page.getByLabel('发送文件')
  await pick.setInputFiles({ name: '空白.docx', mimeType: '', buffer: Buffer.alloc(0) })
  await expect(owner.page.getByText('“空白.docx”里没有内容')).toBeVisible()
  const name = '第四章 阅读提纲.docx'
  await pick.setInputFiles({ name, mimeType: '', buffer: Buffer.from(await wordFile(['第四章'])) })
  await expect(li.page.getByRole('link', { name: `预览${name}` })).toBeVisible()
  await Promise.all([owner, li].map(({ page }) => takeConversationPicture(page, '小组发送文件')))
  await expectAccessible(li.page, '小组发送文件')
  await expectFitsWidth(li.page, 320)
  const address = (await locateLog(li.page).getByRole('link', { name }).first().getAttribute('href'))!
  const readStatus = async ({ page }: GroupMember) => (await page.request.get(address)).status()
  expect([await readStatus(li), await readStatus(zhou)]).toEqual([200, 404])
  await locateButton(owner.page, '小组信息').click()
  await locateButton(owner.page, '小组文件').click()
  await expect(owner.page.getByRole('region', { name: '小组文件' }).getByRole('link', { name })).toBeVisible()

  await owner.device.request('team.addTeamMembers', { ...ref, accounts: [zhou.accid] })
  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [li.accid] })
  expect([await readStatus(li), await readStatus(zhou)]).toEqual([404, 404])
  closeDevices(group)
})

test('a member sees the pages of a document before downloading it', async ({ open }) => {
  const group = await createGroup(open)
  const [li, zhou] = [group.members[0]!, group.members[1]!]
  await openGroup(zhou, group)
  const name = '阅读提纲.docx'
  await sendDocument(li, group, name, new Uint8Array(await wordFile(['第一章 睡眠', '第二章 情绪'])))
  await expect(zhou.page.getByRole('link', { name: `预览${name}` })).toBeVisible()
  await takeConversationPicture(zhou.page, '小组文档')
  const preview = await openPreview(zhou.page, name, 1)
  await expectAccessible(preview, '文档预览')
  await takePicture(preview, '文档预览')
  const download = preview.waitForEvent('download')
  await preview.getByRole('link', { name: '下载文件' }).click()
  expect((await download).suggestedFilename()).toBe(name)
  closeDevices(group)
})
