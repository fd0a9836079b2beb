// Stories of calls in browsers that may not use camera and microphone.
import { callLaunch } from '../support/call-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

/** The person answers the question of the browser with no. */
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

test('a user cannot ring, also by the address', async ({ page }) => {
  await enterAsNewMember(page, page.request)
  await page.goto('/im/call?with=someone')
  await expect(page.getByText('只有咨询师可以发起通话')).toBeVisible()
})
