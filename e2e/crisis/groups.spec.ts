// Story of duty staff who follow a danger in a group: the name there, the leaders, and what became of each line.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText, locateDialog, openConsole } from '../support/console.ts'
import { desktop, phone } from '../support/conversation-steps.ts'
import { openMember } from '../support/group-steps.ts'
import { acceptApplication, ask } from '../support/led-group-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('duty staff see the alias of a group member in danger, the leaders, and each line with its fate', async ({
  open,
}) => {
  test.setTimeout(240_000)
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/', 'service')
  const leader = await open({ viewport: desktop })
  await enterAs(leader, 'doctor9')
  const title = createUniqueText('夜谈')
  const draft = { title, summary: '说说话', description: '每周一次', rules: '互相尊重', capacity: 3, coLeader: '' }
  const { id } = await ask<{ id: number }>(staff, 'POST', '/admin/peerGroup', { ...draft, leader: 'doctor9' })
  await ask(staff, 'POST', '/admin/peerGroup/state', { id, state: 'open' })
  const { teamId } = await ask<{ teamId: string }>(leader, 'GET', `/peerGroup/getById?id=${id}`)
  const member = await openMember(await open({ viewport: phone }), '夜航船')
  await ask(member.page, 'POST', '/peerGroup/apply', {
    id,
    alias: '夜航船',
    note: '想找人说话，我不想活了',
    agreed: true,
  })
  await leader.goto(`/groups/detail?id=${id}`)
  await expect(leader.getByText(/这份申请可能提示危险/)).toBeVisible()
  await expectAccessible(leader, '入组申请-危险')
  await takePicture(leader, '入组申请-危险')
  await acceptApplication(leader, id)
  const say = (text: string) =>
    member.device.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content: { type: 0, text } })
  await say('我不想')
  const { idServer } = await say('活了')
  await say('我不想活了，药都准备好了')
  await member.device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer })
  const name = '我不想活了谁来'
  await member.device.request('team.createTeam', { scene: 'team', type: 'advanced', name, accounts: [] })
  await member.device.request('team.leaveTeam', { scene: 'team', teamId })
  member.device.disconnect()

  await staff.goto('/admin/care?state=open')
  await staff.getByRole('link', { name: `查看并接手：${member.username}` }).click()
  await expect(staff.getByRole('link', { name: /^小组“夜谈\d+”（负责人：.+）$/ })).toBeVisible()
  await locateButton(staff, '查看对话与手机号').click()
  await locateDialog(staff).getByLabel('查看理由').fill('联系带领者')
  await locateDialog(staff).getByRole('button', { name: '查看', exact: true }).click()
  const lines = staff.getByRole('list', { name: new RegExp(title) }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText('（组内称呼：夜航船，已离开小组）')
  await expect(lines.nth(1)).toContainText('已撤回')
  await expect(lines.nth(2)).not.toContainText('已撤回')
  await expectAccessible(staff, '危机提醒-小组')
  await takePicture(staff, '危机提醒-小组')
  await expectFitsWidth(staff, 375)
  await staff.setViewportSize(desktop)
  await staff.getByRole('link', { name: `小组“${name}”` }).click()
  await expect(staff.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(staff.getByText('名称或介绍提示危险')).toBeVisible()
  await staff.goto('/admin/account-groups')
  await expect(staff.getByRole('row').filter({ hasText: name }).first()).toContainText('名称或介绍提示危险')
  await takePicture(staff, '后台-自建小组-危险的名称')
  await expectFitsWidth(staff, 375)
})
