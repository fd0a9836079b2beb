// Stories of peer groups: staff publish one, a visitor applies, the leader decides, and members enter the chat.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog, openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { createMember, enterAs, expect, locateButton, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

/** Creates and publishes a group in the console. */
async function publishGroup(staff: Page, title: string, leader: string): Promise<void> {
  await openConsole(staff, '/peer-groups', 'service')
  await takePicture(staff, '后台-同伴小组')
  await locateButton(staff, '新建小组').click()
  await locateButton(staff, '保存').click()
  await expect(staff.getByText('请输入小组名称')).toBeVisible()
  await staff.getByLabel('小组名称').fill(title)
  await staff.getByLabel('一句话介绍').fill('和照顾家人的人说说话')
  await staff.getByLabel('小组介绍').fill('适合正在照顾生病家人的朋友。\n每周二晚八点。')
  await staff.getByLabel('小组规则').fill('互相尊重，不透露身份。')
  await staff.getByLabel('带领者账号', { exact: true }).fill('nobody')
  await locateButton(staff, '保存').click()
  await expect(staff.getByText(/没有这个账号/)).toBeVisible()
  await staff.getByLabel('带领者账号', { exact: true }).fill(leader)
  await locateButton(staff, '保存').click()
  await expect(staff.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await locateButton(staff, '发布').click()
  await locateDialog(staff).getByRole('button', { name: '发布', exact: true }).click()
  await expect(staff.getByText('没有待审核的申请')).toBeVisible()
  await expectAccessible(staff, '后台-小组')
  await takePicture(staff, '后台-小组')
}

test('staff publish a group, a visitor applies under an alias, and the leader admits the applicant', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const member = await createMember(request)
  const title = `照顾者${Date.now() % 1_000_000}`
  const staff = await open({ viewport: desktop })
  await publishGroup(staff, title, 'doctor10')

  // a visitor finds the group from the counsellors
  await page.goto('/Consult/index')
  await page.getByRole('link', { name: '看看有哪些小组' }).click()
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '同伴小组')
  await takePicture(page, '同伴小组')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('组员只看到您取的称呼')).toBeVisible()
  await expect(page.getByText('还有12个名额')).toBeVisible()
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '小组详情')
  await takePicture(page, '小组详情')
  await locateButton(page, '申请加入').click()
  await expect(page.locator('#toasts')).toContainText('请先登录后再申请加入')

  // after signing in, the form opens, and keeps what was typed
  const address = new URL(page.url())
  await enterAs(page, member.username, member.password)
  await page.goto(`${address.pathname}${address.search}&open=apply`)
  const dialog = page.getByRole('dialog', { name: `申请加入“${title}”` })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText('请输入小组内的称呼')).toBeVisible()
  await locateField(page, '小组里的称呼').fill('管理员')
  await locateField(page, '为什么想加入').fill('照顾妈妈两年了，想找人说说话。')
  await page.reload()
  await locateButton(page, '申请加入').click()
  await expect(locateField(page, '为什么想加入')).toHaveValue('照顾妈妈两年了，想找人说说话。')
  await dialog.getByLabel('我已阅读并同意小组规则').check()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText(/误认为协会工作人员/)).toBeVisible()
  await expectAccessible(page, '申请入组')
  await takePicture(page, '申请入组')
  await locateField(page, '小组里的称呼').fill('慢慢走')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.locator('#toasts')).toContainText('申请已提交')
  await expect(page.getByText(/正在等待带领者审核/)).toBeVisible()
  await takePicture(page, '小组-等待审核')

  // the leader sees alias and note, and no name
  const leader = await open({ viewport: desktop })
  await enterAs(leader, 'doctor10')
  await leader.goto(`${address.pathname}${address.search}`)
  await expect(leader.getByText('照顾妈妈两年了，想找人说说话。')).toBeVisible()
  await expect(leader.getByText(member.username)).toHaveCount(0)
  await expectAccessible(leader, '带领者的小组')
  await takePicture(leader, '带领者的小组')
  await leader.getByRole('button', { name: '婉拒慢慢走的申请' }).click()
  await leader.getByLabel('原因（申请人会看到）').fill('请先说说您照顾的是谁')
  await leader.getByRole('button', { name: '提交' }).click()
  await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()

  // the applicant reads the reason, and applies again
  await page.reload()
  await expect(page.getByText('请先说说您照顾的是谁')).toBeVisible()
  await takePicture(page, '小组-未通过')
  await locateButton(page, '申请加入').click()
  await locateField(page, '小组里的称呼').fill('慢慢走')
  await locateField(page, '为什么想加入').fill('照顾生病的妈妈。')
  await dialog.getByLabel('我已阅读并同意小组规则').check()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText(/正在等待带领者审核/)).toBeVisible()
  await leader.reload()
  await leader.getByRole('button', { name: '接受慢慢走的申请' }).click()
  await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()

  await page.reload()
  await expect(page.getByText('您在小组里的称呼：慢慢走')).toBeVisible()
  await takePicture(page, '小组-成员')
  await page.getByRole('link', { name: '进入小组交流' }).click()
  await expect(page).toHaveURL(/\/im\/index\?team=\d+$/)

  // staff see the member under the alias, mute and remove
  await staff.reload()
  await expect(staff.getByText('慢慢走', { exact: true })).toBeVisible()
  await staff.getByRole('button', { name: '禁言慢慢走' }).click()
  await expect(staff.getByText('已禁言', { exact: true }).last()).toBeVisible()
  await takePicture(staff, '后台-小组-成员')
  await staff.getByRole('button', { name: '移出慢慢走' }).click()
  await staff.getByLabel('移出原因').fill('多次发广告')
  await locateDialog(staff).getByRole('button', { name: '移出', exact: true }).click()
  await expect(staff.getByText('还没有成员')).toBeVisible()
  await locateButton(staff, '解散').click()
  await staff.getByLabel('解散原因').fill('本期结束')
  await locateDialog(staff).getByRole('button', { name: '解散', exact: true }).click()
  await expect(staff.getByText('已解散')).toBeVisible()
  await page.goto('/message/index')
  await expect(page.getByText(/您已被移出同伴小组/)).toBeVisible()
})

test('staff handle a report of a member, and the reporter reads the outcome', async ({ page, open }) => {
  await enterAs(page, 'applicant1')
  await page.goto('/groups')
  const link = page.getByRole('link', { name: '进入小组' }).first()
  const teamId = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('team')
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/peer-reports', 'service')
  await takePicture(staff, '后台-小组举报-空')
  const other = await open()
  await enterAs(other, 'applicant2')
  const { data } = (await (await other.request.get('/prod-api/neteaseUser/getUser')).json()) as {
    data: { accid: string }
  }
  const reply = await page.request.post('/prod-api/peerGroup/report', {
    data: { teamId, account: data.accid, reason: 'advert', text: '总在推荐药' },
  })
  expect(await reply.json()).toMatchObject({ code: 200 })
  await staff.reload()
  await expect(staff.getByText('举报说明：总在推荐药')).toBeVisible()
  await expectAccessible(staff, '后台-小组举报')
  await takePicture(staff, '后台-小组举报')
  await locateButton(staff, '处理').click()
  await staff.getByLabel('处理结果').fill('已提醒该成员')
  await locateDialog(staff).getByRole('button', { name: '确定', exact: true }).click()
  await expect(staff.getByRole('cell', { name: '已提醒该成员' })).toBeVisible()
  await page.goto('/message/index')
  await expect(page.getByText('您在同伴小组的举报已处理：已提醒该成员')).toBeVisible()
})
