// Stories of the size of controls in the chat: fingers need 44 pixels on a phone, a mouse 32 on a desktop.
import type { Page } from '@playwright/test'
import {
  agreeToChat,
  desktop,
  findText,
  locateLog,
  locateMessageBox,
  openConversation,
  phone,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../support/group-steps.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

const controls = 'button, a[href], input, textarea, select, summary, [role=option]'

/** The visible controls in this part of the page whose target is lower or narrower than `min` pixels. */
const listSmallControls = (page: Page, min: number, part = 'body') =>
  page.locator(part).evaluate(
    (root, [selector, minSize]) =>
      [...root.querySelectorAll<HTMLElement>(selector)].flatMap((control) => {
        // a label around a field is its target
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
        const isShown = control.checkVisibility() && control.closest('.sr-only, footer') === null
        // links to skip parts are visible with the focus only
        const isHidden = width <= 1 || height <= 1
        const name = control.getAttribute('aria-label') ?? control.getAttribute('title') ?? control.textContent
        const size = `${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10}`
        return isShown && !isHidden && Math.min(width, height) < minSize - 0.5 ? [`${name.trim()}: ${size}`] : []
      }),
    [controls, min] as const,
  )

/** Resolves once the page has drawn two frames. */
const waitForFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  )

async function expectLargeControls(page: Page): Promise<void> {
  for (const [viewport, min] of [
    [desktop, 32],
    [phone, 44],
  ] as const) {
    await page.setViewportSize(viewport)
    // the components adapt to a new width one frame after the resize
    await waitForFrames(page)
    expect.soft(await listSmallControls(page, min), `${viewport.width} px`).toEqual([])
  }
}

test('finds a control that is too small', async ({ page }) => {
  await page.setContent(
    '<main><button style="width:60px;height:24px">撤回</button><button style="width:60px;height:50px">好</button></main>',
  )
  expect(await listSmallControls(page, 32)).toEqual(['撤回: 60 x 24'])
})

test('a person reaches every control of a conversation and of the list', async ({ page, open }) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor6')
  await expectLargeControls(member)
  await agreeToChat(member)
  await sendText(member, '老师您好，想请教一件事')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await locateMessageBox(member).fill('还没写完')
  await expectLargeControls(member)
  await doctor.goto(`/im/index?to=${memberAccid}`)
  await expect(findText(doctor, '老师您好，想请教一件事')).toBeVisible()
  await expectLargeControls(doctor)
  await member.goto('/im/index')
  for (const name of ['通知', '消息']) {
    await member
      .locator('header summary')
      .and(member.getByLabel(name, { exact: true }))
      .click()
    await expectLargeControls(member)
  }
  await expect(member.getByRole('navigation', { name: '会话' }).getByText('还没写完')).toBeVisible()
  await expectLargeControls(member)
})

test('a person reaches every control of a group', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const { page } = owner
  await openGroup(owner, group)
  await sendFromDevice(members[0]!, group, '这周读哪一章')
  await expect(findText(page, '这周读哪一章')).toBeVisible()
  await page.locator('.chat-line', { hasText: '这周读哪一章' }).hover()
  await page.getByRole('button', { name: /^回复这条消息，/ }).click()
  await sendText(page, '第三章')
  await expect(locateLog(page).getByText('已送达')).toBeVisible()
  await expect(page.getByRole('button', { name: '撤回' }).first()).toBeVisible()
  await page.locator('.chat-line', { hasText: '这周读哪一章' }).first().hover()
  await page
    .getByRole('button', { name: /^回复这条消息，/ })
    .first()
    .click()
  await takeConversationPicture(page, '小组的按钮')
  await expectLargeControls(page)
  await takeConversationPicture(page, '小组的按钮')
  await locateButton(page, '小组信息').click()
  await expect(page.getByRole('region', { name: '小组信息' })).toBeVisible()
  await expectLargeControls(page)
  closeDevices(group)
})
