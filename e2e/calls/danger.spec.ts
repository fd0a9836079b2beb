// Story of a call with a client in danger: the counsellor's buttons stay in sight, and a call of the duty staff shows.
import { callLaunch, expectFlowOfAll, openCallers, startCall } from '../support/call-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateLog, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

const windows = [
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
]

test('a counsellor follows the protocol in a call, keeps its buttons in sight and calls the duty staff', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor9')
  const { client, doctor } = callers
  await sendText(client, '活着真的没意思，我不想活了')
  const crisis = doctor.getByRole('region', { name: '危机应对' })
  await expect(crisis).toContainText('值班人员尚未接手', { timeout: 30_000 })
  await startCall(callers, '视频通话')
  await expectFlowOfAll([doctor, client])

  await locateButton(doctor, '怎么应对').click()
  for (const window of windows) {
    await doctor.setViewportSize(window)
    await doctor.evaluate(() => scrollTo(0, 0))
    for (const name of ['静音', '挂断']) await expect(locateButton(doctor, name)).toBeInViewport({ ratio: 1 })
    await expect(locateButton(crisis, '呼叫值班人员').first()).toBeInViewport({ ratio: 1 })
    await takePicture(doctor, '通话-危机应对', { widths: [window.width], isWhole: false })
  }
  await expectAccessible(doctor, '通话中的危机应对')
  await expectFitsWidth(doctor, 320)

  // a text that is being written keeps the focus and stays when the client hangs up
  const note = crisis.getByLabel('对方说了什么、您做了什么、现在怎么样')
  await note.fill('对方一个人在家')
  await locateButton(crisis, '呼叫值班人员').first().click()
  const called = /已呼叫值班人员（\d\d:\d\d），等待接手/
  await expect(crisis).toContainText(called)
  await expect(doctor.locator('#toasts')).toBeEmpty()
  await note.focus()
  await locateButton(client, '挂断').click()
  await expect(doctor.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('对方一个人在家')
  await expect(crisis).toContainText(called)
  await expect(doctor.getByText(/您在\d\d:\d\d呼叫过值班人员/)).toBeVisible()
  await expect(locateButton(doctor, '再次呼叫值班人员')).toBeVisible()

  // the server keeps the call
  await doctor.reload()
  await expect(crisis).toContainText(called)
})

test('a counsellor reads in a call what the client writes, and at once that it is dangerous', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const callers = await openCallers(page, open, 'doctor9')
  const { client, doctor, doctorAccid } = callers
  await startCall(callers, '语音通话')
  await expect(doctor.getByRole('timer', { name: '通话时长' })).toBeVisible({ timeout: 30_000 })
  const chat = await client.context().newPage()
  await chat.goto(`/im/index?to=${doctorAccid}`)
  await sendText(chat, '我刚才没敢说出口')
  await expect(doctor.getByText('对方发来消息：我刚才没敢说出口')).toBeVisible()
  await sendText(chat, '我已经吃了一整瓶安眠药，不想再醒过来了')
  const message = doctor.getByText('对方发来2条消息，最近一条：我已经吃了一整瓶安眠药，不想再醒过来了')
  await expect(message).toBeVisible()
  // sooner than the next periodical read
  await expect(doctor.getByRole('region', { name: '危机应对' })).toContainText('有计划或行动', { timeout: 10_000 })
  for (const window of windows) {
    await doctor.setViewportSize(window)
    await doctor.evaluate(() => scrollTo(0, 0))
    for (const place of [message, locateButton(doctor, '挂断')]) await expect(place).toBeInViewport({ ratio: 1 })
    await takePicture(doctor, '通话-对方的消息', { widths: [window.width], isWhole: false })
  }
  await expectAccessible(doctor, '通话中的消息')
  await sendText(chat, `${'家里没有人，'.repeat(40)}门没有锁`)
  await locateButton(doctor, '看全文').click()
  await expect(doctor.getByText('家里没有人')).toHaveCSS('overflow-y', 'auto')
  await takePicture(doctor, '通话-全文', { widths: [375, 1440], isWhole: false })
  await locateButton(doctor, '收起').and(doctor.locator('.call-message *')).click()

  // the record of the call, which the counsellor began, does not hide the message before it
  await sendText(chat, '刚才没说完')
  const end = doctor.getByText('对方发来4条消息，最近一条：刚才没说完')
  await expect(end).toBeVisible()
  await locateButton(doctor, '挂断').click()
  await expect(locateLog(chat).getByText(/^语音通话 \d+:\d\d$/)).toBeVisible()
  await expect(end).toBeVisible()
  await sendText(chat, '老师您还在吗')
  await expect(doctor.getByText('对方发来5条消息，最近一条：老师您还在吗')).toBeVisible()
  await takePicture(doctor, '通话-结束后的消息', { widths: [375, 1440], isWhole: false })
})
