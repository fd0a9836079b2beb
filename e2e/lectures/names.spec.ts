// Story of names in a lecture: a user sees the name of the room, changes it, and writes under it.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { desktop, locateLine, openAsListener, openTab, publishTalk, write } from './lecture-steps.ts'

test('a user writes in a lecture under a name of its own, which the moderator sees', async ({
  page,
  open,
  request,
}) => {
  const address = await publishTalk(request, '名字')
  await openAsListener(page, request, address)
  await expect(page.getByText(/您在这场讲座里叫 听众\d+/)).toBeVisible()
  await takePicture(page, '讲座-名字')
  await locateButton(page, '改我在这场讲座里的名字').click()
  await locateDialog(page).getByLabel('名字').fill('何医生')
  await locateButton(page, '保存').click()
  await expect(locateDialog(page).getByText(/不能像带领者或专业人员/)).toBeVisible()
  await locateDialog(page).getByLabel('名字').fill('微信abc123456')
  await locateButton(page, '保存').click()
  await expect(locateDialog(page).getByText(/请不要写联系方式/)).toBeVisible()
  await expectAccessible(page, '讲座-改名字')
  await expectFitsWidth(page, 375)
  await takePicture(page, '讲座-改名字')
  await locateDialog(page).getByLabel('名字').fill('夜航船')
  await locateButton(page, '保存').click()
  await expect(page.getByText('您在这场讲座里叫 夜航船')).toBeVisible()
  await write(page, '晚上好')
  await expect(locateLine(page, '晚上好')).toBeVisible()
  await expect(locateButton(page, '改我在这场讲座里的名字')).toHaveCount(0)
  await openTab(page, /^提问/)
  await page.getByLabel('我的问题').fill('可以录音吗？')
  await locateButton(page, '提交问题').click()
  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(address)
  await expect(lead.getByRole('log').getByText('夜航船')).toBeVisible()
  await openTab(lead, /^提问（1）/)
  await expect(lead.getByText('夜航船')).toBeVisible()
  await takePicture(lead, '讲座-名字-主持人')
  // the badge is live, and stays in the history
  await openTab(lead, /^聊天/)
  await write(lead, '欢迎大家')
  await openTab(page, /^聊天/)
  const badge = page.getByRole('listitem').filter({ hasText: '欢迎大家' }).getByText('主持人', { exact: true })
  await expect(badge).toBeVisible()
  await page.reload()
  await expect(badge).toBeVisible()
  await expect(page.getByRole('log').getByText('主持人', { exact: true })).toHaveCount(1)
  await expect(page.getByText('正在进行', { exact: true })).toBeVisible()
  await expectFitsWidth(page, 375)
  await takePicture(page, '讲座-主持人标记')
})
