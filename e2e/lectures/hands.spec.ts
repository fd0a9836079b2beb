// Story of a raised hand in a lecture: the moderator calls on the listener, who reads it on every tab.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { desktop, openAsListener, openTab, publishTalk } from './lecture-steps.ts'

test('a moderator calls on a listener with a raised hand, who is asked to write', async ({ page, open, request }) => {
  const address = await publishTalk(request, '举手')
  await openAsListener(page, request, address)
  await expect(page.getByText('发言是在聊天里写，不能连麦')).toBeVisible()
  await takePicture(page, '讲座-举手之前')
  await locateButton(page, '举手').click()
  await expect(locateButton(page, '放下手')).toBeFocused()
  await openTab(page, /^提问/)

  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(address)
  await openTab(lead, /^举手（1）/)
  await takePicture(lead, '讲座-举手的名单')
  await expectAccessible(lead, '讲座-举手的名单')
  await lead.getByRole('button', { name: /^请他发言：听众\d+$/ }).click()
  await expect(lead.getByText('已请他发言')).toBeVisible()
  await expectAccessible(lead, '讲座-已请发言')
  await expectFitsWidth(lead, 1440)

  const notice = page.getByText('主持人请您发言，请在“聊天”里写下您想说的话。')
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  await expectAccessible(page, '讲座-请您发言')
  await expectFitsWidth(page, 375)
  await takePicture(page, '讲座-请您发言')
  await lead.getByRole('button', { name: /^放下.*的手$/ }).click()
  await expect(notice).toHaveCount(0)
})
