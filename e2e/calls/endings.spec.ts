// Stories of calls that do not take place, or end without a farewell.
import { callLaunch, expectFlowOfAll, joinCallers, openCallers, startCall } from '../support/call-steps.ts'
import { expectAccessible } from '../support/checks.ts'
import { locateLog, phone, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

test('a client at risk does not answer, and both sides find the call in their conversation', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { client, doctor } = await openCallers(page, open, 'doctor2')
  await sendText(client, '活着真的没意思，我不想活了')
  const crisis = doctor.getByRole('region', { name: '危机应对' })
  await expect(locateButton(doctor, '怎么应对')).toBeVisible({ timeout: 30_000 })
  const level = (await crisis.locator('p').first().textContent())!
  await doctor.getByRole('link', { name: '视频通话' }).click()
  // the pages of the call show the level in the words of the conversation
  await expect(crisis).toContainText(level)
  await expect(crisis.getByRole('button', { name: '呼叫值班人员' })).toBeVisible()
  await locateButton(doctor, '怎么应对').click()
  await expect(crisis.getByRole('heading', { name: '问：平和、直接' })).toBeVisible()
  await locateButton(doctor, '收起').click()
  // the second click of a double click must not cancel the call
  await locateButton(doctor, '呼叫').dblclick()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toBeVisible()
  await expect(bar).toContainText('不录音、不录像；对方可能看到您的网络地址')
  await expect(crisis).toContainText(level)
  await takePicture(doctor, '通话-正在呼叫')
  await expect(doctor.getByRole('heading', { name: '对方没有接听' })).toBeVisible({ timeout: 90_000 })
  await expect(bar).toHaveCount(0)
  await expect(locateLog(client).getByText('视频通话 未接听')).toBeVisible()
  await expect(doctor.getByText('来访者没有接听。对方有未结束的危机提醒')).toBeVisible()
  await expectAccessible(doctor, '危机中的来访者没有接听')
  await takePicture(doctor, '通话-没有接听')
  await locateButton(doctor, '呼叫值班人员').click()
  await expect(crisis).toContainText(/已呼叫值班人员（\d\d:\d\d），等待接手/)
  await expect(locateButton(doctor, '再次呼叫值班人员')).toBeVisible()
  await doctor.setViewportSize(phone)
  await takePicture(doctor, '通话-没有接听-已呼叫值班人员', { isWhole: false })
  await doctor.getByRole('link', { name: '返回聊天' }).click()
  await expect(crisis).toContainText(/已呼叫值班人员（\d\d:\d\d），等待接手/)
  await expect(locateLog(doctor).getByText('视频通话 对方未接听')).toBeVisible()
})

test('two counsellors ring at one client, who speaks with the first and is busy for the others', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor3')
  const { client, doctor } = callers
  const [second, third] = [await joinCallers(callers, open, 'doctor1'), await joinCallers(callers, open, 'doctor12')]
  await client.goto('/im/index')
  await doctor.goto(`/im/call?with=${callers.clientAccid}&video=1`)
  await locateButton(doctor, '呼叫').click()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toBeVisible()
  await locateButton(second, '呼叫').click()
  await expect(second.getByText('正在呼叫')).toBeVisible()
  await expect(bar).toContainText('林静安')
  await expect(bar).toContainText(/还有.+在呼叫/)
  // a press right after another caller has appeared was meant for the former one
  await client.waitForTimeout(1_000)
  await bar.getByRole('link', { name: '视频接听' }).click()
  // a counsellor whose call still rings learns that the client is busy, and so does one who calls later
  await expect(doctor.getByRole('heading', { name: '对方正在另一个通话中' })).toBeVisible()
  await locateButton(third, '呼叫').click()
  await expect(third.getByRole('heading', { name: '对方正在另一个通话中' })).toBeVisible()
  await takePicture(third, '通话-对方正忙')
  await third.getByRole('link', { name: '返回聊天' }).click()
  await expect(locateLog(third).getByText('视频通话 对方正忙')).toBeVisible()
  await expectFlowOfAll([second, client])
})

test('a double click on the refusal refuses one of two counsellors', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor2')
  const { client, doctor } = callers
  const second = await joinCallers(callers, open, 'doctor1')
  await client.goto('/im/index')
  await doctor.goto(`/im/call?with=${callers.clientAccid}&video=1`)
  await locateButton(doctor, '呼叫').click()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toBeVisible()
  await locateButton(second, '呼叫').click()
  await expect(bar).toContainText(/还有.+在呼叫/)
  await client.waitForTimeout(1_000)
  await locateButton(client, '拒绝').dblclick()
  await expect(second.getByRole('heading', { name: '对方现在不方便接听' })).toBeVisible()
  await expect(bar).not.toContainText('在呼叫')
  await expect(doctor.getByText('正在呼叫')).toBeVisible()
})

test('a client disappears, and the counsellor calls the duty staff', async ({ page, open }) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor4')
  const { client, doctor } = callers
  await startCall(callers, '视频通话')
  await expectFlowOfAll([doctor, client])
  await client.context().close()
  await expect(doctor.getByText('网络不稳，正在重新连接…')).toBeVisible({ timeout: 30_000 })
  await takePicture(doctor, '通话-正在重新连接', { isWhole: false })
  await expect(doctor.getByRole('heading', { name: '网络中断，通话已结束' })).toBeVisible({ timeout: 90_000 })
  await expectAccessible(doctor, '来访者掉线')
  await takePicture(doctor, '通话-来访者掉线')
  await locateButton(doctor, '呼叫值班人员').click()
  const crisis = doctor.getByRole('region', { name: '危机应对' })
  await expect(crisis).toContainText(/已呼叫值班人员（\d\d:\d\d），等待接手/)
  await doctor.getByRole('link', { name: '返回聊天' }).click()
  // the record leaves out the half minute of repairs
  await expect(locateLog(doctor).getByText(/^视频通话 中断 0:[01]\d$/)).toBeVisible()
  await takePicture(doctor, '通话-中断的记录', { isWhole: false })
})
