// Story of danger in a lecture: the moderator gets a hint, removes the line and shelves the question, and the duty
// staff see the lecture.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText, locateDialog, openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { chinaTime, desktop, locateLine, openTab, write } from './lecture-steps.ts'

const danger = '活着没意思，我想死'

test('a moderator sees and removes a line of danger, and the duty list names the lecture', async ({
  page,
  open,
  request,
}) => {
  const call = await signInAsSecretariat(request)
  const title = createUniqueText('危险提示')
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', {
    title,
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-1),
    endTime: chinaTime(59),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
  })
  await call('POST', '/admin/lecture/moderator', { id, username: 'doctor9', name: '何医生', isAdded: true })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const lead = await open({ viewport: { width: 375, height: 812 } })
  await enterAs(lead, 'doctor9')
  await lead.goto(`/lectures/detail?id=${id}`)
  const member = await createMember(request)
  await page.setViewportSize(desktop)
  await enterAs(page, member.username, member.password)
  await page.goto(`/lectures/detail?id=${id}`)
  await expect(page.getByText(/您在这场讲座里叫/)).toBeVisible()
  await write(page, danger)
  await expect(locateLine(lead, danger)).toBeVisible()
  await expect(lead.getByText(/只有主持人看到：这句话听起来有危险/)).toBeVisible()
  await expect(page.getByText(/只有主持人看到/)).toHaveCount(0)
  await expectAccessible(lead, '讲座-危险提示')
  await expectFitsWidth(lead, 375)
  await takePicture(lead, '讲座-危险提示')
  await lead.getByRole('button', { name: /^管理.*的消息/ }).click()
  await lead.getByRole('button', { name: /^移除.*的这条消息$/ }).click()
  await locateDialog(lead).getByRole('button', { name: '移除', exact: true }).click()
  await expect(lead.getByRole('log')).toBeFocused()
  await expect(locateLine(page, danger)).toHaveCount(0)
  await openTab(page, /^提问/)
  await page.getByLabel('我的问题').fill('我今晚要割腕，讲者能救我吗')
  await locateButton(page, '提交问题').click()
  await openTab(lead, /^提问（1）/)
  await expect(lead.getByText(/只有主持人看到：这条提问听起来有危险/)).toBeVisible()
  await expect(page.getByText(/只有主持人看到/)).toHaveCount(0)
  await expect(page.getByText(/这条提问只有您、主持人和值班人员看得到，不会公开/)).toBeVisible()
  await takePicture(page, '讲座-危险提问-本人', { widths: [375, 1440] })
  await expect(lead.getByRole('button', { name: /^(写回答|标为已在直播中回答)/ })).toHaveCount(0)
  await expectAccessible(lead, '讲座-危险提问')
  await takePicture(lead, '讲座-危险提问')
  await lead.getByRole('button', { name: /^搁置/ }).click()
  await expect(lead.getByText('已搁置', { exact: true })).toBeVisible()
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/care', 'service')
  // other stories fill the first page of the list
  const listed = await staff.request.get('/prod-api/admin/care/alerts', { params: { state: 'open', size: 100 } })
  const { data } = (await listed.json()) as { data: { content: { id: number; lectureId: number | null }[] } }
  await staff.goto(`/admin/care/${data.content.find(({ lectureId }) => lectureId === id)!.id}`)
  await expect(staff.getByRole('link', { name: `直播讲座《${title}》的聊天室` })).toBeVisible()
  await takePicture(staff, '后台-危机提醒-讲座')
})
