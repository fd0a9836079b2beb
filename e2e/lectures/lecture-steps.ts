// Steps of the stories of lectures: staff publish one, and people write and play.
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/checks.ts'
import { createUniqueText, locateDialog, openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, locateButton } from '../support/visitor.ts'

export const desktop = { width: 1440, height: 900 }
export const streamPort = Number(process.env.E2E_PORT ?? 3150) + 9

export const chinaTime = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
/** Types a time without seconds. */
async function pickTime(staff: Page, label: RegExp, time: string, key: 'Enter' | 'Tab'): Promise<void> {
  await staff.getByLabel(label).fill(time.slice(0, 16))
  await staff.getByLabel(label).press(key)
  await expect(staff.getByLabel(label)).toHaveValue(time.slice(0, 16))
}
export const locateLine = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: false })
export const locateMute = (page: Page) => page.getByRole('button', { name: /^禁言.*10分钟$/ })
export const openTab = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
export const write = async (page: Page, text: string) => {
  await page.getByLabel('说点什么').fill(text)
  await locateButton(page, '发送').click()
}
export const currentTime = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
/** True when the pictures of the video advance. */
export const isPlaying = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => !video.paused && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA)
export const play = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
  })

/** Runs in a page before its own scripts: counts the addresses of media sources in an attribute of the document. */
export function recordAddresses(): void {
  const create = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (source) => {
    const { dataset } = document.documentElement
    if (source instanceof MediaSource) dataset.addresses = `${Number(dataset.addresses ?? 0) + 1}`
    return create(source)
  }
}
export const countAddresses = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.addresses ?? 0))

/**
 * Publishes a lecture without a stream that has just begun, with doctor9 as its moderator.
 * @returns the address of its page
 */
export async function publishTalk(request: APIRequestContext, title: string, slowSeconds = 0): Promise<string> {
  const call = await signInAsSecretariat(request)
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', {
    title: createUniqueText(title),
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-1),
    endTime: chinaTime(59),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds,
  })
  await call('POST', '/admin/lecture/moderator', { id, username: 'doctor9', name: '何医生', isAdded: true })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  return `/lectures/detail?id=${id}`
}

/** Opens the lecture on a phone, as a new member. */
export async function openAsListener(page: Page, request: APIRequestContext, address: string): Promise<void> {
  const { username, password } = await createMember(request)
  await page.setViewportSize({ width: 375, height: 812 })
  await enterAs(page, username, password)
  await page.goto(address)
}

/** Creates a lecture in the console that has just begun, appoints doctor9, and publishes it. */
export async function publishLecture(staff: Page, title: string, origin: string): Promise<number> {
  await openConsole(staff, '/lectures')
  await locateButton(staff, '新建讲座').click()
  await locateButton(staff, '保存').click()
  await expect(staff.getByText('请输入讲座名称')).toBeVisible()
  await staff.getByLabel('讲座名称').fill(title)
  await staff.getByLabel('讲者').fill('何医生 副主任医师')
  await staff.getByLabel('一句话介绍').fill('和情绪好好相处')
  await staff.getByLabel('讲座介绍').fill('一、认识情绪；\n二、三个小练习。')
  await pickTime(staff, /^开始时间/, chinaTime(-1), 'Enter')
  await pickTime(staff, /^结束时间/, chinaTime(59), 'Tab')
  await staff.getByLabel('学分', { exact: true }).fill('1')
  await staff.getByLabel('记学分所需的观看分钟数').fill('1')
  await staff.getByLabel(/^慢速模式/).fill('0')
  await staff.getByLabel(/^置顶公告/).fill('请文明发言')
  await staff.getByLabel(/^直播地址/).fill('https://elsewhere.example/live.m3u8')
  await locateButton(staff, '保存').click()
  await expect(staff.getByText(/只能用这些来源的直播地址/)).toBeVisible()
  await staff.getByLabel(/^直播地址/).fill('')
  await expect(staff.getByText(/只能用这些来源的直播地址/)).toHaveCount(0)
  await staff.getByLabel(/^直播地址/).fill('rtmp://stream.example/live')
  await pickTime(staff, /^结束时间/, chinaTime(-2), 'Tab')
  await locateButton(staff, '保存').click()
  await expect(staff.getByText(/地址要以http或https开头/)).toBeVisible()
  await expect(staff.getByText('结束时间要晚于开始时间')).toBeVisible()
  await takePicture(staff, '后台-讲座-两处不对')
  await pickTime(staff, /^结束时间/, chinaTime(59), 'Tab')
  await staff.getByLabel(/^直播地址/).fill(`${origin}/page`)
  await locateButton(staff, '保存').click()
  await expect(staff.getByText(/打开的不是直播流/)).toBeVisible()
  await takePicture(staff, '后台-讲座-地址不对')
  await staff.getByLabel(/^直播地址/).fill(`${origin}/replay.m3u8`)
  await locateButton(staff, '保存').click()
  await expect(staff.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await locateButton(staff, '发布').click()
  await expect(locateDialog(staff).getByText(/还没有主持人/)).toBeVisible()
  await expect(locateDialog(staff).getByText(/^开始时间已过：发布后马上开播/)).toBeVisible()
  await takePicture(staff, '后台-讲座-发布没有主持人')
  await locateDialog(staff).getByRole('button', { name: '取消', exact: true }).click()
  await staff.getByLabel('主持人账号').fill('doctor9')
  await staff.getByLabel(/^聊天室里显示的名字/).fill('何医生')
  await locateButton(staff, '添加主持人').click()
  await expect(staff.getByText('账号 doctor9')).toBeVisible()
  await locateButton(staff, '发布').click()
  await locateDialog(staff).getByRole('button', { name: '发布', exact: true }).click()
  await expect(staff.getByText('已发布')).toBeVisible()
  await expectAccessible(staff, '后台-讲座')
  await takePicture(staff, '后台-讲座')
  return Number(/\/lectures\/(\d+)/.exec(staff.url())![1])
}
