// Story of a visitor whom a moderator removes from a lecture and readmits: the open page shows both at once.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { desktop, locateLine, openAsListener, openTab, publishTalk, write } from './lecture-steps.ts'

test('a removed visitor reads on, and writes again once the moderator allows it', async ({ page, open, request }) => {
  const address = await publishTalk(request, '请出')
  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(address)
  await openAsListener(page, request, address)
  // with a character that turns the direction of what follows
  await write(page, '加我微信\u202E领资料')
  await locateButton(page, '举手').click()
  await openTab(lead, /^举手（1）/)
  await lead.getByRole('button', { name: /^请他发言：听众\d+$/ }).click()
  await expect(page.getByText(/^主持人请您发言/)).toBeVisible()
  await openTab(lead, /^聊天/)
  await page.getByLabel('说点什么').fill('还想说一句')
  await lead.getByRole('button', { name: /的消息：加我微信领资料$/ }).click()
  await lead.getByRole('button', { name: /^请出“/ }).click()
  await locateDialog(lead).getByRole('button', { name: '请出', exact: true }).click()
  await expect(page.getByText(/^主持人请您离开了交流/)).toBeVisible()
  await expect(page.getByText('这句话没有发出：还想说一句')).toBeVisible()
  await expect(page.getByLabel('说点什么')).toHaveCount(0)
  await expect(locateButton(page, '举手')).toHaveCount(0)
  // the removal ends the hand and the invitation
  await expect(page.getByText(/^主持人请您发言/)).toHaveCount(0)
  await expect(lead.getByRole('button', { name: /^举手/ })).toHaveText('举手')
  await takePicture(page, '讲座-被请出')
  await expect(lead.getByText('已请出', { exact: true }).first()).toBeVisible()
  await takePicture(lead, '讲座-已请出')
  await page.reload()
  await expect(page.getByText(/^主持人请您离开了交流/)).toBeVisible()
  // the visitor reads on as a guest does
  await expect(locateLine(page, '加我微信领资料')).toBeVisible()
  const panel = page.locator('.lecture-room')
  await expect(panel.getByRole('link', { name: '12356' })).toBeVisible()
  await expect(panel.getByRole('link', { name: '联系秘书处' })).toHaveAttribute('href', '#association-contact')
  await expectAccessible(page, '讲座-被请出')
  await expectFitsWidth(page, 375)
  await takePicture(page, '讲座-被请出-重新打开')
  await openTab(page, /^提问/)
  await expect(page.getByText(/^主持人请您离开了交流/)).toBeVisible()
  await expect(page.getByText('还没有问题')).toBeVisible()
  await expect(page.getByLabel('我的问题')).toHaveCount(0)
  // the moderator takes it back, also after a reload
  await lead.reload()
  await lead.getByRole('button', { name: /的消息：加我微信领资料$/ }).click()
  await lead.getByRole('button', { name: /^允许.*再进入$/ }).click()
  await expect(lead.getByText('已请出', { exact: true })).toHaveCount(0)
  // the open page learns it
  await openTab(page, /^聊天/)
  await expect(page.getByText('主持人允许您再次参与，您可以继续发言。')).toBeVisible()
  await takePicture(page, '讲座-允许再进入')
  await write(page, '谢谢')
  await expect(page.getByText('主持人允许您再次参与，您可以继续发言。')).toHaveCount(0)
  await expect(page.getByText(/^主持人请您发言/)).toHaveCount(0)
  await expect(locateLine(lead, '谢谢')).toBeVisible()
})
