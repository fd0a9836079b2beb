// Story of a call with several cameras, microphones and loudspeakers, whose choice the browser remembers.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { callLaunch, expectFlow, fakeDevices, openCallers, startCall } from '../support/call-steps.ts'
import { desktop, phone } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'
import type { Page } from '@playwright/test'

test.use({
  trace: 'off',
  launchOptions: {
    ...callLaunch,
    args: [...callLaunch.args.filter((arg) => !arg.startsWith(fakeDevices)), `${fakeDevices}=device-count=3,fps=5`],
  },
})

/** Gives the page two loudspeakers, because test machines have none. `data-speaker` names the one that it chooses. */
const addSpeakers = (page: Page) =>
  page.addInitScript(() => {
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
    navigator.mediaDevices.enumerateDevices = async () => {
      const speakers = ['内置扬声器', '蓝牙耳机'].map((label, i) => ({
        kind: 'audiooutput',
        deviceId: `speaker-${i}`,
        groupId: '',
        label,
        toJSON: () => ({}),
      })) as MediaDeviceInfo[]
      return [...(await list()).filter(({ kind }) => kind !== 'audiooutput'), ...speakers]
    }
    HTMLMediaElement.prototype.setSinkId = function setSinkId(id) {
      this.dataset.speaker = id
      return Promise.resolve()
    }
  })

const readCamera = (page: Page) =>
  page.getByLabel('我的画面').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    return track!.label
  })

test('a client chooses camera and loudspeaker in a call, and finds them again in the next one', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor10')
  const { client, doctor } = callers
  await addSpeakers(client)
  await startCall(callers, '视频通话')
  await expectFlow(doctor)
  const before = await readCamera(client)
  await locateButton(client, '设备').click()
  await expect(locateButton(client, '设备')).toHaveAttribute('aria-expanded', 'true')
  const camera = client.getByLabel(/^摄像头/)
  await camera.focus()
  await client.keyboard.press('Escape')
  await expect(camera).toHaveCount(0)
  await expect(locateButton(client, '设备')).toBeFocused()
  await client.keyboard.press('Enter')
  await expect(camera).toBeVisible()
  const names = await camera.locator('option').allTextContents()
  expect(names).toHaveLength(3)
  // the second made-up camera has a format that Chromium does not send
  const other = names[2]!
  await camera.selectOption(other)
  await expect.poll(() => readCamera(client)).toBe(other)
  await expect(camera).toHaveValue(/./)
  await client.getByLabel('扬声器').selectOption('蓝牙耳机')
  await expect(client.locator('audio')).toHaveAttribute('data-speaker', 'speaker-1')
  await expectFlow(doctor)
  for (const viewport of [desktop, phone]) {
    await client.setViewportSize(viewport)
    await takePicture(client, '通话-设备', { widths: [viewport.width], isWhole: false })
  }
  await expectFitsWidth(client, 320)
  await client.setViewportSize(phone)
  await expectAccessible(client, '通话-设备')
  await expect(locateButton(client, '挂断')).toBeInViewport({ ratio: 1 })

  // the camera is chosen while it is off as well, and stays off
  await locateButton(client, '关闭摄像头').click()
  await camera.selectOption(before)
  await expect(locateButton(client, '打开摄像头')).toBeVisible()
  await camera.selectOption(other)
  await locateButton(client, '挂断').click()

  await doctor.goto(`/im/index?to=${callers.clientAccid}`)
  await client.goto(`/im/index?to=${callers.doctorAccid}`)
  await startCall(callers, '视频通话')
  await expect(client.getByLabel('我的画面')).toBeVisible()
  await expect.poll(() => readCamera(client)).toBe(other)
  await expect(client.locator('audio')).toHaveAttribute('data-speaker', 'speaker-1')
  await locateButton(client, '挂断').click()
})
