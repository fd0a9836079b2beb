// Story of a booked hour as its two people live it, from before the waiting room opens to after it has closed.
import { moveBooking, openSides } from '../support/booking-call-steps.ts'
import { allowed, callLaunch, expectFlowOfAll, readOpenTracks } from '../support/call-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

const intake = { contactName: '王桂芬', contactPhone: '13800001234' }
const screen = { isWhole: false }

test('two people live a booked hour, from the closed waiting room to the record of their call', async ({
  page,
  open,
}) => {
  test.setTimeout(300_000)
  const { client, doctor, id, room } = await openSides(page, open, { counsellorId: 10, minutes: 30, intake })
  const sides = [client, doctor]

  // before the waiting room opens
  await client.goto('/booking/index')
  await expect(client.getByText('已预约', { exact: true })).toBeVisible()
  await takePicture(client, '咨询-1-我的预约')
  await client.getByRole('link', { name: '进入通话等候室' }).click()
  await doctor.goto('/booking/index?tab=2')
  await takePicture(doctor, '咨询-1-来访预约')
  await doctor.locator(`a[href="${room}"]`).click()
  for (const side of sides) await expect(side.getByText(/等候室在.*开放/)).toBeVisible()
  await takePicture(client, '咨询-2-来访者早到')
  await takePicture(doctor, '咨询-2-咨询师早到')

  // the open pages notice that the room opens
  await moveBooking(id, 8)
  await expect(client.getByText('咨询师已经到了')).toBeVisible()
  await expect(doctor.getByText('来访者已进入等候室，正在检查设备')).toBeVisible()
  await client.context().grantPermissions(allowed.permissions)
  await locateButton(client, '打开摄像头和麦克风').click()
  await expect(doctor.getByText('来访者已在等候室。')).toBeVisible()
  await expectAccessible(doctor, '等候室')
  await takePicture(client, '咨询-3-来访者等候')
  await takePicture(doctor, '咨询-3-咨询师等候')

  await locateButton(doctor, '呼叫').click()
  await locateButton(client, '视频接听（打开摄像头）').click()
  await expectFlowOfAll(sides)
  await takePicture(client, '咨询-4-来访者通话', screen)
  await takePicture(doctor, '咨询-4-咨询师通话', screen)
  await locateButton(doctor, '查看紧急联系人').click()
  await expect(doctor.getByText('紧急联系人：王桂芬')).toBeVisible()
  await expect(doctor.getByRole('link', { name: '13800001234' })).toBeVisible()
  await expectFitsWidth(doctor, 320)
  await takePicture(doctor, '咨询-5-紧急联系人', screen)

  await client.reload()
  await expectFlowOfAll(sides)
  await expect(client.getByText('线路良好')).toBeVisible()
  await takePicture(client, '咨询-6-刷新之后', screen)

  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  for (const side of sides) await expect(side.getByText(/通话时长 \d+:\d\d/)).toBeVisible()
  await takePicture(client, '咨询-7-来访者挂断后')
  await takePicture(doctor, '咨询-7-咨询师挂断后')
  for (const side of sides) {
    await side.getByRole('link', { name: '返回聊天' }).click()
    await expect(side.getByText(/视频通话 \d+:\d\d/).last()).toBeVisible()
  }
  await takePicture(client, '咨询-8-来访者聊天', screen)
  await takePicture(doctor, '咨询-8-咨询师聊天', screen)

  // after the waiting room has closed
  await moveBooking(id, -70)
  for (const side of sides) {
    await side.goto(room)
    await expect(side.getByText('这次咨询已结束')).toBeVisible()
    await expect(locateButton(side, '打开摄像头和麦克风')).toHaveCount(0)
    await expect(side.getByRole('region', { name: '设备检查' })).toHaveCount(0)
    expect(await readOpenTracks(side)).toBe(0)
  }
  await takePicture(client, '咨询-9-来访者太晚')
  await takePicture(doctor, '咨询-9-咨询师太晚')
  await doctor.goto('/booking/index?tab=2')
  await expect(doctor.getByText(/已通话 \d+:\d\d/).first()).toBeVisible()
  await takePicture(doctor, '咨询-10-来访预约')
  await client.goto('/booking/index')
  await takePicture(client, '咨询-10-我的预约')
})
