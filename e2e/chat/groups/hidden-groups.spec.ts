// Stories of groups that a person may not see: the page names none of them, and says where the way in is.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import { desktop, phone, takeConversationPicture } from '../../support/conversation-steps.ts'
import { joinAsInvited, openMember } from '../../support/group-steps.ts'
import { enterAs, expect, locateButton, test } from '../../support/visitor.ts'

test.use({ trace: 'off' })
const hidden = '您看不到这个小组：它已解散，或者只有受邀的人可以加入。'

for (const viewport of [phone, desktop])
  test(`a stranger who opens a peer group at ${viewport.width} px finds the page of groups`, async ({ page, open }) => {
    const member = await open()
    await enterAs(member, 'applicant1')
    await member.goto('/groups')
    const link = member.getByRole('link', { name: '进入小组' }).first()
    const href = (await link.getAttribute('href'))!
    await page.setViewportSize(viewport)
    const stranger = await openMember(page, '周宁')
    await page.goto(href)
    await expect(page.getByText(hidden)).toBeVisible()
    await expect(page.getByRole('heading', { name: '小组', exact: true })).toBeVisible()
    await expectFitsWidth(page, viewport.width)
    await takeConversationPicture(page, '看不到的小组')
    await expectAccessible(page, '看不到的小组')
    await page.getByRole('link', { name: '查看同伴小组' }).click()
    await expect(page).toHaveURL('/groups')
    await expect(page.getByRole('heading', { name: '同伴小组', level: 1 })).toBeVisible()
    stranger.device.disconnect()
  })

test('a group for invited people shows its name to an invited person only', async ({ open }) => {
  const owner = await openMember(await open({ viewport: desktop }), '王敏')
  const guest = await openMember(await open({ viewport: phone, hasTouch: true }), '李云')
  const { state } = await owner.device.request('team.createTeam', {
    type: 'advanced',
    name: '哀伤互助',
    intro: '失去亲人的朋友',
    joinMode: 'rejectAll',
  })
  const ref = { scene: 'team', teamId: state.team.teamId } as const
  await guest.page.goto(`/im/index?team=${ref.teamId}`)
  await expect(guest.page.getByText(hidden)).toBeVisible()
  await expect(guest.page.getByText('哀伤互助')).toHaveCount(0)
  await owner.device.request('team.addTeamMembers', { ...ref, accounts: [guest.accid] })
  await guest.page.reload()
  await expect(guest.page.getByRole('heading', { name: '哀伤互助' })).toBeVisible()
  await expect(guest.page.getByText('您有这个小组的邀请')).toBeVisible()
  await takeConversationPicture(guest.page, '受邀的小组')
  await expectAccessible(guest.page, '受邀的小组')
  await locateButton(guest.page, '返回会话列表').click()
  const invitation = guest.page.getByRole('region', { name: '小组邀请' })
  await expect(invitation).toContainText('邀请您加入“哀伤互助”')
  await invitation.getByRole('button', { name: /^同意/ }).click()
  await joinAsInvited(guest.page)
  await expect(guest.page.getByRole('navigation', { name: '会话' })).toContainText('哀伤互助')
  for (const { device } of [owner, guest]) device.disconnect()
})
