// Story of a lecture on a phone: the video stays above the chat, and makes room for the keyboard.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, test } from '../support/visitor.ts'
import { chinaTime, locateLine, streamPort, write } from './lecture-steps.ts'

const locateVideo = (page: Page) => page.locator('.lecture-video')
const locateField = (page: Page) => page.getByLabel('说点什么')
/** Pixels between the lower edge of the video and the upper edge of a part of the chat. */
async function measureGap(page: Page, part: Locator): Promise<number> {
  const [video, box] = await Promise.all([locateVideo(page).boundingBox(), part.boundingBox()])
  return box!.y - (video!.y + video!.height)
}

test('a listener on a phone sees the video and the chat together', async ({ open, request }) => {
  const call = await signInAsSecretariat(request)
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', {
    title: createUniqueText('手机'),
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-1),
    endTime: chinaTime(59),
    audience: 'public',
    credits: 1,
    neededMinutes: 1,
    slowSeconds: 0,
    streamUrl: `http://127.0.0.1:${streamPort}/phone.m3u8`,
  })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const member = await createMember(request)
  const page = await open({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
  // the signal is not there yet
  await page.route('**/phone.m3u8', (route) => route.fulfill({ body: '' }))
  await enterAs(page, member.username, member.password)
  await page.goto(`/lectures/detail?id=${id}`)
  await write(page, '晚上好')
  await expect(locateLine(page, '晚上好')).toBeVisible()
  // an open keyboard leaves no room for the video
  await expect(locateField(page)).toBeFocused()
  await expect(locateVideo(page)).toHaveCSS('position', 'relative')
  await locateField(page).blur()
  await expect(locateVideo(page)).toHaveCSS('position', 'sticky')
  await page.evaluate(() => document.querySelector('.lecture-room')!.scrollIntoView({ block: 'end' }))
  await expect(locateVideo(page)).toBeInViewport({ ratio: 1 })
  await expect(locateField(page)).toBeInViewport({ ratio: 1 })
  await expect(locateLine(page, '晚上好')).toBeInViewport()
  expect(await measureGap(page, locateField(page))).toBeGreaterThan(0)
  await takePicture(page, '讲座-手机', { widths: [375], isWhole: false })
  // the page is scrolled past the upper edge of the chat
  await page.evaluate(() => scrollBy(0, 180))
  const tabs = page.getByRole('button', { name: '聊天', exact: true })
  await expect(tabs).toBeInViewport({ ratio: 1 })
  await expect.poll(() => measureGap(page, tabs)).toBeGreaterThanOrEqual(0)
  expect(await measureGap(page, tabs)).toBeLessThan(4)
  await takePicture(page, '讲座-手机-下滑', { widths: [375], isWhole: false })
  await page.getByRole('button', { name: /^提问/ }).tap()
  await expect(page.getByRole('button', { name: /^提问/ })).toHaveAttribute('aria-pressed', 'true')
  await tabs.tap()
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '讲座-手机')
  // a window that the keyboard has shortened
  await page.setViewportSize({ width: 375, height: 400 })
  await locateField(page).focus()
  await locateField(page).scrollIntoViewIfNeeded()
  await expect(locateVideo(page)).toHaveCSS('position', 'relative')
  await expect(locateField(page)).toBeInViewport({ ratio: 1 })
})

test('a listener on a phone reads the chat of a lecture without a video below its tabs', async ({ open, request }) => {
  const call = await signInAsSecretariat(request)
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', {
    title: createUniqueText('无画面'),
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-1),
    endTime: chinaTime(59),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
    streamUrl: '',
  })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const member = await createMember(request)
  const page = await open({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
  await enterAs(page, member.username, member.password)
  await page.goto(`/lectures/detail?id=${id}`)
  await write(page, '晚上好')
  await expect(locateLine(page, '晚上好')).toBeVisible()
  await locateField(page).blur()
  const tabs = page.getByRole('button', { name: '聊天', exact: true })
  const [room, bar] = await Promise.all([page.locator('.lecture-room').boundingBox(), tabs.boundingBox()])
  expect(bar!.y - room!.y).toBeLessThan(8)
  await takePicture(page, '讲座-手机-没有画面', { widths: [375], isWhole: false })
})
