// Story of a call that begins while the page still waits for the list of its account's calls.
import { callLaunch, expectFlow, openCallers } from '../support/call-steps.ts'
import { holdRepliesTo } from '../support/socket-network.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

const listOfCalls = [26, 13] as const

test('a list of calls that was asked for before the call does not end it', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { client, doctor, clientAccid } = await openCallers(page, open, 'doctor2')
  const lists = await holdRepliesTo(doctor, listOfCalls)
  await doctor.goto(`/im/call?with=${clientAccid}&video=0`)
  await locateButton(doctor, '呼叫').click()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toBeVisible()
  await expect.poll(() => lists.countHeld()).toBeGreaterThan(0)
  lists.release()
  await bar.getByRole('link', { name: '接听', exact: true }).click()
  await expectFlow(doctor, { hasVideo: false })
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
})
