// Stories of groups in the conversation screen: three people on several devices.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import {
  desktop,
  findText,
  locateLog,
  locateMessageBox,
  sendText,
  takeConversationPicture,
} from '../../support/conversation-steps.ts'
import {
  closeDevices,
  createGroup,
  type GroupMember,
  locateRow,
  openGroup,
  sendFromDevice,
} from '../../support/group-steps.ts'
import { enterAs, expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('three people chat in a group by the names they have there', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await expect(locateRow(owner, group)).toContainText('夜读小组')
  await expect(locateRow(owner, group)).toContainText('你邀请李云、周宁加入了小组')
  await locateRow(owner, group).click()
  await expect(owner.page).toHaveURL(`/im/index?team=${group.ref.teamId}`)
  await expect(owner.page.getByRole('heading', { name: '夜读小组（3人）' })).toBeVisible()
  await openGroup(li, group)
  await expect(findText(li.page, '王敏邀请你、周宁加入了小组')).toBeVisible()

  await sendText(owner.page, '今晚读第三章')
  await sendText(owner.page, '八点开始')
  await expect(findText(li.page, '八点开始')).toBeVisible()
  await expect(findText(li.page, '组长')).toHaveCount(1)
  await sendText(li.page, '好的，我会准时到')
  const line = locateLog(owner.page).locator('.chat-line', { hasText: '好的，我会准时到' })
  await expect(line).toContainText('李云')
  await expect(locateRow(zhou, group)).toContainText('李云：好的，我会准时到')
  await expect(locateRow(zhou, group)).toContainText('3条未读')

  // the owner's second device has the same conversation
  const second = await open({ viewport: desktop })
  await enterAs(second, owner.username, owner.password)
  await second.goto(`/im/index?team=${group.ref.teamId}`)
  await expect(findText(second, '好的，我会准时到')).toBeVisible()
  await expect(locateLog(second).locator('.chat-line[data-own=true]')).toHaveCount(2)

  // a reply shows the message that it answers
  const { msgs } = await zhou.device.request('msg.getHistoryMsgs', { scene: 'team', to: group.ref.teamId, limit: 1 })
  const { from, to, time, idServer, idClient } = msgs[0]!
  const reply = { from, to, time, idServer, idClient }
  const content = { type: 0, text: '到时候见', reply } as const
  await zhou.device.send({ scene: 'team', to: group.ref.teamId, idClient: crypto.randomUUID(), content })
  await expect(locateLog(li.page).locator('.chat-quote')).toContainText('你：好的，我会准时到')
  await expect(locateLog(owner.page).locator('.chat-quote')).toContainText('李云：好的，我会准时到')
  await takeConversationPicture(li.page, '小组')
  await takeConversationPicture(owner.page, '小组')
  await expectAccessible(owner.page, '小组')
  await expectAccessible(li.page, '小组')

  // the owner recalls the message of a member
  await line.first().getByRole('button', { name: '撤回' }).click()
  const question = owner.page.getByRole('dialog', { name: '撤回李云的这条消息？' })
  await expect(question).toBeVisible()
  await takeConversationPicture(owner.page, '撤回组员的消息')
  await question.getByRole('button', { name: '撤回' }).click()
  await expect(findText(li.page, '王敏撤回了你的一条消息')).toBeVisible()
  await expect(findText(second, '你撤回了李云的一条消息')).toBeVisible()
  await expect(findText(li.page, '好的，我会准时到')).toHaveCount(0)
  await expect(locateLog(li.page).locator('.chat-quote')).toContainText('已撤回的消息')
  await expectFitsWidth(li.page, 320)
  closeDevices(group)
})

test('the list marks a mention, counts quietly in a quiet group, and forgets both when read', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await sendFromDevice(owner, group, '@李云 这周的笔记写好了吗', [li])
  await expect(locateRow(li, group)).toContainText('[有人@我]')
  await expect(locateRow(zhou, group)).not.toContainText('[有人@我]')
  await li.device.request('team.updateInfoInTeam', { ...group.ref, muteNotiType: 1 })
  await expect(locateRow(li, group)).toContainText('消息免打扰')
  await takeConversationPicture(li.page, '小组列表')
  await takeConversationPicture(zhou.page, '小组列表')
  // the mention is found again after a reload, although later messages follow it
  await sendFromDevice(owner, group, '不急')
  await li.page.reload()
  await expect(locateRow(li, group)).toContainText('[有人@我]')
  await expect(locateRow(li, group)).toContainText('王敏：不急')
  await expectAccessible(li.page, '小组列表')
  await locateRow(li, group).click()
  await expect(findText(li.page, '不急')).toBeVisible()
  await locateButton(li.page, '返回会话列表').click()
  await expect(locateRow(li, group)).not.toContainText('[有人@我]')
  await expect(locateRow(li, group)).not.toContainText('条未读')
  closeDevices(group)
})

test('the menu of other pages counts and lists groups, quiet ones only by mentions', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await zhou.device.request('team.updateInfoInTeam', { ...group.ref, muteNotiType: 1 })
  await sendFromDevice(owner, group, '今晚读第三章')
  await li.page.goto('/message/index')
  const openMenu = ({ page }: GroupMember) => page.getByLabel(/^消息(?:，|$)/).click()
  await expect(li.page.getByLabel('消息，1条未读')).toBeVisible()
  await openMenu(li)
  const locateLink = ({ page }: GroupMember) => page.locator(`[data-chat-list] a[href$="team=${group.ref.teamId}"]`)
  await expect(locateLink(li)).toContainText('王敏：今晚读第三章')
  await takeConversationPicture(li.page, '小组菜单')
  await expectAccessible(li.page, '小组菜单')

  await zhou.page.goto('/message/index')
  await openMenu(zhou)
  await expect(locateLink(zhou)).toContainText('今晚读第三章')
  await expect(zhou.page.getByLabel(/^消息，/)).toHaveCount(0)
  await sendFromDevice(owner, group, '@周宁 别忘了', [zhou])
  await zhou.page.reload()
  await expect(zhou.page.getByLabel('消息，1条未读')).toBeVisible()
  await openMenu(zhou)
  await expect(locateLink(zhou)).toContainText('[有人@我]')
  await takeConversationPicture(zhou.page, '小组菜单')
  await locateLink(zhou).click()
  await expect(zhou.page).toHaveURL(`/im/index?team=${group.ref.teamId}`)
  await expect(findText(zhou.page, '@周宁 别忘了')).toBeVisible()
  closeDevices(group)
})

test('a line in place of the input says why a member cannot write', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  for (const member of [li, zhou]) await openGroup(member, group) // oxlint-disable-line no-await-in-loop -- one by one
  await sendFromDevice(owner, group, '欢迎大家')
  await expect(findText(li.page, '欢迎大家')).toBeVisible()
  await expect(locateMessageBox(li.page)).toBeVisible()
  await owner.device.request('team.updateMuteStateInTeam', { ...ref, accounts: [li.accid], mute: true })
  await expect(li.page.getByText('您已被禁言：可以阅读，暂时不能发言')).toBeVisible()
  await expect(findText(zhou.page, '王敏将李云禁言')).toBeVisible()
  await expect(locateMessageBox(li.page)).toHaveCount(0)
  await takeConversationPicture(li.page, '小组禁言')
  await owner.device.request('team.updateMuteStateInTeam', { ...ref, accounts: [li.accid], mute: false })
  await expect(locateMessageBox(li.page)).toBeVisible()
  await owner.device.request('team.muteTeamAll', { ...ref, mute: true })
  await expect(zhou.page.getByText('全员禁言中：可以阅读，暂时不能发言')).toBeVisible()
  await expect(findText(zhou.page, '王敏开启了全员禁言')).toBeVisible()

  // the open page of a removed member shows no message any more, and still has the text that was not sent
  await owner.device.request('team.muteTeamAll', { ...ref, mute: false })
  await locateMessageBox(li.page).fill('其实我还想说，谢谢大家')
  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [li.accid] })
  await expect(li.page.getByText('您已被移出这个小组，这里的消息不再向您显示')).toBeVisible()
  await expect(li.page.getByRole('main')).not.toContainText('欢迎大家')
  await expect(li.page.getByRole('region', { name: '您写了还没有发出的话' })).toContainText('其实我还想说，谢谢大家')
  await expectAccessible(li.page, '小组移出')
  await takeConversationPicture(li.page, '小组移出')
  await li.page.reload()
  await expect(li.page.getByText('您不在这个小组里，看不到聊天记录')).toBeVisible()
  await expect(li.page.getByRole('main')).not.toContainText('欢迎大家')
  await takeConversationPicture(li.page, '不在小组')
  await expectAccessible(li.page, '不在小组')
  await owner.device.request('team.dismissTeam', ref)
  await expect(zhou.page.getByText('这个小组已解散，消息不再显示')).toBeVisible()
  await expect(zhou.page.getByRole('main')).not.toContainText('欢迎大家')
  await takeConversationPicture(zhou.page, '小组解散')
  closeDevices(group)
})
