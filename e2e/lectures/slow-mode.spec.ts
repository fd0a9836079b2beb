// Story of slow mode in a lecture: the notice of the wait ends with it, and the moderator reads nothing of a limit.
import { expectAccessible } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, test } from '../support/visitor.ts'
import { chinaTime, desktop, locateLine, write } from './lecture-steps.ts'

test('a listener who writes too fast sees the wait run down, and the moderator reads no limit', async ({
  page,
  open,
  request,
}) => {
  const call = await signInAsSecretariat(request)
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', {
    ...{ title: createUniqueText('慢速'), speaker: '林医生', summary: '说说睡眠', introduction: '一小时。' },
    ...{ startTime: chinaTime(-1), endTime: chinaTime(59), audience: 'public', credits: 0, neededMinutes: 1 },
    slowSeconds: 8,
  })
  await call('POST', '/admin/lecture/moderator', { id, username: 'doctor9', name: '何医生', isAdded: true })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(`/lectures/detail?id=${id}`)
  await expect(lead.getByPlaceholder('说点什么', { exact: true })).toBeVisible()

  const member = await createMember(request)
  await page.setViewportSize({ width: 375, height: 812 })
  await enterAs(page, member.username, member.password)
  await page.goto(`/lectures/detail?id=${id}`)
  await expect(page.getByPlaceholder('说点什么（每8秒一条）')).toBeVisible()
  await write(page, '第一句')
  await expect(locateLine(page, '第一句')).toBeVisible()
  await write(page, '第二句')
  const notice = page.getByText(/^发言太快了，请等\d+秒再发$/)
  await expect(notice).toBeVisible()
  await expectAccessible(page, '讲座-发言太快')
  await takePicture(page, '讲座-发言太快')
  await expect(page.getByText('发言太快了，请等2秒再发')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('说点什么')).toHaveValue('第二句')
  await write(page, '第二句')
  await expect(locateLine(page, '第二句')).toBeVisible()
})
