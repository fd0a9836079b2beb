// Stories of submissions from the announcement to the certificate: submission, blind review, publication, and drafts.
import { locateDialog } from '../support/console.ts'
import { chinaTimeIn, signInAsSecretariat, locateToast } from '../support/staff-api.ts'
import {
  locateButton,
  endSessions,
  enterAs,
  enterAsNewMember,
  expect,
  locateField,
  createMember,
  test,
} from '../support/visitor.ts'

test('a competition work is submitted, reviewed blind, awarded, and its certificate can be verified', async ({
  page,
  request,
  open,
}) => {
  const ask = await signInAsSecretariat(request)
  const title = `技能竞赛${Date.now()}`
  const criteria = [
    { key: 'skill', title: '专业能力', weight: 60 },
    { key: 'ethics', title: '伦理规范', weight: 40 },
  ]
  const times = { opensTime: chinaTimeIn(-1), deadline: chinaTimeIn(3) }
  const call = await ask<{ id: number; version: number }>('POST', '/admin/call', {
    kind: 'competition',
    title,
    ...times,
    criteria,
    noticeDays: 0,
  })

  await enterAsNewMember(page, request)
  await page.goto('/academic/competition')
  await expect(page.getByText(title)).toBeVisible()
  await locateButton(page, '提交作品').click()
  await locateField(page, '作品名称').fill('会呼吸的房间')
  await locateButton(page, '保存草稿').click()
  await expect(locateToast(page, '草稿已保存')).toBeVisible()
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateDialog(page).getByText('请选择参赛类别')).toBeVisible()
  await expect(locateField(page, '队长姓名')).toHaveAccessibleDescription(/请填写至少一位参赛者/)
  // editing a field clears only its own error
  await locateDialog(page).getByLabel('科普视频').check()
  await expect(locateDialog(page).getByText('请选择参赛类别')).toHaveCount(0)
  await locateField(page, '队长姓名').fill('孙向阳')
  await expect(locateDialog(page).getByText('请填写至少一位参赛者')).toHaveCount(0)
  await expect(locateDialog(page).getByText('请输入参赛单位')).toBeVisible()
  await locateField(page, '参赛单位').fill('第一医院')
  await locateField(page, '联系电话').fill('13912345678')
  await locateField(page, '队长单位').fill('第一医院')
  await locateField(page, '作品简介').fill('用呼吸练习陪伴睡不着的人。')
  await locateField(page, '视频链接').fill('https://video.example.org/works/1')
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateToast(page, '提交成功')).toBeVisible()
  await expect(page.getByText('会呼吸的房间')).toBeVisible()

  // a second work, because awards need competing works
  const rival = await createMember(request)
  const other = await open()
  await enterAs(other, rival.username, rival.password)
  const draft = await other.request.post('/prod-api/submission/draft', {
    data: {
      kind: 'competition',
      fields: {
        title: '另一件作品',
        category: 'video',
        company: '第二医院',
        phone: '13900000000',
        introduction: '简介',
        videoUrl: 'https://video.example.org/works/2',
        team: [{ name: '李向晚', company: '第二医院' }],
      },
    },
  })
  const { data: saved } = (await draft.json()) as { data: { id: number; version: number } }
  const sent = await other.request.post('/prod-api/submission/submit', { data: saved })
  expect(await sent.json()).toMatchObject({ code: 200 })

  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/submissions?call=${call.id}`)
  await staffPage.getByLabel('选择：会呼吸的房间').check()
  await staffPage.getByLabel('选择：另一件作品').check()
  await locateButton(staffPage, '分配评审（2件）').click()
  await staffPage.getByRole('combobox', { name: '评审专家' }).click()
  await staffPage.getByRole('combobox', { name: '评审专家' }).fill('顾怀瑾')
  await staffPage
    .getByText(/^顾怀瑾（\d+）$/)
    .last()
    .click()
  await staffPage.keyboard.press('Escape')
  await locateDialog(staffPage)
    .getByRole('button', { name: /分\s*配$/ })
    .click()
  await expect(staffPage.getByText('已分配2项评审')).toBeVisible()

  const expert = await open()
  await enterAs(expert, 'doctor12')
  for (const [work, points] of [
    ['会呼吸的房间', '95'],
    ['另一件作品', '80'],
  ] as const) {
    await expert.goto('/academic/review')
    await expert.getByRole('listitem').filter({ hasText: work }).getByRole('link', { name: '开始评审' }).click()
    await expect(expert.getByText(work)).toBeVisible()
    // the review is blind: neither name, nor unit, nor phone number
    for (const secret of ['孙向阳', '第一医院', '13912345678']) await expect(expert.getByText(secret)).toHaveCount(0)
    await locateField(expert, '专业能力（权重60%）').fill(points)
    await locateField(expert, '伦理规范（权重40%）').fill(points)
    await locateButton(expert, '提交评审').click()
    await expect(locateToast(expert, '评审已提交')).toBeVisible()
  }

  await ask('PUT', '/admin/call', {
    id: call.id,
    version: call.version,
    title,
    opensTime: times.opensTime,
    deadline: chinaTimeIn(-0.0001),
    criteria,
  })
  await staffPage.goto(`/admin/awards/${call.id}`)
  await expect(staffPage.getByRole('row').filter({ hasText: '会呼吸的房间' })).toContainText('优秀奖')
  await locateButton(staffPage, '公布结果').click()
  await locateDialog(staffPage).getByRole('button', { name: '公布结果' }).click()
  await expect(staffPage.getByText('已公布，颁发1份证书')).toBeVisible()

  await page.goto('/academic/submissions')
  await expect(page.getByText('技能竞赛，优秀奖')).toBeVisible()
  await page.getByRole('link', { name: /^证书编号/ }).click()
  await expect(page).toHaveURL(/\/certificate\/index\?no=XQ/)
  await expect(page.getByText('获奖证书').first()).toBeVisible()
  await expect(page.getByText('证书真实有效')).toBeVisible()
})

test('an application has a decision date, is returned with a reason, and corrected', async ({
  page,
  request,
  open,
}) => {
  await enterAsNewMember(page, request)
  await page.goto('/academic/individual')
  await locateButton(page, '申报先进个人').click()
  await locateField(page, '被推荐人姓名').fill('周到')
  await locateField(page, '所在单位').fill('县人民医院')
  await locateField(page, '联系人').fill('办公室')
  await locateField(page, '联系电话').fill('13912345678')
  await locateField(page, '主要事迹').fill('事迹不够长')
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateField(page, '主要事迹')).toHaveAccessibleDescription(/主要事迹须200至3000字，目前5字/)
  await locateField(page, '主要事迹').fill('扎根基层，服务群众。'.repeat(25))
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByText(/^预计\d{4}-\d\d-\d\d前完成审核$/)).toBeVisible()

  const staffPage = await open()
  await enterAs(staffPage, 'editor')
  await staffPage.goto('/admin/calls')
  await staffPage.getByRole('link', { name: '投稿与申报：先进个人评选' }).click()
  // the title contains a name, so opening it needs a reason
  await staffPage.getByRole('link', { name: '周*' }).first().click()
  await expect(staffPage.getByRole('heading', { name: '周*' })).toBeVisible()
  await expect(staffPage.getByText('周到', { exact: true })).toHaveCount(0)
  await locateButton(staffPage, '查看完整资料').click()
  await locateDialog(staffPage).getByLabel('查看理由').fill('核对被推荐人')
  await locateDialog(staffPage)
    .getByRole('button', { name: /^查\s*看$/ })
    .click()
  // the name appears as the nominated person, and in the text
  await expect(staffPage.getByText('周到', { exact: true })).toHaveCount(2)
  await staffPage.getByLabel('说明').fill('请补充服务人次')
  await locateButton(staffPage, '退回修改').click()
  await expect(staffPage.getByText('已处理，作者会收到通知')).toBeVisible()

  await page.reload()
  await expect(page.getByText('请补充服务人次', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '继续填写：周到' }).click()
  await locateField(page, '主要事迹').fill('两年服务三千人次。'.repeat(30))
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateToast(page, '提交成功')).toBeVisible()
})

test('a draft is saved automatically, and survives a crash', async ({ page, context, request }) => {
  await enterAsNewMember(page, request)
  await page.goto('/academic/essay')
  await locateButton(page, '在线投稿').click()
  await locateField(page, '题目').fill('自己保存的论文')
  await locateField(page, '中文摘要').fill('写到一半')
  await expect(locateDialog(page).getByText(/^草稿已于\d\d:\d\d自动保存$/)).toBeVisible()
  const again = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto('/academic/submissions')
  await again.getByRole('button', { name: '继续填写：自己保存的论文' }).click()
  await expect(locateField(again, '中文摘要')).toHaveValue('写到一半')
  // closing saves what was typed after the last save
  await locateField(again, '中文摘要').fill('写到一半，又写了几个字')
  await locateDialog(again).getByRole('button', { name: '关闭' }).click()
  await expect(locateToast(again, '草稿已保存')).toBeVisible()
  // the address of the dialog is left a moment after the toast, and a reload before it would open the dialog again
  await expect(locateDialog(again)).toHaveCount(0)
  await again.reload()
  await again.getByRole('button', { name: '继续填写：自己保存的论文' }).click()
  await expect(locateField(again, '中文摘要')).toHaveValue('写到一半，又写了几个字')
})

test('a session that ends during editing keeps the input, and returns to the same dialog', async ({
  page,
  request,
  open,
}) => {
  const author = await enterAsNewMember(page, request)
  await page.goto('/academic/individual')
  await locateButton(page, '申报先进个人').click()
  await expect(page).toHaveURL('/academic/individual?write=individual')
  await locateField(page, '被推荐人姓名').fill('夜里写的申报')
  await locateField(page, '联系电话').fill('12345')
  await endSessions(open, author)
  await locateField(page, '主要事迹').fill('写到一半，登录过期')
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(page).toHaveURL(/\/login\/index\?next=/)
  await expect(locateToast(page, '登录信息过期重新登录')).toBeVisible()
  await locateField(page, '账号').fill(author.username)
  await locateField(page, '密码').fill(author.password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL('/academic/individual?write=individual')
  await expect(locateDialog(page).getByText('已恢复上次没有保存的内容，请核对后保存或提交。')).toBeVisible()
  await expect(locateField(page, '被推荐人姓名')).toHaveValue('夜里写的申报')
  await expect(locateField(page, '主要事迹')).toHaveValue('写到一半，登录过期')
  await locateButton(page, '保存草稿').click()
  await expect(locateToast(page, '草稿已保存')).toBeVisible()
  await expect(page).toHaveURL(/\/academic\/individual\?write=individual&id=\d+$/)
  await locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
  await expect(locateField(page, '联系电话')).toHaveAccessibleDescription(/请输入正确的联系电话/)
  // the address names the draft: a reload opens it and does not create another
  await page.reload()
  await expect(locateField(page, '主要事迹')).toHaveValue('写到一半，登录过期')
  await locateDialog(page).getByRole('button', { name: '关闭' }).click()
  await expect(locateDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/academic/individual')
  await page.reload()
  await expect(page.getByRole('button', { name: '继续填写：夜里写的申报' })).toHaveCount(1)
})
