// Stories of the hotline 12356 on phones: one tap away wherever a screen is scrolled to, in the open menu, and above
// the keyboard in the chat.
import type { Page } from '@playwright/test'
import { takePicture } from './pictures.ts'
import { accountOf, consoleScreens, siteScreens } from './screens.ts'
import { agreeToChat, input, openConversation, pictureOfConversation } from './conversation-picture.ts'
import { button, enterAs, expect, test } from './visitor.ts'

test.use({ trace: 'off', viewport: { width: 375, height: 812 } })

/** Links to the hotline that are in view, uncovered and at least 44 px high. */
const countTappable = (page: Page) =>
  page.evaluate(() => {
    const isTappable = (link: Element) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      if (height < 43.9 || y < 0 || y + height > innerHeight || x < 0 || x + width > innerWidth) return false
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top !== null && link.contains(top)
    }
    return [...document.querySelectorAll('a[href="tel:12356"]')].filter(isTappable).length
  })

async function expectHotlineInReach(page: Page, screen: string): Promise<void> {
  await expect.poll(() => countTappable(page), { message: `12356 within reach: ${screen}` }).toBeGreaterThanOrEqual(1)
}

const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    const { scrollHeight, clientHeight } = document.documentElement
    window.scrollTo({ top: (scrollHeight - clientHeight) * part, behavior: 'instant' })
  }, share)

/** Fixed and sticky elements, other than the bar, that cover a control in the middle of the page. */
async function expectNothingCovered(page: Page, screen: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const bar = document.querySelector('a[href="tel:12356"]')!.closest('div.sticky')
    const { bottom } = bar!.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(a, button, input, textarea)')].filter((control) => {
      control.scrollIntoView({ block: 'start', behavior: 'instant' })
      return control.getBoundingClientRect().top + 1 < bottom && control.checkVisibility()
    }).length
  })
  expect(covered, `controls under the bar: ${screen}`).toBe(0)
}

const screens = [...siteScreens, ...consoleScreens]
const accounts = [...new Set(screens.map(({ as }) => as))]
for (const as of accounts)
  test(`the hotline is one tap away on every screen: ${as ?? 'visitor'}`, async ({ page }) => {
    test.setTimeout(300_000)
    if (as) await enterAs(page, accountOf[as])
    for (const screen of screens.filter((item) => item.as === as)) {
      await page.goto(screen.path)
      for (const share of [0, 0.5, 1]) {
        await scrollTo(page, share)
        await expectHotlineInReach(page, `${screen.name}, ${share}`)
      }
    }
  })

test('the hotline is one tap away in the open menu, and scrolled controls end below it', async ({ page }) => {
  await page.goto('/')
  await page.locator('summary[aria-label="菜单"]').click()
  await expectHotlineInReach(page, 'menu')
  await takePicture(page, '菜单里的12356', { widths: [375], isWhole: false })
  await page.locator('summary[aria-label="菜单"]').click()
  await scrollTo(page, 0.5)
  await page.locator('summary[aria-label="菜单"]').click()
  await expectHotlineInReach(page, 'menu after scrolling')
  for (const path of ['/psychology/index', '/login/index', '/Consult/index']) {
    await page.goto(path)
    await expectNothingCovered(page, path)
  }
  await scrollTo(page, 0.5)
  await takePicture(page, '滚动后的12356', { widths: [375, 1440], isWhole: false })
})

test('the hotline is one tap away in the open menu of the console', async ({ page }) => {
  await enterAs(page, 'service')
  for (const path of ['/admin/chat-online', '/admin/care']) {
    await page.goto(path)
    await button(page, '打开菜单').click()
    await expect(page.getByRole('navigation', { name: '后台菜单' })).toBeVisible()
    await expectHotlineInReach(page, `menu of ${path}`)
  }
  await takePicture(page, '后台菜单里的12356', { widths: [375], isWhole: false })
})

test('the hotline is above the input of the chat, also above an open keyboard', async ({ page, open }) => {
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await input(member).focus()
  // the height that remains above a keyboard
  await member.setViewportSize({ width: 375, height: 430 })
  await expectHotlineInReach(member, 'keyboard')
  const hotline = (await member.locator('.chat-help a[href="tel:12356"]').boundingBox())!
  const field = (await input(member).boundingBox())!
  expect(hotline.height).toBeGreaterThanOrEqual(43.9)
  expect(hotline.y + hotline.height).toBeLessThanOrEqual(field.y + 1)
  await pictureOfConversation(member, '键盘上方的12356')
  await member.setViewportSize({ width: 375, height: 812 })
  await pictureOfConversation(member, '输入框上方的12356')
  await expect(button(member, '发送')).toBeVisible()
})
