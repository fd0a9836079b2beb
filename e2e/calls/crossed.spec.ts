// Story of two people who ring at each other at the same moment.
import { allowed, callLaunch, collectConnections, expectFlowOfAll } from '../support/call-steps.ts'
import { desktop, findText, getAccid, sendText } from '../support/conversation-steps.ts'
import { holdReplies } from '../support/socket-network.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

test('two counsellors ring at each other at the same moment, and speak in one call', async ({ open }) => {
  test.setTimeout(240_000)
  const doctors = await Promise.all(
    ['doctor8', 'doctor10'].map(async (username) => {
      const page = await open({ viewport: desktop, ...allowed })
      const replies = await holdReplies(page)
      await enterAs(page, username)
      await collectConnections(page)
      return { page, replies, accid: await getAccid(page) }
    }),
  )
  const [first, second] = [doctors[0]!, doctors[1]!]
  for (const [{ page }, peer] of [
    [first, second],
    [second, first],
  ] as const) {
    await page.goto(`/im/index?to=${peer.accid}`)
    await sendText(page, '您方便通话吗？')
    await expect(findText(page, '您方便通话吗？').first()).toBeVisible()
  }
  for (const [{ page }, peer] of [
    [first, second],
    [second, first],
  ] as const) {
    await page.goto(`/im/call?with=${peer.accid}&video=1`)
    await expect(locateButton(page, '呼叫')).toBeEnabled()
  }
  // neither page learns of the other's ring before its own is sent
  for (const { replies } of doctors) replies.hold()
  await Promise.all(doctors.map(({ page }) => locateButton(page, '呼叫').click()))
  for (const { replies } of doctors) await expect.poll(() => replies.hasHeld(/^42\["reply",.*"channelId"/)).toBe(true)
  for (const { replies } of doctors) replies.release()
  await expectFlowOfAll(doctors.map(({ page }) => page))
  const channels = doctors.map(({ page }) => new URL(page.url()).searchParams.get('channel'))
  expect(channels[0]).toBe(channels[1])
  // one of the sides did not create the channel, and finds the call again after a reload
  for (const { page } of doctors) {
    await page.reload()
    await expectFlowOfAll(doctors.map((doctor) => doctor.page))
  }
  await locateButton(first.page, '挂断').click()
  await expect(second.page.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
})
