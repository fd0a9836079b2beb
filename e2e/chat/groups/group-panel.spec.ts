// Stories of a group's panel: announcement, members, nickname, settings, requests, and the end of a group.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import { findText, locateMessageBox, sendText, takeConversationPicture } from '../../support/conversation-steps.ts'
import {
  joinAsInvited,
  closeDevices,
  createGroup,
  type GroupMember,
  locateRow,
  openGroup,
  openMember,
  type TestGroup,
} from '../../support/group-steps.ts'
import { expect, locateButton, locateField, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

/** Opens the panel, which is a region of a wide page and a dialog of a narrow one. */
async function openPanel(member: GroupMember, group: TestGroup) {
  await openGroup(member, group)
  await member.page.getByRole('button', { name: /^小组信息/ }).click()
  await expect(member.page.getByRole('heading', { name: '公告', exact: true })).toBeVisible()
}
const locateSwitch = (page: Page, name: string) => page.getByRole('switch', { name })
const confirmEnd = (page: Page, title: string, yes: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: yes, exact: true }).click()

test('the owner writes an announcement, mutes, appoints and removes members', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await openGroup(zhou, group)
  await openPanel(owner, group)
  await expect(owner.page.getByText('还没有公告')).toBeVisible()
  await locateButton(owner.page, '修改公告').click()
  await locateField(owner.page, '公告内容').fill('每周三晚八点一起读书。\n请先读完当周的章节。')
  await locateButton(owner.page, '保存').click()
  await expect(findText(zhou.page, '王敏更新了公告')).toBeVisible()
  await takeConversationPicture(owner.page, '小组信息')
  await expectAccessible(owner.page, '小组信息')
  await openPanel(li, group)
  await expect(li.page.getByRole('dialog', { name: '小组信息' })).toContainText('请先读完当周的章节。')
  await expect(locateButton(li.page, '修改公告')).toHaveCount(0)
  await takeConversationPicture(li.page, '小组信息')
  await expectAccessible(li.page, '小组信息')
  await expectFitsWidth(li.page, 320)
  await li.page.setViewportSize({ width: 375, height: 812 })
  // what is typed stays when the panel closes
  await locateButton(li.page, '修改昵称').click()
  await locateField(li.page, '昵称').fill('阿云')
  await li.page.keyboard.press('Escape')
  await expect(li.page.getByRole('dialog', { name: '小组信息' })).toHaveCount(0)
  await locateButton(li.page, '小组信息').click()
  await expect(locateField(li.page, '昵称')).toHaveValue('阿云')
  await locateButton(li.page, '取消').click()

  await owner.page.getByRole('button', { name: '成员（3）' }).click()
  await expect(owner.page.getByRole('listitem').filter({ hasText: '王敏（我）' })).toContainText('组长')
  const search = owner.page.getByRole('searchbox', { name: '按名字查找成员' })
  await search.fill('周')
  await expect(locateButton(owner.page, '管理李云')).toHaveCount(0)
  await search.fill('')
  await locateButton(owner.page, '管理李云').click()
  await takeConversationPicture(owner.page, '小组成员')
  await expectAccessible(owner.page, '小组成员')
  await locateButton(owner.page, '禁言').click()
  await confirmEnd(owner.page, '禁言李云？', '禁言')
  await expect(locateButton(owner.page, '解除禁言')).toBeVisible()
  await expect(findText(zhou.page, '王敏将李云禁言')).toBeVisible()
  await li.page.keyboard.press('Escape')
  await expect(li.page.getByText('您已被禁言：可以阅读，暂时不能发言')).toBeVisible()
  await locateButton(owner.page, '解除禁言').click()
  await expect(locateMessageBox(li.page)).toBeVisible()
  await locateButton(owner.page, '设为管理员').click()
  await confirmEnd(owner.page, '将李云设为管理员？', '设为管理员')
  await expect(findText(li.page, '王敏将你设为管理员')).toBeVisible()

  // the new manager removes the third member
  await locateButton(li.page, '小组信息').click()
  await li.page.getByRole('button', { name: '成员（3）' }).click()
  await expect(locateButton(li.page, '管理王敏')).toHaveCount(0)
  await locateButton(li.page, '管理周宁').click()
  await takeConversationPicture(li.page, '小组成员')
  await locateButton(li.page, '移出小组').click()
  await confirmEnd(li.page, '将周宁移出小组？', '移出')
  await expect(zhou.page.getByText('您已被移出这个小组')).toBeVisible()
  await expect(owner.page.getByRole('heading', { name: '夜读小组（2人）' })).toBeVisible()
  await expect(findText(owner.page, '李云将周宁移出了小组')).toBeVisible()
  closeDevices(group)
})

test('a member changes the nickname and quiets the group, and leaves after a confirmation', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const li = members[0]!
  await openGroup(owner, group)
  await openPanel(li, group)
  await locateButton(li.page, '修改昵称').click()
  await locateField(li.page, '昵称').fill('')
  await locateButton(li.page, '保存').click()
  const ownName = li.page.getByText(/组员看到的称呼是“来访者[0-9A-F]{4}”/)
  await expect(ownName).toBeVisible()
  const [, alias = ''] = /“(.+?)”/.exec(await ownName.innerText()) ?? []
  await takeConversationPicture(li.page, '没有昵称的称呼')
  await owner.page.getByRole('button', { name: '小组信息' }).click()
  await owner.page.getByRole('button', { name: '成员（3）' }).click()
  await expect(locateButton(owner.page, `管理${alias}`)).toBeVisible()
  await locateButton(li.page, '修改昵称').click()
  await locateField(li.page, '昵称').fill('云朵')
  await locateButton(li.page, '保存').click()
  await expect(li.page.getByText('云朵', { exact: true })).toBeVisible()
  await locateSwitch(li.page, '消息免打扰').click()
  await expect(locateSwitch(li.page, '消息免打扰')).toBeChecked()
  await expect(locateSwitch(li.page, '全员禁言')).toHaveCount(0)
  await li.page.getByRole('button', { name: '关闭' }).click()
  await sendText(li.page, '大家好')
  await expect(owner.page.locator('.chat-line', { hasText: '大家好' })).toContainText('云朵')
  await locateButton(li.page, '返回会话列表').click()
  await expect(locateRow(li, group)).toContainText('消息免打扰')
  await sendText(owner.page, '你好，云朵')
  await expect(locateRow(li, group)).toContainText('王敏：你好，云朵')
  await expect(locateRow(li, group).locator('[data-quiet=true]')).toHaveText('1条未读')
  await takeConversationPicture(li.page, '小组免打扰')

  await openPanel(li, group)
  await locateButton(li.page, '退出小组').click()
  await expect(li.page.getByRole('dialog', { name: '退出这个小组？' })).toBeVisible()
  await takeConversationPicture(li.page, '退出小组')
  await confirmEnd(li.page, '退出这个小组？', '退出')
  await expect(li.page).toHaveURL('/im/index')
  await expect(locateRow(li, group)).toHaveCount(0)
  await expect(findText(owner.page, '云朵退出了小组')).toBeVisible()
  closeDevices(group)
})

test('applications and invitations are answered, and the owner hands the group over and dissolves it', async ({
  open,
}) => {
  test.setTimeout(150_000)
  const group = await createGroup(open, { joinMode: 'needVerify', beInviteMode: 'needVerify' })
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  const chen = await openMember(await open(), '陈静')
  await chen.device.request('team.applyTeam', { ...ref, ps: '我也喜欢读书' })
  await openPanel(owner, group)
  await expect(owner.page.getByText('入组申请（1）')).toBeVisible()
  await expect(owner.page.getByText('我也喜欢读书')).toBeVisible()
  await takeConversationPicture(owner.page, '入组申请')
  await owner.page.getByRole('button', { name: /^同意/ }).click()
  await expect(locateRow(chen, group)).toBeVisible()
  await expect(owner.page.getByText('入组申请（1）')).toHaveCount(0)
  await expect(owner.page.getByRole('heading', { name: '夜读小组（4人）' })).toBeVisible()

  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [zhou.accid] })
  await locateButton(owner.page, '邀请成员').click()
  await locateButton(owner.page, '邀请').click()
  await expect(owner.page.getByText('请输入对方的聊天账号')).toBeVisible()
  await locateField(owner.page, '聊天账号').fill(zhou.accid)
  await locateField(owner.page, '附言').fill('回来一起读吧')
  await takeConversationPicture(owner.page, '邀请成员')
  await locateButton(owner.page, '邀请').click()
  await expect(owner.page.getByText('邀请已发出，对方同意后加入')).toBeVisible()
  const invitation = zhou.page.getByRole('region', { name: '小组邀请' })
  await expect(invitation).toContainText('邀请您加入“夜读小组”')
  await takeConversationPicture(zhou.page, '小组邀请')
  await expectAccessible(zhou.page, '小组邀请')
  await invitation.getByRole('button', { name: /^同意/ }).click()
  await joinAsInvited(zhou.page)
  await expect(invitation).toHaveCount(0)
  await expect(locateRow(zhou, group)).toBeVisible()

  await locateSwitch(owner.page, '全员禁言').click()
  await takeConversationPicture(owner.page, '开启全员禁言')
  await confirmEnd(owner.page, '开启全员禁言？', '开启')
  await openGroup(li, group)
  await expect(li.page.getByText('全员禁言中：可以阅读，暂时不能发言')).toBeVisible()
  await locateSwitch(owner.page, '全员禁言').click()
  await expect(locateMessageBox(li.page)).toBeVisible()
  await owner.page.getByRole('button', { name: /^成员（/ }).click()
  await locateButton(owner.page, '管理李云').click()
  await locateButton(owner.page, '转让组长').click()
  await confirmEnd(owner.page, '将组长转让给李云？', '转让')
  await expect(findText(li.page, '王敏将组长转让给你')).toBeVisible()
  await expect(locateButton(owner.page, '管理李云')).toHaveCount(0)
  await locateButton(li.page, '小组信息').click()
  await locateButton(li.page, '解散小组').click()
  await confirmEnd(li.page, '解散这个小组？', '解散')
  await expect(li.page).toHaveURL('/im/index')
  await expect(owner.page.getByText('这个小组已解散')).toBeVisible()
  chen.device.disconnect()
  closeDevices(group)
})
