// Stories of what is sent in a call: voice only, a shared screen, a poor link, and another device.
import {
  callLaunch,
  expectFlow,
  expectFlowOfAll,
  expectNewPath,
  openCallers,
  readMainColour,
  readFlow,
  readLineNames,
  startCall,
} from '../support/call-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateLog } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

test('two people speak without pictures, and the browser may refuse to play sound at first', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor6')
  const { client, doctor } = callers
  await client.addInitScript(() => {
    let isAllowed = false
    // oxlint-disable-next-line unbound-method -- called with its element
    const original = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function play() {
      if (this.muted || isAllowed) return original.call(this)
      return Promise.reject(new DOMException('play() needs a gesture', 'NotAllowedError'))
    }
    addEventListener('click', ({ target }) => (isAllowed ||= (target as Element).closest('.call-play') !== null), true)
  })
  await startCall(callers, '语音通话')
  await Promise.all([doctor, client].map((side) => expectFlow(side, { hasVideo: false })))
  expect((await readFlow(client)).frames).toBe(0)
  for (const side of [doctor, client]) await expect(side.locator('.call-blank')).toHaveText('语音通话')
  await takePicture(client, '通话-点击播放声音', { isWhole: false })
  await locateButton(client, '点击播放声音').click()
  await expect(locateButton(client, '点击播放声音')).toHaveCount(0)
  await expect.poll(() => client.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(false)
  await expectAccessible(client, '语音通话')
  await takePicture(doctor, '语音通话', { isWhole: false })
  await locateButton(doctor, '挂断').click()
  await client.getByRole('link', { name: '返回聊天' }).click()
  await expect(locateLog(client).getByText(/^语音通话 \d+:\d\d$/)).toBeVisible()
  await takePicture(client, '聊天-通话记录', { isWhole: false })
})

test('a counsellor shares the screen, and goes back to the camera', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor7')
  const { client, doctor } = callers
  // the made-up screen of the browser looks like its made-up camera, which is green
  await doctor.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')!
      context.fillStyle = 'blue'
      setInterval(() => context.fillRect(0, 0, canvas.width, canvas.height), 50)
      return canvas.captureStream(20)
    }
  })
  await startCall(callers, '视频通话')
  await expectFlowOfAll([doctor, client])
  await expect.poll(() => readMainColour(client), { timeout: 30_000 }).toBe('green')
  await locateButton(doctor, '共享屏幕').click()
  await expect(locateButton(doctor, '停止共享')).toBeVisible()
  await expect(client.getByText('对方正在共享屏幕')).toBeVisible()
  await expect(doctor.getByText('您正在共享屏幕，对方看得到')).toBeVisible()
  await expectFlow(client)
  await expect.poll(() => readMainColour(client), { timeout: 30_000 }).toBe('blue')
  await expectFitsWidth(client, 320)
  await takePicture(client, '通话-共享屏幕-来访者', { isWhole: false })
  await takePicture(doctor, '通话-共享屏幕', { isWhole: false })
  await locateButton(doctor, '停止共享').click()
  await expect(client.getByText('对方正在共享屏幕')).toHaveCount(0)
  await expect.poll(() => readMainColour(client), { timeout: 30_000 }).toBe('green')
  await expectFlow(client)

  // a reload ends the sharing, and leaves the camera off although it was on before
  await locateButton(doctor, '共享屏幕').click()
  await expect(client.getByText('对方正在共享屏幕')).toBeVisible()
  await doctor.reload()
  await expect(locateButton(doctor, '打开摄像头')).toBeVisible()
  await expect(client.getByText('对方没有打开摄像头')).toBeVisible()
  await expectFlow(client, { hasVideo: false })
  await expect(locateButton(doctor, '打开摄像头')).toBeVisible()
})

test('a client answers a video call by voice, and turns the camera on later', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor8')
  const { client, doctor } = callers
  await doctor.getByRole('link', { name: '视频通话', exact: true }).click()
  await locateButton(doctor, '呼叫').click()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar.getByRole('link', { name: '视频接听' })).toBeVisible()
  await expectFitsWidth(client, 320)
  await takePicture(client, '通话-视频来电', { isWhole: false })
  await bar.getByRole('link', { name: '语音接听' }).click()
  await expectFlow(doctor, { hasVideo: false })
  await expect(doctor.getByText('对方没有打开摄像头')).toBeVisible()
  await expect(client.getByLabel('我的画面')).toHaveCount(0)
  await expectFlow(client)
  // a camera that is refused leaves the button that hangs up, and the hotline, in sight
  await client.setViewportSize({ width: 375, height: 740 })
  await client.evaluate(() => {
    const { mediaDevices } = navigator
    const original = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async () => {
      mediaDevices.getUserMedia = original
      throw new DOMException('for this story', 'NotAllowedError')
    }
  })
  await locateButton(client, '打开摄像头').click()
  await expect(client.getByRole('alert').filter({ hasText: '没有获得使用摄像头的权限' })).toBeVisible()
  await takePicture(client, '通话-摄像头被拒绝-手机', { isWhole: false })
  await expect(locateButton(client, '挂断')).toBeInViewport({ ratio: 1 })
  await expect(client.locator('.call-help')).toBeInViewport({ ratio: 1 })
  await locateButton(client, '打开摄像头').click()
  await expect(doctor.getByText('对方没有打开摄像头')).toHaveCount(0)
  await expectFlow(doctor)
  await locateButton(client, '挂断').click()
  await expect(client.getByRole('heading', { name: '通话已结束' })).toBeVisible()
})

test('a client takes a running call over to another device', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor5')
  const { client, doctor } = callers
  await startCall(callers, '视频通话')
  await expectFlowOfAll([doctor, client])
  await locateButton(client, '静音').click()
  await expect(doctor.getByText('对方已静音')).toBeVisible()
  const other = await open({
    permissions: ['camera', 'microphone'],
    storageState: await client.context().storageState(),
  })
  await other.goto('/im/index')
  const bar = other.getByRole('region', { name: '进行中的通话' })
  await takePicture(other, '聊天-进行中的通话', { isWhole: false })
  await bar.getByRole('link', { name: '回到通话' }).click()
  await expect(locateButton(other, '转到此设备')).toBeVisible()
  await takePicture(other, '通话-转到此设备')
  await locateButton(other, '转到此设备').click()
  await expect(client.getByRole('heading', { name: '通话已转到您的另一台设备' })).toBeVisible()
  await takePicture(client, '通话-已转到另一台设备')
  await expect(other.getByText('线路良好')).toBeVisible()
  // muted as on the first device, and unseen as in the preview
  await expect(locateButton(other, '取消静音')).toBeVisible()
  await expect(locateButton(other, '打开摄像头')).toBeVisible()
  await expect(doctor.getByText('对方已静音')).toBeVisible()
  await expect(doctor.getByText('对方没有打开摄像头')).toBeVisible()
  await locateButton(other, '取消静音').click()
  await locateButton(other, '打开摄像头').click()
  await expectFlow(doctor)
  // the first device takes the call back, and the other one asks after a reload
  await client.getByRole('link', { name: '转回此设备' }).click()
  await locateButton(client, '打开摄像头').click()
  await expect(client.getByLabel('我的画面')).toBeVisible()
  await locateButton(client, '转到此设备').click()
  await expect(other.getByRole('heading', { name: '通话已转到您的另一台设备' })).toBeVisible()
  await expectFlowOfAll([doctor, client])
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await expect(other.getByRole('heading', { name: '通话已结束' })).toBeVisible({ timeout: 30_000 })
  await expect(other.getByRole('link', { name: '转回此设备' })).toHaveCount(0)
  const lengths = [doctor, client, other].map((side) => side.getByText(/^通话时长/).textContent())
  expect(new Set(await Promise.all(lengths)).size).toBe(1)
  await takePicture(other, '通话-转移后结束')
})

test('the network of a side changes, and the same connection takes a new path', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor9')
  const { client, doctor } = callers
  await startCall(callers, '视频通话')
  await expectFlowOfAll([doctor, client])
  const changes = [
    () => dispatchEvent(new Event('online')),
    // a phone leaves the Wi-Fi; a browser on a desktop names no type
    () => {
      const { connection: network } = navigator as Navigator & { connection: EventTarget }
      Object.defineProperty(network, 'type', { value: 'cellular' })
      network.dispatchEvent(new Event('change'))
    },
  ]
  for (const side of [client, doctor]) {
    for (const change of changes) {
      const before = await readLineNames(side)
      await side.evaluate(change)
      await expectNewPath(side, before)
      await expectFlowOfAll([doctor, client])
    }
  }
  for (const side of [client, doctor]) await expect(side.getByText('线路良好')).toBeVisible()
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
})
