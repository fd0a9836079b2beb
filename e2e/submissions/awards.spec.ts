// Stories of public awards: the notice, objections, and the secretariat's announcements.
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { chinaTimeIn, signInAsSecretariat, locateToast } from '../support/staff-api.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, createMember, test } from '../support/visitor.ts'

test('awards are shown publicly, an objection is answered, and a withdrawn award disappears', async ({
  page,
  request,
  open,
}) => {
  const ask = await signInAsSecretariat(request)
  const title = `先进集体评选${Date.now()}`
  const criteria = [{ key: 'work', title: '工作业绩', weight: 100 }]
  const times = { opensTime: chinaTimeIn(-1), deadline: chinaTimeIn(3) }
  const call = await ask<{ id: number; version: number }>('POST', '/admin/call', {
    kind: 'collective',
    title,
    ...times,
    criteria,
    noticeDays: 5,
  })
  const author = await open()
  for (const name of ['心理科护理组', '社区服务站']) {
    const member = await createMember(request)
    await enterAs(author, member.username, member.password)
    const fields = { title: name, name: '办公室', phone: '13912345678', company: name, deeds: '服务群众。'.repeat(60) }
    const draft = await author.request.post('/prod-api/submission/draft', { data: { kind: 'collective', fields } })
    const { data } = (await draft.json()) as { data: { id: number; version: number } }
    const sent = await author.request.post('/prod-api/submission/submit', { data })
    expect(await sent.json()).toMatchObject({ code: 200 })
    await ask('POST', '/admin/submission/decide', { id: data.id, decision: 'accepted', note: '' })
  }
  const ended = {
    id: call.id,
    version: call.version,
    title,
    opensTime: times.opensTime,
    deadline: chinaTimeIn(-0.0001),
  }
  await ask('PUT', '/admin/call', { ...ended, criteria })

  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/awards/${call.id}`)
  await locateButton(staffPage, '公示结果').click()
  await locateDialog(staffPage).getByRole('button', { name: '开始公示' }).click()
  await expect(staffPage.getByText(/^已公示2个获奖者，至/)).toBeVisible()

  await page.goto('/academic/awards')
  const notice = page.getByRole('region', { name: title })
  await expect(notice.getByText('公示中')).toBeVisible()
  await expect(notice.getByText('心理科护理组')).toBeVisible()
  await page.getByRole('button', { name: `提出异议：${title}` }).click()
  await expect(page).toHaveURL(/\/login\/index/)
  await enterAsNewMember(page, request)
  await page.goto('/academic/awards')
  await page.getByRole('button', { name: `提出异议：${title}` }).click()
  await locateButton(page, '提交异议').click()
  await expect(locateField(page, '异议与依据')).toHaveAccessibleDescription(/请写明异议与依据/)
  await locateField(page, '针对的对象').selectOption({ label: '先进集体 社区服务站' })
  await locateField(page, '异议与依据').fill('所列服务人次与事实不符')
  await locateField(page, '姓名').fill('实名者')
  await locateField(page, '联系电话').fill('13900001111')
  await locateButton(page, '提交异议').click()
  await expect(locateToast(page, '异议已提交，会务组将在核实后答复')).toBeVisible()
  await expect(page.getByRole('heading', { name: '我提出的异议' })).toBeVisible()
  await takePicture(page, '评奖公示')

  await staffPage.reload()
  await locateButton(staffPage, '公布结果').click()
  await locateDialog(staffPage).getByRole('button', { name: '公布结果' }).click()
  await expect(staffPage.getByText(/期满后才能公布$/)).toBeVisible()
  await locateButton(staffPage, '答复：社区服务站').click()
  await locateDialog(staffPage).getByLabel('异议成立').check()
  await locateDialog(staffPage).getByLabel('答复').fill('经查属实')
  await takePicture(staffPage, '答复异议', { widths: [1280], isWhole: false })
  await locateDialog(staffPage)
    .getByRole('button', { name: /^答\s*复$/ })
    .click()
  await expect(staffPage.getByText('已答复，对方会收到通知')).toBeVisible()
  await page.reload()
  await expect(notice.getByText('社区服务站')).toHaveCount(0)
  await expect(notice.getByText('心理科护理组')).toBeVisible()
  await expect(page.getByText('答复：经查属实', { exact: true })).toBeVisible()
})

test('the secretariat writes an announcement, and its numbers are the checked ones', async ({ page, open }) => {
  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  await staffPage.goto('/admin/calls')
  await staffPage.getByRole('link', { name: '编辑通知：先进集体' }).click()
  await expect(staffPage).toHaveURL(/\/admin\/announcements\?id=collective$/)
  await expect(staffPage.getByText('{主要事迹字数}', { exact: true })).toBeVisible()
  await expect(staffPage.getByText('200至3000字', { exact: true })).toBeVisible()
  const lead = `请各单位择优推荐，事迹材料{主要事迹字数}。编号${Date.now()}`
  await staffPage.getByLabel('导语').fill(`${lead}，限{不存在的数值}`)
  await locateButton(staffPage, '保存').click()
  await expect(staffPage.getByText('没有名为“不存在的数值”的数值，请用页面所列的名称')).toBeVisible()
  await staffPage.getByLabel('导语').fill(lead)
  const body = staffPage.getByRole('textbox', { name: '正文' })
  await body.press('ControlOrMeta+End')
  await body.pressSequentially('，材料请于{截止时间}前提交')
  await locateButton(staffPage, '保存').click()
  await expect(staffPage.getByText('保存成功')).toBeVisible()

  await page.goto('/academic/individual1')
  await expect(page.getByText(lead.replace('{主要事迹字数}', '200至3000字'))).toBeVisible()
  await expect(page.getByText(/，材料请于(\d{4}-\d\d-\d\d \d\d:\d\d|另行通知)前提交$/)).toBeVisible()
})
