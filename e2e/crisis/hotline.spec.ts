// Stories of the hotline 12356 on phones: one tap away in the open menu, beside dialogs, and above the keyboard in the
// chat. `e2e/site/pages.spec.ts` looks for it on every screen.
import type { Page } from '@playwright/test'
import { expectHotlineInReach, scrollTo } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import {
  agreeToChat,
  locateMessageBox,
  locatePictures,
  openConversation,
  takeConversationPicture,
  sendText,
} from '../support/conversation-steps.ts'
import { locateDialog } from '../support/console.ts'
import { askQuestion } from '../support/counsellor-steps.ts'
import { beginExam, readAccountId, createExaminer } from '../exams/exam-steps.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off', viewport: { width: 375, height: 812 } })

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
    await locateButton(page, '打开菜单').click()
    await expect(page.getByRole('navigation', { name: '后台菜单' })).toBeVisible()
    await expectHotlineInReach(page, `menu of ${path}`)
    const name = (await page.getByText('心桥管理后台', { exact: true }).boundingBox())!
    expect(name.height, 'one line').toBeLessThan(30)
  }
  await takePicture(page, '后台菜单里的12356', { widths: [375], isWhole: false })
})

test('the hotline is one tap away beside every kind of dialog of the console', async ({ page }) => {
  await enterAs(page, 'admin')
  const checkHotline = (name: string) => expectHotlineInReach(page, name)
  await page.goto('/admin/apps')
  await locateButton(page, '新建应用').click()
  await expect(locateDialog(page)).toBeVisible()
  await checkHotline('form')
  await locateDialog(page).getByRole('button').last().scrollIntoViewIfNeeded()
  await checkHotline('end of a form')
  await takePicture(page, '后台对话框旁的12356', { widths: [375], isWhole: false })
  await page.goto('/admin/exams/3?tab=attempts')
  await page
    .getByRole('button', { name: /^查看过程：/ })
    .first()
    .click()
  await expect(locateDialog(page)).toBeVisible()
  await checkHotline('drawer')
  await takePicture(page, '后台抽屉旁的12356', { widths: [375], isWhole: false })
  await page.goto('/admin')
  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByText('退出登录').click()
  await expect(locateDialog(page)).toContainText('确定退出登录吗')
  await checkHotline('question')
})

test('the hotline is one tap away in the dialogs of the site', async ({ page, open, request }) => {
  const { member } = await openConversation(page, open, 'doctor9')
  const expectHotlineInDialog = async (screen: string) => {
    await expect(locateDialog(member)).toBeVisible()
    await expectHotlineInReach(member, screen)
  }
  await agreeToChat(member)
  await sendText(member, '您好，想约个时间')
  await locateButton(member, '删除会话').click()
  await expectHotlineInDialog('delete conversation')
  await takeConversationPicture(member, '删除会话的对话框')
  await member.keyboard.press('Escape')
  await member.getByLabel('发送图片').setInputFiles('e2e/fixtures/bridge.png')
  await locatePictures(member).click()
  await expectHotlineInDialog('picture')
  await takeConversationPicture(member, '大图上的12356')

  await member.goto('/psychology/index?id=20')
  await locateButton(member, '举报').first().click()
  await expectHotlineInDialog('report')
  await takePicture(member, '举报', { widths: [375, 1440], isWhole: false })
  await member.goto(`/psychology/index?id=${await askQuestion(member, '想换一份工作')}`)
  await locateButton(member, '删除提问').click()
  await expectHotlineInDialog('delete question')
  await takePicture(member, '删除提问', { widths: [375], isWhole: false })

  await beginExam(member, await (await createExaminer(request)).open([await readAccountId(member)]))
  await locateButton(member, '交卷').click()
  await expectHotlineInDialog('hand in')
  await takePicture(member, '交卷确认', { widths: [375], isWhole: false })
})

test('the hotline is above the input of the chat, also above an open keyboard', async ({ page, open }) => {
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await locateMessageBox(member).focus()
  // the height that remains above a keyboard
  await member.setViewportSize({ width: 375, height: 430 })
  await expectHotlineInReach(member, 'keyboard')
  const hotline = (await member.locator('.chat-help a[href="tel:12356"]').boundingBox())!
  const field = (await locateMessageBox(member).boundingBox())!
  expect(hotline.height).toBeGreaterThanOrEqual(43.9)
  expect(hotline.y + hotline.height).toBeLessThanOrEqual(field.y + 1)
  await takeConversationPicture(member, '键盘上方的12356')
  // a help card shrinks instead of pushing the input out of view
  for (const send of [
    () => locateMessageBox(member).fill('我不想活了，药都准备好了'),
    () => locateMessageBox(member).press('Enter'),
  ]) {
    await send()
    await expect(member.getByRole('link', { name: '拨打120' })).toBeVisible()
    await expect(locateMessageBox(member)).toBeInViewport({ ratio: 1 })
    await expectHotlineInReach(member, 'keyboard and card')
  }
  await takeConversationPicture(member, '键盘上方的求助卡片')
  await member.setViewportSize({ width: 375, height: 812 })
  await takeConversationPicture(member, '输入框上方的12356')
  await expect(locateButton(member, '发送')).toBeVisible()
  await member.getByRole('link', { name: '关怀模式' }).click()
  await expect(member.getByRole('link', { name: '标准字号' })).toBeVisible()
  await expect(locateMessageBox(member)).toBeInViewport({ ratio: 1 })
  await expectHotlineInReach(member, 'larger text')
  await takeConversationPicture(member, '关怀模式')
})
