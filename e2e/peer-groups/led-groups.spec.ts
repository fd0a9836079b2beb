// Story of a counsellor-led group: a counsellor proposes it, staff approve, clients consent, one is in danger, and one
// withdraws the consent.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText, locateDialog, openConsole } from '../support/console.ts'
import { desktop, findText, locateLog, phone, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { createMember, enterAs, expect, locateButton, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** The counsellor writes a proposal. */
async function proposeGroup(leader: Page, title: string): Promise<void> {
  await leader.goto('/groups')
  await leader.getByRole('link', { name: '我带领的团体辅导' }).click()
  await locateButton(leader, '提议一个团体').click()
  await locateField(leader, '小组名称').fill(title)
  await locateButton(leader, '提交审核').click()
  await expect(leader.getByText('请输入一句话介绍').last()).toBeVisible()
  await locateField(leader, '一句话介绍').fill('八次团体，学着和情绪相处')
  await locateField(leader, '小组介绍').fill('适合容易焦虑的成年人，每周五晚八点。')
  await locateField(leader, '小组规则').fill('互相尊重，为彼此保密。')
  await leader.getByLabel('名额（3到50人）').fill('8')
  await leader.getByLabel('开始日期（选填）').fill('2027-03-05')
  await leader.getByLabel('结束日期（选填）').fill('2027-04-30')
  await leader.getByLabel('协同带领者的账号（选填，须是公开的咨询师）').fill('member1')
  await locateButton(leader, '提交审核').click()
  await expect(leader.getByText(/它不是在咨询师名录里公开的咨询师/)).toBeVisible()
  await leader.getByLabel('协同带领者的账号（选填，须是公开的咨询师）').fill('doctor8')
  await expectFitsWidth(leader, 375)
  await expectAccessible(leader, '提议团体')
  await takePicture(leader, '提议团体')
  await locateButton(leader, '提交审核').click()
  await expect(leader.locator('#toasts')).toContainText('已提交')
  await expect(leader.getByRole('listitem').filter({ hasText: title })).toContainText('待审核')
}

/** Reads the consent text, and joins or applies under an alias. */
async function consent(page: Page, alias: string, button: '接受邀请' | '申请加入'): Promise<void> {
  await locateButton(page, button).click()
  const dialog = locateDialog(page)
  await locateField(page, '小组里的称呼').fill(alias)
  if (button === '申请加入') await locateField(page, '为什么想加入').fill('想和大家一起练习')
  const send = dialog.getByRole('button', { name: button === '接受邀请' ? '同意并加入' : '提交申请' })
  await send.click()
  await expect(dialog.getByText('请先阅读并同意小组规则和知情同意书')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: '保密的例外' })).toBeVisible()
  await expectAccessible(page, `团体-${button}`)
  await takePicture(page, `团体-${button}`, { isWhole: false })
  await dialog.getByLabel(/我已阅读并同意小组规则和团体辅导知情同意书/).check()
  await send.click()
}

test('a counsellor leads clients who consent, and danger reaches leader and duty staff only', async ({ open }) => {
  test.setTimeout(300_000)
  const title = createUniqueText('情绪团体')
  const leader = await open({ viewport: desktop })
  await enterAs(leader, 'doctor2')
  await proposeGroup(leader, title)

  const staff = await open({ viewport: desktop })
  await test.step('the texts can be changed until the co-leader agrees', async () => {
    await locateButton(leader, `修改${title}`).click()
    await expect(locateField(leader, '小组介绍')).toHaveValue('适合容易焦虑的成年人，每周五晚八点。')
    await locateField(leader, '小组介绍').fill('适合容易焦虑的成年人，每周五晚七点。')
    await locateButton(leader, '提交审核').click()
    await expect(leader.getByText('正在等协同带领者同意')).toBeVisible()
    const coLeader = await open({ viewport: phone, hasTouch: true })
    await enterAs(coLeader, 'doctor8')
    await coLeader.goto('/message/index')
    await coLeader.getByText(`请您协同带领团体辅导“${title}”`).click()
    const asked = coLeader.getByRole('listitem').filter({ hasText: title })
    await asked.getByText('介绍与规则').click()
    await expect(asked.getByText('每周五晚七点')).toBeVisible()
    await expectFitsWidth(coLeader, 375)
    await expectAccessible(coLeader, '协同带领')
    await takePicture(coLeader, '协同带领')
    await locateButton(coLeader, `同意协同带领${title}`).click()
    await expect(coLeader.locator('#toasts')).toContainText('已回复')

    await openConsole(staff, '/peer-groups?state=proposed', 'service')
    await staff.getByRole('link', { name: title }).click()
    await expect(staff.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectAccessible(staff, '后台-团体-待审核')
    await takePicture(staff, '后台-团体-待审核')
    await locateButton(staff, '发布').click()
    await locateDialog(staff).getByRole('button', { name: '发布', exact: true }).click()
    await expect(staff.getByText('没有待审核的申请')).toBeVisible()
  })

  const client = await open({ viewport: phone, hasTouch: true })
  await test.step('the leader invites a client, who consents and joins at once', async () => {
    await leader.reload()
    await leader.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: '邀请与申请' }).click()
    await enterAs(client, 'member5')
    await leader
      .getByRole('button', { name: /^邀请来访者/ })
      .last()
      .click()
    await locateDialog(leader).getByRole('button', { name: '邀请', exact: true }).click()
    await expect(leader.locator('#toasts')).toContainText('邀请已发出')
    await expect(leader.getByText('已邀请', { exact: true })).toBeVisible()
    await expect(leader.getByText(/^团体通话还没有开通/)).toBeVisible()
    await expectFitsWidth(leader, 375)
    await expectAccessible(leader, '带领团体')
    await takePicture(leader, '带领团体')
    await client.goto('/message/index')
    await client.getByText(`邀请您参加团体辅导“${title}”`).click()
    await expect(client.getByText(/带领者邀请您参加/)).toBeVisible()
    await expectFitsWidth(client, 375)
    await takePicture(client, '团体-受邀')
    await consent(client, '慢慢走', '接受邀请')
    await expect(client.locator('#toasts')).toContainText('已加入小组')
    await expect(client.getByText('您在小组里的称呼：慢慢走')).toBeVisible()
    await takePicture(client, '团体-成员')
  })
  const { pathname, search } = new URL(leader.url())
  const href = `${pathname}${search}`

  const other = await open({ viewport: desktop })
  await test.step('another client applies', async () => {
    const { username, password } = await createMember(other.request)
    await enterAs(other, username, password)
    await other.goto(href)
    await consent(other, '远山', '申请加入')
    await expect(other.getByText(/正在等待带领者审核/)).toBeVisible()
    await leader.reload()
    await leader.getByRole('button', { name: '接受远山的申请' }).click()
    await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()
  })

  await test.step('danger: the card is shown to the writer alone; leader and duty staff are notified', async () => {
    await other.reload()
    await other.getByRole('link', { name: '进入小组交流' }).click()
    await client.getByRole('link', { name: '进入小组交流' }).click()
    await sendText(client, '大家好')
    await expect(findText(other, '大家好')).toBeVisible()
    await sendText(client, '活着没意思，我想死')
    const card = { name: /您不必一个人扛/ }
    await expect(client.getByRole('alert', card)).toBeVisible()
    await takePicture(client, '团体-求助卡片', { isWhole: false })
    await expect(findText(other, '活着没意思，我想死')).toBeVisible()
    await expect(other.getByRole('alert', card)).toHaveCount(0)
    await takePicture(other, '团体-其他成员', { isWhole: false })
    await leader.goto('/message/index')
    await expect(leader.getByText(new RegExp(`小组“${title}”的成员“慢慢走”在.*可能提示危险`))).toBeVisible()
    // other stories fill the first page of the list
    const alerts = await staff.request.get('/prod-api/admin/care/alerts', { params: { state: 'open', size: 100 } })
    expect(await alerts.text()).toContain('刘见山')
  })

  await test.step('a client withdraws the consent, and sees nothing any more', async () => {
    await other.goto(href)
    await locateButton(other, '撤回同意并离开').click()
    await expect(locateDialog(other).getByText(/看不到以前的对话/)).toBeVisible()
    await takePicture(other, '团体-撤回同意', { isWhole: false })
    await locateDialog(other).getByRole('button', { name: '撤回并离开' }).click()
    await expect(other.getByText('您已不在这个小组里。')).toBeVisible()
    await other.goto('/im/index')
    await expect(other.getByText(title)).toHaveCount(0)
  })

  await test.step('the leader ends the group with a notice', async () => {
    await leader.goto(href)
    await locateButton(leader, '结束小组').click()
    await leader.getByLabel(/^原因/).fill('八次团体已完成')
    await locateDialog(leader).getByRole('button', { name: '提交' }).click()
    await expect(leader.getByRole('listitem').filter({ hasText: title })).toContainText('已解散')
    await client.goto('/message/index')
    await expect(client.getByText(`团体辅导“${title}”已解散，原因：八次团体已完成`)).toBeVisible()
    await expect(locateLog(client)).toHaveCount(0)
  })
})
