// Story of a client who has other pages of the site open than the chat when a counsellor calls.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { callLaunch, expectFlow, openCallers } from '../support/call-steps.ts'
import { sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

const locateBar = (page: Page) => page.getByRole('alert', { name: '来电' })

/** Counts the tones of the page, which may sound after a click only. */
async function openCountedPage(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const Original = window.AudioContext
    window.AudioContext = class extends Original {
      override createOscillator() {
        performance.mark('tone')
        return super.createOscillator()
      }
    }
  })
  await page.goto(path)
  await page.mouse.click(2, 400)
}
const countTones = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.evaluate(() => performance.getEntriesByName('tone').length)))

test('a call rings on every page of the client, sounds on one, and is answered or refused there', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const { client, doctor, clientAccid, doctorAccid } = await openCallers(page, open, 'doctor7')
  const ring = async () => {
    await doctor.goto(`/im/call?with=${clientAccid}&video=0`)
    await locateButton(doctor, '呼叫').click()
    await expect(doctor.getByText('正在呼叫')).toBeVisible()
  }
  const other = await client.context().newPage()
  await openCountedPage(other, '/Consult/index')
  await openCountedPage(client, '/')
  const title = await client.title()

  await ring()
  for (const side of [client, other]) await expect(locateBar(side)).toContainText('邀请您语音通话', { timeout: 20_000 })
  await expect(client).toHaveTitle(/^【来电】.*邀请您语音通话$/)
  await expect.poll(async () => Math.max(...(await countTones([client, other])))).toBeGreaterThan(3)
  expect(Math.min(...(await countTones([client, other])))).toBe(0)
  await expectFitsWidth(client, 320)
  await expectAccessible(client, '来电')
  await takePicture(client, '通话-来电-首页', { isWhole: false })
  await client.setViewportSize({ width: 1440, height: 900 })
  await takePicture(client, '通话-来电-首页-宽屏', { isWhole: false })
  await client.setViewportSize({ width: 375, height: 812 })
  await locateButton(doctor, '取消呼叫').click()
  for (const side of [client, other]) await expect(locateBar(side)).toHaveCount(0)
  await expect(client).toHaveTitle(title)
  await client.goto('/')
  await client.locator('[data-notice-bell] summary').click()
  await client.getByRole('link', { name: /^咨询师.*呼叫过您/ }).click()
  await expect(client).toHaveURL(`/im/index?to=${doctorAccid}`)
  await client.goto('/')

  await ring()
  await locateBar(client).getByRole('link', { name: '接听' }).click({ timeout: 20_000 })
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  // the page of the ended call shows the next one
  await locateButton(doctor, '再次呼叫').click()
  await expect(doctor.getByText('正在呼叫')).toBeVisible()
  await expect(locateBar(client)).toContainText('邀请您语音通话', { timeout: 20_000 })
  await expectFitsWidth(client, 320)
  await expectAccessible(client, '来电-通话结束后')
  await takePicture(client, '通话-来电-通话结束后', { isWhole: false })
  await locateButton(doctor, '取消呼叫').click()
  await expect(locateBar(client)).toHaveCount(0)
  await client.goto('/')

  await ring()
  const address = await locateBar(client).getByRole('link', { name: '接听' }).getAttribute('href', { timeout: 20_000 })
  await locateButton(client, '拒绝').click({ timeout: 20_000 })
  await expect(doctor.getByRole('heading', { name: '对方现在不方便接听' })).toBeVisible()
  for (const side of [client, other]) await expect(locateBar(side)).toHaveCount(0)
  await expect(doctor.getByText(/^对方刚刚拒绝了通话，\d\d:\d\d后可以再呼叫/)).toBeVisible()
  await expect(locateButton(doctor, '再次呼叫')).toBeDisabled()
  await takePicture(doctor, '通话-拒绝后的等待', { isWhole: false })
  await doctor.goto(`/im/call?with=${clientAccid}&video=0`)
  await expect(locateButton(doctor, '呼叫')).toBeDisabled()
  await client.goto(`/im/index?to=${doctorAccid}`)
  await sendText(client, '老师，我回到家了')
  await expect(locateButton(doctor, '呼叫')).toBeEnabled({ timeout: 15_000 })
  await client.goto(address!)
  await expect(client.getByRole('heading', { name: '来电已结束' })).toBeVisible()
})
