// Stories of calls with a camera that is missing, and with devices that another program uses.
import type { Page } from '@playwright/test'
import { allowed, callLaunch } from '../support/call-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ launchOptions: callLaunch, ...allowed })

/** A browser that refuses the camera, or both devices, with this error. */
const refuseDevices = (page: Page, name: string, isAudioRefused: boolean) =>
  page.addInitScript(
    ([errorName, refusesAudio]) => {
      const devices = navigator.mediaDevices
      const open = devices.getUserMedia.bind(devices)
      devices.getUserMedia = (constraints) =>
        constraints?.video || refusesAudio
          ? Promise.reject(new DOMException('for this story', errorName))
          : open(constraints)
    },
    [name, isAudioRefused] as const,
  )

test('a counsellor without a camera speaks by voice', async ({ page }) => {
  await refuseDevices(page, 'NotFoundError', false)
  await enterAs(page, 'doctor4')
  await page.goto('/im/call?with=someone&video=1')
  await expect(page.getByText('没有找到摄像头，可以先用语音通话。')).toBeVisible()
  await expect(page.getByText('摄像头没有打开，对方只能听到您的声音')).toBeVisible()
  await expect(locateButton(page, '呼叫')).toBeEnabled()
  await expectAccessible(page, '没有摄像头')
  await takePicture(page, '通话-没有摄像头')
})

test('a counsellor whose devices are in use learns it', async ({ page }) => {
  await refuseDevices(page, 'NotReadableError', true)
  await enterAs(page, 'doctor4')
  await page.goto('/im/call?with=someone&video=1')
  await expect(
    page.getByText('麦克风或摄像头打不开，可能正被其他程序使用。请关闭那个程序，或换一个浏览器，然后重试。'),
  ).toBeVisible()
  await expect(locateButton(page, '重试')).toBeVisible()
  await expect(locateButton(page, '呼叫')).toHaveCount(0)
  await takePicture(page, '通话-设备被占用')
})
