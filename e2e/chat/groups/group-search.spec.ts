// Story of finding messages in a group.
import { expectAccessible } from '../../support/checks.ts'
import { findText, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../../support/group-steps.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a member searches the group for an old message, and sees it in its place', async ({ open }) => {
  test.setTimeout(150_000)
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await sendFromDevice(zhou, group, '读书会改到图书馆三楼')
  for (let i = 1; i <= 60; i += 1) await sendFromDevice(owner, group, `第${i}条笔记`) // oxlint-disable-line no-await-in-loop -- in order
  await openGroup(li, group)
  await expect(findText(li.page, '第60条笔记')).toBeVisible()
  await locateButton(li.page, '小组信息').click()
  await li.page.getByRole('button', { name: '搜索聊天记录' }).click()
  const search = li.page.getByRole('searchbox', { name: '搜索小组的聊天记录' })
  await search.fill('没有这样的话')
  await search.press('Enter')
  await expect(li.page.getByText('没有找到“没有这样的话”')).toBeVisible()
  await search.fill('图书馆')
  await search.press('Enter')
  const hit = li.page.getByRole('dialog').getByRole('listitem').filter({ hasText: '读书会改到图书馆三楼' })
  await expect(hit).toContainText('周宁')
  await takeConversationPicture(li.page, '小组搜索')
  await expectAccessible(li.page, '小组搜索')
  await hit.getByRole('button').click()
  await expect(li.page.getByRole('dialog')).toHaveCount(0)
  await expect(findText(li.page, '读书会改到图书馆三楼')).toBeInViewport()

  await openGroup(owner, group)
  await locateButton(owner.page, '小组信息').click()
  await owner.page.getByRole('button', { name: '搜索聊天记录' }).click()
  await owner.page.getByRole('searchbox', { name: '搜索小组的聊天记录' }).fill('第9条')
  await locateButton(owner.page, '搜索').click()
  await expect(owner.page.getByText('找到1条')).toBeVisible()
  await takeConversationPicture(owner.page, '小组搜索')
  closeDevices(group)
})
