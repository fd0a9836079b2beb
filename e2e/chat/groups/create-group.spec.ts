// Stories of groups that people create on the site: the dialog, the link, joining, and what the owner changes.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import {
  desktop,
  findText,
  locateMessageBox,
  phone,
  sendText,
  takeConversationPicture,
} from '../../support/conversation-steps.ts'
import { joinAsInvited, openMember } from '../../support/group-steps.ts'
import { expect, locateButton, locateField, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a person creates a group, invites a friend, and others join by link and by application', async ({ open }) => {
  test.setTimeout(240_000)
  const owner = await openMember(await open({ viewport: phone, hasTouch: true }), '王敏')
  const friend = await openMember(await open({ viewport: desktop }), '李云')
  const content = { type: 0, text: '在吗' } as const
  await friend.device.send({ scene: 'p2p', to: owner.accid, idClient: crypto.randomUUID(), content })
  const { page } = owner
  await expect(page.getByRole('navigation', { name: '会话' })).toContainText('在吗')
  await locateButton(page, '建小组').click()
  const dialog = page.getByRole('dialog', { name: '建小组' })
  await dialog.getByRole('button', { name: '建立' }).click()
  await expect(dialog.getByText('请输入小组名称')).toBeVisible()
  // a refused name is explained at its field, without a toast above it
  await dialog.getByLabel('小组名称').fill('协会官方群')
  await dialog.getByRole('button', { name: '建立' }).click()
  await expect(dialog.getByText(/小组名称不能含有协会/)).toBeVisible()
  await expect(dialog.getByLabel('小组名称')).toBeFocused()
  await expect(page.locator('#toasts')).toBeEmpty()
  await takeConversationPicture(page, '建小组-名称被拒绝')
  await dialog.getByLabel('小组名称').fill('周末爬山')
  await dialog.getByLabel('介绍').fill('每月第一个周六，慢慢走。')
  await dialog.getByLabel('谁可以加入').selectOption('可以申请，由组长或管理员同意')
  await dialog.getByRole('checkbox').check()
  await takeConversationPicture(page, '建小组')
  await expectAccessible(page, '建小组')
  await expectFitsWidth(page, 320)
  await page.setViewportSize(phone)
  // neither Escape nor a reload loses what was typed
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.reload()
  await locateButton(page, '建小组').click()
  await expect(dialog.getByLabel('小组名称')).toHaveValue('周末爬山')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: '建立' }).click()
  await expect(page).toHaveURL(/\/im\/index\?team=\d+$/)
  const { href } = new URL(page.url())
  await expect(page.getByRole('dialog', { name: '邀请成员' })).toBeVisible()
  await locateButton(page, '取得邀请链接').click()
  await expect(locateField(page, '链接')).toHaveValue(/invite=/)
  await takeConversationPicture(page, '新小组')
  await page.keyboard.press('Escape')
  await sendText(page, '大家好')

  const invitation = friend.page.getByRole('region', { name: '小组邀请' })
  await expect(invitation).toContainText('邀请您加入“周末爬山”')
  await expect(invitation).toContainText('1人，每月第一个周六，慢慢走。')
  await invitation.getByRole('button', { name: /^同意/ }).click()
  const reading = friend.page.getByRole('dialog', { name: '加入小组' })
  await expect(reading).toContainText('每月第一个周六，慢慢走。')
  await expect(reading).toContainText('邀请您加入，现有1人')
  await expect(reading).toContainText('组员只看到“来访者”和几位字母数字')
  await takeConversationPicture(friend.page, '受邀加入小组')
  await expectAccessible(friend.page, '受邀加入小组')
  await friend.page.setViewportSize(phone)
  await expectFitsWidth(friend.page, 375)
  await takeConversationPicture(friend.page, '受邀加入小组')
  await joinAsInvited(friend.page, '山间')
  await expect(friend.page.getByRole('navigation', { name: '会话' })).toContainText('周末爬山')

  // a third person opens the address of the group, and applies
  const guest = await openMember(await open({ viewport: phone, hasTouch: true }), '周宁')
  await guest.page.goto(href)
  await expect(guest.page.getByText('您不在这个小组里，看不到聊天记录')).toBeVisible()
  await expect(guest.page.getByText('每月第一个周六，慢慢走。')).toBeVisible()
  await expect(guest.page.getByText('组员只看到“来访者”和几位字母数字')).toBeVisible()
  await guest.page.getByLabel('申请附言').fill('我也想去')
  await takeConversationPicture(guest.page, '申请加入小组')
  await expectAccessible(guest.page, '申请加入小组')
  await guest.page.reload()
  await expect(guest.page.getByLabel('申请附言')).toHaveValue('我也想去')
  await locateButton(guest.page, '申请加入').click()
  await expect(guest.page.getByText('申请已发出')).toBeVisible()
  // the owner learns of the application in the list, in the group, and beside the chat
  await locateButton(page, '返回会话列表').click()
  const row = page.getByRole('navigation', { name: '会话' }).getByRole('link', { name: /周末爬山/ })
  await expect(row).toContainText('[1人申请加入]')
  await takeConversationPicture(page, '有人申请加入')
  await row.click()
  await takeConversationPicture(page, '小组里有人申请')
  await locateButton(page, '小组信息，1人申请加入').click()
  await expect(page.getByText('我也想去')).toBeVisible()
  await page.getByRole('button', { name: /^同意/ }).click()
  await expect(locateMessageBox(guest.page)).toBeVisible()
  await expect(findText(guest.page, '大家好')).toHaveCount(0)
  for (const { device } of [owner, friend, guest]) device.disconnect()
})

test('the owner changes name, introduction and modes of a group, and keeps what was typed', async ({ open }) => {
  test.setTimeout(240_000)
  const owner = await openMember(await open({ viewport: desktop }), '王敏')
  const { page } = owner
  await locateButton(page, '建小组').click()
  // words of danger show where there is help
  await locateField(page, '小组名称').fill('活着没意思，我想死')
  await expect(page.getByRole('dialog', { name: '建小组' }).getByRole('link', { name: /12356/ }).last()).toBeVisible()
  await takeConversationPicture(page, '建小组-求助')
  await locateField(page, '小组名称').fill('夜读')
  await takeConversationPicture(page, '建小组')
  await locateButton(page, '建立').click()
  await expect(page.getByRole('heading', { name: '夜读（1人）' })).toBeVisible()
  await expect(locateButton(page, '取得邀请链接')).toBeVisible()
  await locateButton(page, '返回小组信息').click()
  await locateButton(page, '修改名称和介绍').click()
  await locateField(page, '小组名称').fill('')
  await locateButton(page, '保存').click()
  await expect(page.getByText('请输入小组名称')).toBeVisible()
  await locateField(page, '小组名称').fill('夜读小组')
  await page.getByLabel('介绍（选填）').fill('每周一章')
  await page.reload()
  await locateButton(page, '小组信息').click()
  await expect(locateField(page, '小组名称')).toHaveValue('夜读小组')
  await locateButton(page, '保存').click()
  await expect(page.getByRole('heading', { name: '夜读小组（1人）' })).toBeVisible()
  await expect(page.getByText('每周一章', { exact: true })).toBeVisible()
  await locateField(page, '谁可以加入').selectOption('有小组网址的人都可以加入')
  await locateField(page, '谁可以邀请').selectOption('所有组员')
  await takeConversationPicture(page, '小组设置')
  await expectAccessible(page, '小组设置')

  // anyone with the address joins, and may invite
  const guest = await openMember(await open({ viewport: phone, hasTouch: true }), '李云')
  await guest.page.goto(page.url())
  await expect(locateButton(guest.page, '加入小组')).toBeVisible()
  await takeConversationPicture(guest.page, '直接加入小组')
  await locateButton(guest.page, '加入小组').click()
  await expect(locateMessageBox(guest.page)).toBeVisible()
  await locateButton(guest.page, '小组信息').click()
  await expect(locateButton(guest.page, '邀请成员')).toBeVisible()
  await expect(locateField(guest.page, '谁可以加入')).toHaveCount(0)
  for (const { device } of [owner, guest]) device.disconnect()
})
