// Story of a moderator whose connection breaks during a lecture.
import { createUniqueText } from '../support/console.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { signInAsSecretariat, signInAsStaff } from '../support/staff-api.ts'
import { createMember, enterAs, expect, test } from '../support/visitor.ts'
import { chinaTime, desktop, locateLine, openTab, write } from './lecture-steps.ts'

test.use({ trace: 'off' })

test('a moderator sees a question that was asked while the connection was broken', async ({
  open,
  request,
  faults,
}) => {
  test.setTimeout(240_000)
  const callAsEditor = await signInAsSecretariat(request)
  const { id } = await callAsEditor<{ id: number }>('POST', '/admin/lecture', {
    title: createUniqueText('断线公开课'),
    speaker: '何医生',
    summary: '和情绪相处',
    introduction: '三个小练习。',
    startTime: chinaTime(-1),
    endTime: chinaTime(59),
    audience: 'public',
    streamUrl: '',
    replayUrl: '',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
  })
  await callAsEditor('POST', '/admin/lecture/moderator', { id, username: 'doctor3', name: '何医生', isAdded: true })
  await callAsEditor('POST', '/admin/lecture/state', { id, state: 'published' })

  const lead = await open({ viewport: desktop })
  const network = await controlSockets(lead)
  await enterAs(lead, 'doctor3')
  await lead.goto(`/lectures/detail?id=${id}`)
  await write(lead, '欢迎大家')
  await expect(locateLine(lead, '欢迎大家')).toBeVisible()

  network.cut()
  await expect(lead.getByText('网络断开了，正在重新连接…')).toBeVisible()
  const { username, password } = await createMember(request)
  const callAsMember = await signInAsStaff((await open()).request, username, password)
  await callAsMember('POST', '/lecture/ask', { id, text: '生气的时候怎么停下来？' })
  network.restore()
  // several tries have failed, so the next one takes its time
  await expect(lead.getByText('网络断开了，正在重新连接…')).toHaveCount(0, { timeout: 60_000 })
  await openTab(lead, /^提问（1）/)
  await expect(lead.getByText('生气的时候怎么停下来？')).toBeVisible()
  forgetRefusedPolls(faults)
})
