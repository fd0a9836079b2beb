// Stories of check-in: several devices without a network, reopened without a network, by session, and by camera.
// Chromium uses a film as the camera.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { goToCashier, locatePaidHeading, payAs } from './conference-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createPhone, test } from '../support/visitor.ts'

const film = path.resolve('test-results/check-in-camera.y4m')
const { launchOptions = {} } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})
// all stories share one film and one training course in progress
test.describe.configure({ mode: 'default' })

/** A course of the demo site that takes place now. */
const course = 3

/** The ticket of a demo account that has paid for the course and is not checked in yet. */
async function getTicket(page: Page, username: string): Promise<string> {
  await enterAs(page, username)
  const reply = await page.request.get(`/prod-api/activityUser/mine?activityId=${course}`)
  const { data } = (await reply.json()) as { data: { ticket: string; checkedInTime: string | null } }
  expect(data.ticket).toMatch(/^XQT\.\d+\.[\w-]{22}$/)
  expect(data.checkedInTime).toBeNull()
  return data.ticket
}

async function scan(device: Page, ticket: string): Promise<void> {
  await device.getByLabel('签到码').fill(ticket)
  await device.getByLabel('签到码').press('Enter')
}

async function openCheckIn(device: Page): Promise<void> {
  await enterAs(device, 'service')
  await device.goto(`/admin/door/${course}`)
  await expect(device.getByText('已联网')).toBeVisible()
  await expect(device.getByTestId('arrived')).toHaveText(/^\d+$/)
}

/** Ignores offline errors, which these stories cause on purpose. */
function forgetOffline(faults: string[]): void {
  const others = faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))
  faults.splice(0, faults.length, ...others)
}

test('two offline devices scan the same ticket, and it counts once', async ({ page, open, faults }) => {
  const ticket = await getTicket(page, 'doctor9')
  const devices = [await open(), await open()]
  for (const device of devices) await openCheckIn(device)
  const [first, second] = devices as [Page, Page]
  const before = Number(await first.getByTestId('arrived').textContent())
  for (const device of devices) {
    await device.context().setOffline(true)
    await scan(device, ticket)
    await expect(device.getByText('签到成功：非会员，师范大学心理学院')).toBeVisible()
    await expect(device.getByTestId('waiting')).toHaveText('1')
  }
  for (const device of devices) await device.context().setOffline(false)
  for (const device of devices) {
    await expect(device.getByTestId('waiting')).toHaveText('0', { timeout: 20_000 })
    await expect(device.getByTestId('arrived')).toHaveText(`${before + 1}`, { timeout: 20_000 })
  }
  await scan(second, ticket)
  await expect(second.getByText(/已于.+签到，请勿重复领取资料/)).toBeVisible()
  await scan(second, 'XQT.123456789.AAAAAAAAAAAAAAAAAAAAAA')
  await expect(second.getByText('无法识别')).toBeVisible()
  forgetOffline(faults)
})

test('a closed check-in screen reopens offline, and loses no data', async ({ page, open, faults }) => {
  const ticket = await getTicket(page, 'doctor10')
  const device = await open()
  await openCheckIn(device)
  await expect(device.getByText('本机已备好')).toBeVisible()
  await device.context().setOffline(true)
  await expect(device.getByText('离线，照常签到')).toBeVisible()
  await device.reload()
  await expect(device.getByText('离线，照常签到')).toBeVisible()
  await scan(device, ticket)
  await expect(device.getByText('签到成功：非会员，省精神卫生中心')).toBeVisible()
  // even the tab may be closed
  const again = await device.context().newPage()
  await device.close()
  await again.goto(`/admin/door/${course}`)
  await expect(again.getByTestId('waiting')).toHaveText('1')
  await again.context().setOffline(false)
  await expect(again.getByTestId('waiting')).toHaveText('0', { timeout: 20_000 })
  await expect(again.getByText('已联网')).toBeVisible()
  // no other part of the console is cached on the device
  await again.context().setOffline(true)
  await expect(again.goto('/admin/meetings')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  forgetOffline(faults)
})

test('a session has its own check-in and address', async ({ page, open }) => {
  const ticket = await getTicket(page, 'doctor11')
  const device = await open()
  await openCheckIn(device)
  await device.getByLabel('签到内容').click()
  await device.getByTitle(/安全计划与转介（1学分）/).click()
  await expect(device).toHaveURL(/\/admin\/door\/3\?session=\d+$/)
  await scan(device, ticket)
  await expect(device.getByText(/“安全计划与转介”签到成功/)).toBeVisible()
  await expect(device.getByTestId('waiting')).toHaveText('0')
  await device.reload()
  await scan(device, ticket)
  await expect(device.getByText(/在“安全计划与转介”签到$/)).toBeVisible()
  // it counts as a check-in to the meeting, too
  await device.goto(`/admin/door/${course}`)
  await expect(device.getByText('已联网')).toBeVisible()
  await scan(device, ticket)
  await expect(device.getByText(/已于.+签到，请勿重复领取资料/)).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(device, width)
    await expectAccessible(device, `签到 ${width}`)
  }
  await takePicture(device, '签到')
})

test('a walk-in of a special committee is registered with the committee', async ({ open }) => {
  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/registrations?meeting=${course}`)
  await locateButton(staffPage, '现场报名').click()
  const form = staffPage.getByRole('dialog')
  await form.getByLabel('姓名').fill('曲径')
  await form.getByLabel('单位').fill('市妇联')
  await form.getByLabel('手机').fill(createPhone())
  await form.getByLabel('参会身份').click()
  await staffPage.getByTitle('专业委员会委员', { exact: true }).click()
  await locateButton(staffPage, '收款、登记并签到').click()
  await expect(form.getByText('请选择专业委员会').last()).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(staffPage, width)
    await expectAccessible(staffPage, `现场报名 ${width}`)
  }
  await takePicture(staffPage, '现场报名', { isWhole: false })
  await form.getByLabel('专业委员会', { exact: true }).click()
  await staffPage.getByTitle('危机干预专业委员会').click()
  await locateButton(staffPage, '收款、登记并签到').click()
  await expect(staffPage.getByText('已收款、登记并签到')).toBeVisible()
  await expect(staffPage.getByRole('row').filter({ hasText: '曲径' })).toContainText('危机干预专业委员会')
})

test('check-in is closed before its days, and says when it opens', async ({ page, request, open }) => {
  await goToCashier(page, request)
  await payAs(page, 'success')
  await expect(locatePaidHeading(page)).toBeVisible({ timeout: 12_000 })
  await page.goto('/academic/payment')
  await locateButton(page, '签到码').click()
  await expect(page.getByRole('dialog').getByRole('img', { name: '签到二维码' })).toBeVisible()
  const ticket = (await page.getByTestId('ticket').textContent()) ?? ''
  const device = await open()
  await enterAs(device, 'service')
  await device.goto('/admin/door/1')
  const words = /^签到自\d{4}-\d\d-\d\d 00:00开始，现在还不能签到$/
  await expect(device.getByRole('alert').getByText(words)).toBeVisible()
  await scan(device, ticket)
  await expect(device.locator('.check-in-result')).toHaveText(/^钱来签到自.+开始，现在还不能签到$/)
  await expect(device.getByTestId('waiting')).toHaveText('0')
})

/** Makes a film of two seconds that shows this image, as input of the camera. */
async function shootFilm(page: Page, address: string): Promise<void> {
  const [width, height] = [640, 480]
  const grey = await page.evaluate(
    async ({ address: url, width: w, height: h }) => {
      const image = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(w, h)
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#8a8a8a'
      pen.fillRect(0, 0, w, h)
      pen.translate(w / 2, h / 2)
      pen.rotate(0.12)
      pen.drawImage(image, -150, -150, 300, 300)
      const { data } = pen.getImageData(0, 0, w, h)
      return Array.from({ length: w * h }, (_, i) => data[i * 4] ?? 0)
    },
    { address, width, height },
  )
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.from(grey),
    Buffer.alloc((width / 2) * (height / 2) * 2, 128),
  ])
  mkdirSync(path.dirname(film), { recursive: true })
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(film, Buffer.concat([head, ...Array.from({ length: 20 }, () => frame)]))
}

test('the camera reads a ticket, once', async ({ page, open }) => {
  await getTicket(page, 'doctor12')
  const own = await page.request.get(`/prod-api/activityUser/mine?activityId=${course}`)
  const { data } = (await own.json()) as { data: { id: number } }
  await page.goto('/academic/payment')
  await shootFilm(page, `/prod-api/activityUser/ticket?id=${data.id}`)
  const device = await open()
  await openCheckIn(device)
  await locateButton(device, '用摄像头扫码').click()
  await expect(device.getByText('签到成功：非会员，省人民医院心理科')).toBeVisible({ timeout: 20_000 })
  await expect(device.getByTestId('waiting')).toHaveText('0')
  await locateButton(device, '关闭摄像头').click()
  await expect(device.getByLabel('扫码画面')).toHaveCount(0)
})
