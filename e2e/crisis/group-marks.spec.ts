// Story of a leader who sees at once which message of the open group sounds like danger.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { desktop, phone, takeConversationPicture } from '../support/conversation-steps.ts'
import { openMember } from '../support/group-steps.ts'
import { acceptApplication, applyWithConsent, openLedGroup } from '../support/led-group-steps.ts'
import { expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('a leader sees a mark under a message in danger and calls the duty staff, its writer sees none', async ({
  open,
}) => {
  test.setTimeout(240_000)
  const { leader, id, teamId } = await openLedGroup(open, 'doctor7')
  const member = await openMember(await open({ viewport: phone }), '老杨树')
  await applyWithConsent(member.page, id, '老杨树')
  await acceptApplication(leader, id)
  await leader.goto(`/im/index?team=${teamId}`)
  const say = (text: string) =>
    member.device.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content: { type: 0, text } })
  const danger = '不想活老，药已经买好了'
  await say('大家好')
  await say(danger)
  await say('晚安')
  const locateLine = (text: string) => leader.getByRole('log').getByRole('listitem').filter({ hasText: text })
  const expectMark = async () => {
    await expect(locateLine(danger)).toContainText('可能提示危险', { timeout: 10_000 })
    await locateLine(danger).getByText('可能提示危险：怎么做').click()
    await expect(locateLine(danger).getByText(/值班人员已收到提醒/)).toBeVisible()
    await expect(locateLine('大家好')).not.toContainText('可能提示危险')
    await expect(locateLine('晚安')).not.toContainText('可能提示危险')
  }
  await expectMark()
  await leader.reload()
  await expectMark()
  await expectAccessible(leader, '带领者-消息提示危险')
  await leader.setViewportSize(phone)
  await takeConversationPicture(leader, '带领者-消息提示危险')
  await expectFitsWidth(leader, 320)
  await leader.setViewportSize(desktop)
  const callButton = locateLine(danger).getByRole('button', { name: /^呼叫值班人员/ })
  await callButton.click()
  await expect(leader.locator('#toasts')).toContainText('已通知值班人员')
  await expect(locateLine(danger).getByRole('button', { name: /^再次呼叫（\d\d:\d\d已呼叫）/ })).toBeEnabled()
  await takeConversationPicture(leader, '带领者-已呼叫值班人员')
  await leader.reload()
  await expect(locateLine(danger).getByRole('button', { name: /^再次呼叫/ })).toBeEnabled()

  await member.page.goto(`/im/index?team=${teamId}`)
  await expect(member.page.getByRole('log')).toContainText(danger)
  await expect(member.page.getByRole('log')).not.toContainText('可能提示危险')
  member.device.disconnect()
})
