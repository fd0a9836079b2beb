// Stories of people who leave the page of a call.
import { callLaunch, expectFlow, openCallers, startCall } from '../support/call-steps.ts'
import { getAccid } from '../support/conversation-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

test('a client is asked before a link leads out of a call, and every page leads back', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor11')
  const { client, doctor } = callers
  await startCall(callers, '语音通话')
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))

  const question = client.getByRole('dialog', { name: '通话还在进行，要离开这个页面吗？' })
  const home = client.locator('header a[href="/"]').first()
  await home.click()
  await expect(question).toBeVisible()
  await expectFitsWidth(client, 320)
  await expectAccessible(client, '离开通话')
  await takePicture(client, '通话-离开页面', { isWhole: false })
  await locateButton(client, '留在通话').click()
  await expect(question).toHaveCount(0)
  await expectFlow(client, { hasVideo: false })

  await home.click()
  await locateButton(client, '离开页面').click()
  await expect(client).toHaveURL('/')
  await expect(doctor.getByText('对方离开了通话页面')).toBeVisible({ timeout: 2_000 })
  await takePicture(doctor, '通话-对方离开了页面', { isWhole: false })
  const bar = client.getByRole('region', { name: '进行中的通话' })
  await expect(bar).toContainText('您有一个通话正在进行')
  await takePicture(client, '通话-回到通话-首页', { isWhole: false })
  await bar.getByRole('link', { name: '回到通话' }).click()
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))
  await expect(doctor.getByText('对方离开了通话页面')).toHaveCount(0)

  // an address that is typed, after the question of the browser
  const asked = client.waitForEvent('dialog')
  const navigation = client.goto('/Consult/index')
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await navigation
  await expect(doctor.getByText('对方离开了通话页面')).toBeVisible({ timeout: 2_000 })
  await expect(bar).toBeVisible()
  await bar.getByRole('link', { name: '回到通话' }).click()
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))

  // the caller opens the first address again
  await doctor.goto(`/im/call?with=${await getAccid(client)}&video=0`)
  await expect(locateButton(doctor, '呼叫')).toHaveCount(0)
  await takePicture(doctor, '通话-再次打开呼叫页面', { isWhole: false })
  await doctor.getByRole('link', { name: '回到通话' }).click()
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))
  await locateButton(doctor, '挂断').click()
  await expect(bar).toHaveCount(0)
})

test('a counsellor who leaves the page stops the ringing, and a reload goes on with it', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { client, doctor, clientAccid } = await openCallers(page, open, 'doctor9')
  const bar = client.getByRole('alert', { name: '来电' })
  const ring = async () => {
    await doctor.goto(`/im/call?with=${clientAccid}&video=0`)
    await locateButton(doctor, '呼叫').click()
    await expect(bar).toBeVisible()
  }
  await ring()
  await doctor.reload()
  await expect(doctor.getByText('正在呼叫')).toBeVisible()
  // longer than the server waits for a page that is gone
  await doctor.waitForTimeout(12_000)
  await expect(bar).toBeVisible()
  await doctor.locator('header a[href="/"]').first().click()
  await expect(doctor).toHaveURL('/')
  await expect(bar).toHaveCount(0)

  // an address that is typed
  await ring()
  await doctor.goto('/im/index')
  await expect(bar).toHaveCount(0, { timeout: 20_000 })

  // the client answers before the server has noticed
  await ring()
  await doctor.goto('/Consult/index')
  await bar.getByRole('link', { name: '接听' }).click()
  await expect(client.getByRole('heading', { name: '对方已取消或离开，通话没有接通' })).toBeVisible({ timeout: 25_000 })
  await takePicture(client, '通话-呼叫的人已离开', { isWhole: false })
})
