// Story of two members of a group who become friends, chat in private, and part.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import {
  chooseInLineMenu,
  findText,
  locateLog,
  locateMessageBox,
  sendText,
  takeConversationPicture,
} from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup } from '../../support/group-steps.ts'
import { takePicture } from '../../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../../support/visitor.ts'

test.use({ trace: 'off' })

test('two members of a group become friends, chat in private, report, block and part', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await createGroup(open)
  const [li, zhou] = [group.members[0]!, group.members[1]!]
  await zhou.page.setViewportSize({ width: 1440, height: 900 })
  await zhou.page.goto('/im/index')
  await openGroup(li, group)
  await locateButton(li.page, '小组信息').click()
  await li.page.getByRole('button', { name: '成员（3）' }).click()
  await locateButton(li.page, '加好友：周宁').click()
  const question = li.page.getByRole('dialog', { name: '申请加周宁为好友？' })
  await expect(question).toContainText('七天内只能向同一个人申请一次')
  await takeConversationPicture(li.page, '好友-申请')
  // the colour of a warning is for questions that take something away
  await expect(question.getByRole('button', { name: '申请', exact: true })).toHaveClass(/ bg-brand /)
  await question.getByRole('button', { name: '申请', exact: true }).click()
  await expect(li.page.locator('#toasts')).toContainText('申请已发出，对方同意后可以私聊')
  await expect(locateButton(li.page, '已申请加好友：周宁')).toBeDisabled()
  await expectFitsWidth(li.page, 375)
  await expectAccessible(li.page, '好友-申请')

  await test.step('the other member finds the request in the list and in the bell', async () => {
    const requests = zhou.page.getByRole('region', { name: '好友申请' })
    await expect(requests).toContainText('李云申请加您为好友（来自小组“夜读小组”）')
    await takeConversationPicture(zhou.page, '好友-收到申请')
    await expectAccessible(zhou.page, '好友-收到申请')
    await zhou.page.goto('/message/index')
    await expect(zhou.page.getByText('有组员申请加您为好友，请在聊天里同意或拒绝')).toBeVisible()
    await zhou.page.goto('/im/index')
    await li.page.goto('/im/index')
    await locateButton(zhou.page, '同意李云').click()
    await expect(locateMessageBox(zhou.page)).toBeVisible()
    // the open pages of both list the friend before anyone writes
    await expect(findText(zhou.page, '你们已成为好友，可以私聊了')).toBeVisible()
    await takeConversationPicture(zhou.page, '好友-新好友')
    await expect(zhou.page.getByRole('heading', { name: '李云', level: 2 })).toBeVisible()
    await expect(zhou.page.getByRole('link', { name: /^李云 你们已成为好友，可以私聊了/ })).toBeVisible()
    await expect(li.page.getByRole('link', { name: /^周宁 你们已成为好友，可以私聊了/ })).toBeVisible()
    await takeConversationPicture(li.page, '好友-在列表里')
    await expectAccessible(li.page, '好友-在列表里')
    await sendText(zhou.page, '你好，我是周宁')

    await li.page.goto('/message/index')
    await li.page.getByText('您的好友申请已通过，可以私聊了').click()
    await expect(findText(li.page, '你好，我是周宁')).toBeVisible()
    await sendText(li.page, '你好')
    await expect(findText(zhou.page, '你好')).toBeVisible()
    await takeConversationPicture(li.page, '好友-私聊')
  })

  await test.step('the private chat offers reports, too', async () => {
    await chooseInLineMenu(li.page, '你好，我是周宁', '举报')
    const report = li.page.getByRole('dialog', { name: '举报这条消息' })
    await report.getByLabel('伤害、辱骂或骚扰他人').check()
    await report.getByLabel('补充说明（选填）').fill('不停地发')
    await takeConversationPicture(li.page, '好友-举报')
    await expectAccessible(li.page, '好友-举报')
    await report.getByRole('button', { name: '提交', exact: true }).click()
    await expect(li.page.locator('#toasts')).toContainText('已收到您的举报')
    await locateLog(zhou.page).locator('.chat-line', { hasText: '你好' }).last().hover()
    await expect(zhou.page.getByRole('button', { name: '举报这条消息，李云：你好', exact: true })).toBeVisible()
    await takeConversationPicture(zhou.page, '好友-可以举报')
  })

  await test.step('a name that only its giver sees', async () => {
    await locateButton(zhou.page, '好友设置').click()
    await takeConversationPicture(zhou.page, '好友-设置')
    await expectAccessible(zhou.page, '好友-设置')
    await locateButton(zhou.page, '修改备注名').click()
    await expect(zhou.page.getByLabel('备注名', { exact: true })).toHaveValue('李云')
    await zhou.page.getByLabel('备注名', { exact: true }).fill('合唱队的小李')
    await takeConversationPicture(zhou.page, '好友-备注名')
    await expectAccessible(zhou.page, '好友-备注名')
    await expectFitsWidth(zhou.page, 375)
    await takeConversationPicture(zhou.page, '好友-备注名')
    await zhou.page.setViewportSize({ width: 1440, height: 900 })
    await zhou.page.keyboard.press('Enter')
    await expect(zhou.page.locator('#toasts')).toContainText('备注名已保存')
    await locateButton(zhou.page, '关闭').click()
    await expect(zhou.page.getByRole('heading', { name: '合唱队的小李', level: 2 })).toBeVisible()
    await expect(zhou.page.getByRole('link', { name: /^合唱队的小李/ })).toBeVisible()
    await openGroup(zhou, group)
    await locateButton(zhou.page, '小组信息').click()
    await zhou.page.getByRole('button', { name: '成员（3）' }).click()
    await expect(zhou.page.getByRole('listitem').filter({ hasText: '备注：合唱队的小李' })).toContainText('李云')
    const aliasBox = await zhou.page.getByText('备注：合唱队的小李', { exact: true }).boundingBox()
    expect(aliasBox?.height).toBeLessThan(30)
    await takeConversationPicture(zhou.page, '好友-备注名在成员里')
    await zhou.page.getByRole('link', { name: /^合唱队的小李/ }).click()
  })

  await test.step('without it, the friend has the name of the group again', async () => {
    await locateButton(zhou.page, '好友设置').click()
    await locateButton(zhou.page, '修改备注名').click()
    await zhou.page.getByLabel('备注名', { exact: true }).fill('')
    await takeConversationPicture(zhou.page, '好友-备注名留空')
    await zhou.page.keyboard.press('Enter')
    await locateButton(zhou.page, '关闭').click()
    await expect(zhou.page.getByRole('heading', { name: '李云', level: 2 })).toBeVisible()
    await locateButton(zhou.page, '好友设置').click()
    await locateButton(zhou.page, '拉黑').click()
    await expect(zhou.page.locator('#toasts')).toContainText('已拉黑')
    await sendText(li.page, '还在吗')
    await expect(li.page.getByText('没有送达：对方目前不接收您的消息和邀请')).toBeVisible()
    await locateButton(zhou.page, '好友设置').click()
    await locateButton(zhou.page, '解除拉黑').click()
    await locateButton(zhou.page, '好友设置').click()
    await locateButton(zhou.page, '删除好友').click()
    const deletion = zhou.page.getByRole('dialog', { name: '删除好友：李云？' })
    await takeConversationPicture(zhou.page, '好友-删除')
    await deletion.getByRole('button', { name: '删除', exact: true }).click()
    await expect(zhou.page.locator('#toasts')).toContainText('已删除好友')
    // neither side reaches the other any more, and both may still block
    await expect(zhou.page.getByText('你们已不是好友')).toBeVisible()
    await sendText(li.page, '为什么删我')
    await expect(li.page.getByText(/没有送达：对方只接收好友的私信/)).toBeVisible()
    await takeConversationPicture(li.page, '好友-已被删除')
    await expectAccessible(li.page, '好友-已被删除')
    await locateButton(zhou.page, '好友设置').click()
    await locateButton(zhou.page, '拉黑').click()
    await expect(zhou.page.locator('#toasts')).toContainText('已拉黑')
    closeDevices(group)
  })

  await test.step('staff read only the reported message of the private chat', async () => {
    const staff = await open({ viewport: { width: 1440, height: 900 } })
    await enterAs(staff, 'service')
    await staff.goto('/admin/peer-reports?state=open')
    const row = staff.getByRole('row').filter({ hasText: '好友私聊' })
    await expect(row).toContainText('：你好，我是周宁')
    await expect(row).toContainText('举报说明：不停地发')
    await expect(row).toContainText(/李云聊天账号：xq\w+/)
    await expect(row).toContainText(/周宁：你好，我是周宁聊天账号：xq\w+/)
    await expect(row.getByRole('button')).toHaveText([/处 ?理/, /禁 ?言/])
    await takePicture(staff, '后台-好友私聊的举报')
  })
})
