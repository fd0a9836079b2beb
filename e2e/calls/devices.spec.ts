// Stories of calls in browsers that may not use camera and microphone, or have no way to them.
import { callLaunch } from '../support/call-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

/** Flags with which the browser refuses camera and microphone, as when a person answers its question with no. */
const args = callLaunch.args.map((flag) => (flag.includes('fake-ui') ? `${flag}=deny` : flag))
test.use({ launchOptions: { ...callLaunch, args } })

test('a counsellor without permission learns why, and how to go on', async ({ page }) => {
  await enterAs(page, 'doctor4')
  await page.goto('/im/call?with=someone&video=1')
  await locateButton(page, '打开摄像头和麦克风').click()
  await expect(page.getByText('没有获得使用权限')).toBeVisible()
  await expect(locateButton(page, '复制链接，用浏览器打开')).toBeVisible()
  await expect(locateButton(page, '呼叫')).toHaveCount(0)
  await expectAccessible(page, '没有权限')
  await takePicture(page, '通话-没有权限')
  await locateButton(page, '重试').click()
  await expect(page.getByText('没有获得使用权限')).toBeVisible()
})

test('a counsellor in the browser of an app learns to open the page elsewhere', async ({ page }) => {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { mediaDevices?: unknown }).mediaDevices
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve((document.title = text)) },
    })
  })
  await enterAs(page, 'doctor4')
  await page.goto('/im/call?with=someone&video=1')
  await locateButton(page, '打开摄像头和麦克风').click()
  await expect(page.getByText('这个应用里的浏览器不能使用摄像头和麦克风')).toBeVisible()
  await expect(locateButton(page, '重试')).toHaveCount(0)
  await expect(locateButton(page, '呼叫')).toHaveCount(0)
  await expectAccessible(page, '应用里的浏览器')
  await takePicture(page, '通话-应用里的浏览器')
  await locateButton(page, '复制链接，用浏览器打开').click()
  await expect(page.locator('#toasts')).toContainText('链接已复制')
  expect(await page.title()).toBe(page.url())
})

test('a user cannot ring, also by the address', async ({ page }) => {
  await enterAsNewMember(page, page.request)
  await page.goto('/im/call?with=someone')
  await expect(page.getByText('只有咨询师可以发起通话')).toBeVisible()
})
