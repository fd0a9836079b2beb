// Story of two moderators of a lecture who change the pinned announcement at the same time.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { chinaTime, desktop } from './lecture-steps.ts'

/** A long announcement shows three lines, and the list of messages keeps its height. */
async function expectRoomForChat(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '展开公告' })).toHaveAttribute('aria-expanded', 'false')
  const [announcement, log] = await Promise.all([
    page.getByText(/^请先听讲/).boundingBox(),
    page.getByRole('log').boundingBox(),
  ])
  expect(announcement!.height).toBeLessThan(90)
  expect(log!.height).toBeGreaterThanOrEqual(160)
}

test('a moderator who changes an announcement sees that another has just changed it', async ({ open, request }) => {
  const call = await signInAsSecretariat(request)
  const lecture = {
    title: createUniqueText('公告'),
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-10),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
  }
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', { ...lecture, endTime: chinaTime(50) })
  const pages = await Promise.all([open({ viewport: { width: 375, height: 812 } }), open({ viewport: desktop })])
  const names = ['doctor9', 'doctor10'] as const
  await Promise.all(
    names.map((username) => call('POST', '/admin/lecture/moderator', { id, username, name: username, isAdded: true })),
  )
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const [he, lin] = pages
  await Promise.all(pages.map((page, i) => enterAs(page, names[i]!)))
  await Promise.all(pages.map((page) => page.goto(`/lectures/detail?id=${id}`)))
  await Promise.all(pages.map((page) => locateButton(page, '改公告').click()))

  const locateText = (page: typeof he) => page.getByRole('dialog').getByLabel('公告')
  await locateText(he).fill('材料在页面下方')
  await locateText(lin).fill('八点半开始答问')
  await locateButton(lin, '保存').click()
  await expect(he.getByText('另一位主持人刚刚把公告改为“八点半开始答问”。保存会换掉它。')).toBeVisible()
  await expect(locateText(he)).toHaveValue('材料在页面下方')
  await expectFitsWidth(he, 375)
  await expectAccessible(he, '讲座-公告已改')
  await takePicture(he, '讲座-公告已改')
  await locateText(he).fill('八点半开始答问，材料在页面下方')
  await locateButton(he, '换成我的').click()
  await expect(lin.getByText('八点半开始答问，材料在页面下方')).toBeVisible()

  // without a change, Escape loses no text
  await locateButton(lin, '改公告').click()
  await expect(locateText(lin)).toBeFocused()
  await lin.keyboard.press('Escape')
  await expect(locateText(lin)).toHaveCount(0)
  // a long announcement leaves room for the chat
  await locateButton(lin, '改公告').click()
  await locateText(lin).fill('请先听讲，再到“提问”里写下问题，讲完后一起回答。'.repeat(11))
  await locateButton(lin, '保存').click()
  await Promise.all(pages.map(expectRoomForChat))
  await takePicture(he, '讲座-长公告', { widths: [375] })
  await takePicture(lin, '讲座-长公告-宽屏', { widths: [1440] })
  await lin.getByRole('button', { name: '展开公告' }).click()
  await expect(lin.getByRole('button', { name: '收起公告' })).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(lin, '讲座-长公告')
  await takePicture(lin, '讲座-长公告-展开', { widths: [1440] })
})
