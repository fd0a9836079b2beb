// Story of two moderators of a lecture who change the pinned announcement at the same time.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { chinaTime, desktop } from './lecture-steps.ts'

test('a moderator who changes an announcement sees that another has just changed it', async ({ open, request }) => {
  const call = await signInAsSecretariat(request)
  const lecture = {
    ...{ title: createUniqueText('公告'), speaker: '林医生', summary: '说说睡眠', introduction: '一小时。' },
    ...{ startTime: chinaTime(-10), audience: 'public', credits: 0, neededMinutes: 1, slowSeconds: 0 },
  }
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', { ...lecture, endTime: chinaTime(50) })
  const pages = await Promise.all([open({ viewport: { width: 375, height: 812 } }), open({ viewport: desktop })])
  const names = ['doctor9', 'doctor10'] as const
  await Promise.all(
    names.map((username) => call('POST', '/admin/lecture/moderator', { id, username, name: username, isAdded: true })),
  )
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const [he, lin] = pages
  await Promise.all(pages.map((page, i) => enterAs(page, names[i]!)))
  await Promise.all(pages.map((page) => page.goto(`/lectures/detail?id=${id}`)))
  await Promise.all(pages.map((page) => locateButton(page, '改公告').click()))

  const locateText = (page: typeof he) => page.getByRole('dialog').getByLabel('公告')
  await locateText(he).fill('材料在页面下方')
  await locateText(lin).fill('八点半开始答问')
  await locateButton(lin, '保存').click()
  await expect(he.getByText('另一位主持人刚刚把公告改为“八点半开始答问”。保存会换掉它。')).toBeVisible()
  await expect(locateText(he)).toHaveValue('材料在页面下方')
  await expectFitsWidth(he, 375)
  await expectAccessible(he, '讲座-公告已改')
  await takePicture(he, '讲座-公告已改')
  await locateText(he).fill('八点半开始答问，材料在页面下方')
  await locateButton(he, '换成我的').click()
  await expect(lin.getByText('八点半开始答问，材料在页面下方')).toBeVisible()
})
