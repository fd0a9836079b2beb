// Stories of calls between two browsers with made-up cameras: ringing, talking, and the end.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { callLaunch, expectFlowOfAll, openCallers, readOpenTracks } from '../support/call-steps.ts'
import { expectStreams } from '../support/group-call-steps.ts'
import { locateLog } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off', launchOptions: callLaunch })

test('a counsellor calls a client from the chat, and they see and hear each other', async ({ page, open }) => {
  const { client, doctor } = await openCallers(page, open, 'doctor11')
  await doctor.getByRole('link', { name: '视频通话' }).click()
  await expect(doctor.getByLabel('我的画面')).toBeVisible()
  await expectAccessible(doctor, '设备检查')
  await takePicture(doctor, '通话-设备检查')
  await locateButton(doctor, '呼叫').click()
  await expect(doctor.getByText('正在呼叫来访者')).toBeVisible()
  await expect(locateButton(doctor, '取消呼叫')).toBeFocused()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toContainText('邀请您视频通话')
  await takePicture(client, '通话-来电', { isWhole: false })
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll([doctor, client])
  for (const side of [doctor, client]) {
    await expect(side.locator('.call-head h2')).toBeFocused()
    await side.keyboard.press('Tab')
    await expect(locateButton(side, '静音')).toBeFocused()
  }
  await expect(doctor.getByText('线路良好')).toBeVisible()
  await expectAccessible(client, '通话')
  await expectFitsWidth(client, 320)
  await takePicture(client, '通话-进行', { isWhole: false })
  await takePicture(doctor, '通话-进行-咨询师', { isWhole: false })

  await locateButton(client, '静音').click()
  await expect(doctor.getByText('对方已静音')).toBeVisible()
  await expectStreams(doctor, { pictures: 1, sounds: 0 })
  await locateButton(client, '关闭摄像头').click()
  await expect(doctor.getByText('对方没有打开摄像头')).toBeVisible()
  await expectStreams(doctor, { pictures: 0, sounds: 0 })
  await locateButton(client, '打开摄像头').click()
  await expect(doctor.getByText('对方没有打开摄像头')).toHaveCount(0)
  await locateButton(client, '取消静音').click()
  await expectStreams(doctor, { pictures: 1, sounds: 1 })

  await locateButton(client, '挂断').click()
  await expect(client.getByRole('heading', { name: '通话已结束' })).toBeVisible()
  await expect(doctor.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await expect(doctor.getByText(/^通话时长 \d+:\d\d$/)).toBeVisible()
  for (const side of [client, doctor]) expect(await readOpenTracks(side)).toBe(0)
  await takePicture(client, '通话-结束')
  await client.getByRole('link', { name: '返回聊天' }).click()
  await expect(client).toHaveURL(/\/im\/index\?to=/)
  await expect(locateLog(client).getByText(/^视频通话 \d+:\d\d$/)).toBeVisible()
})
