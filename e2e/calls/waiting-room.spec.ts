// Stories of online consultations: the waiting room of both sides, the call, and its end.
import { expireCall, moveBooking, openSides } from '../support/booking-call-steps.ts'
import { allowed, callLaunch, expectFlowOfAll } from '../support/call-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { getAccid } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

test('both sides of a consultation meet in the waiting room, and its record is at the booking', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const { client, doctor, id, room } = await openSides(page, open, { counsellorId: 12, minutes: 30 })
  await client.goto(room)
  await expect(client.getByText(/等候室在.*开放/)).toBeVisible()
  await takePicture(client, '等候室-尚未开放')
  // the consultation began an hour ago, so that its call must end within minutes
  await moveBooking(id, -61)
  await doctor.goto(room)
  await expect(doctor.getByText('来访者已进入等候室，正在检查设备')).toBeVisible()
  await expect(client.getByText('咨询师已经到了')).toBeVisible()
  await expectAccessible(client, '等候室')
  await takePicture(client, '等候室-来访者-设备')
  await takePicture(doctor, '等候室-咨询师-来访者检查设备')
  await client.context().grantPermissions(allowed.permissions)
  await locateButton(client, '打开摄像头和麦克风').click()
  await expect(doctor.getByText('来访者已在等候室。')).toBeVisible()
  await takePicture(client, '等候室-来访者')
  await takePicture(doctor, '等候室-咨询师')

  await locateButton(doctor, '呼叫').click()
  await expect(client.getByRole('alert').filter({ hasText: /^(?!对方).+邀请您视频通话/ })).toBeVisible()
  await takePicture(client, '等候室-来电')
  await locateButton(client, '视频接听（打开摄像头）').click()
  await expectFlowOfAll([doctor, client])
  await expect(doctor.getByText('林女士')).toHaveCount(0)
  await locateButton(doctor, '查看紧急联系人（监护人）').click()
  await expect(doctor.getByText('紧急联系人（监护人）：林女士')).toBeVisible()
  await expect(client.getByText('紧急联系人')).toHaveCount(0)
  for (const side of [doctor, client]) await expect(side.getByRole('timer', { name: '剩余时间' })).toBeVisible()
  await takePicture(doctor, '等候室-通话-咨询师', { isWhole: false })
  await takePicture(client, '等候室-通话-来访者', { isWhole: false })

  await doctor.reload()
  await expectFlowOfAll([doctor, client])
  await expect(locateButton(doctor, '查看紧急联系人（监护人）')).toBeVisible()
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await takePicture(client, '等候室-结束')
  await client.getByRole('link', { name: '返回等候室' }).click()
  await expect(client.getByText(/^预约时间：/)).toBeVisible()
  await doctor.goto('/booking/index?tab=2')
  await expect(doctor.getByText(/已通话 \d+:\d\d，直接连接/).first()).toBeVisible()
})

test('a consultation of an adult that begins in the chat keeps the contact, and ends when its time is up', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const intake = { contactName: '赵先生', contactPhone: '13900005678' }
  const { client, doctor } = await openSides(page, open, { counsellorId: 9, minutes: -5, intake })
  await client.context().grantPermissions(allowed.permissions)
  const accid = await getAccid(client)
  await client.goto('/im/index')
  await doctor.goto(`/im/call?with=${accid}&video=1`)
  await locateButton(doctor, '呼叫').click()
  await client.getByRole('alert', { name: '来电' }).getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll([doctor, client])
  await locateButton(doctor, '查看紧急联系人').click()
  await expect(doctor.getByText('紧急联系人：赵先生')).toBeVisible()
  await expect(doctor.getByRole('link', { name: '13900005678' })).toBeVisible()
  await takePicture(doctor, '通话-紧急联系人', { isWhole: false })
  await expect(doctor).toHaveURL(/channel=\d+&booking=\d+/)
  await expectFitsWidth(doctor, 320)
  await expireCall(new URL(doctor.url()).searchParams.get('channel')!)
  for (const side of [doctor, client])
    await expect(side.getByRole('heading', { name: '时间到了，通话已结束' })).toBeVisible()
  await expect(client.getByRole('link', { name: '返回等候室' })).toBeVisible()
  // the number is needed most when the call has ended
  await expect(doctor.getByRole('link', { name: '13900005678' })).toBeVisible()
  await takePicture(doctor, '通话-时间到了')
})
