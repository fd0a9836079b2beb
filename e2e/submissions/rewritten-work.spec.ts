// Stories of works that change: an expert has an earlier version open, and the deadline has passed.
import { takePicture } from '../support/pictures.ts'
import { signInAsStaff, chinaTimeIn } from '../support/staff-api.ts'
import { useMeetingServer } from '../conference/meeting-server.ts'
import { locateButton, enterAs, expect, locateField, createMember, test } from '../support/visitor.ts'

const { openVisitor, staff } = useMeetingServer()

test("the expert's input stays beside the new text; only then can it be submitted", async ({ open }) => {
  const [expert, other, ask] = [await openVisitor(open), await openVisitor(open), await staff(open)]
  const criteria = [{ key: 'science', title: '科学性', weight: 100 }]
  const call = await ask<{ id: number }>('POST', '/admin/call', {
    kind: 'competition',
    title: '技能竞赛（改稿）',
    criteria,
    noticeDays: 0,
    opensTime: chinaTimeIn(-1),
    deadline: chinaTimeIn(3),
  })
  const member = await createMember(other.request)
  const asAuthor = await signInAsStaff(other.request, member.username, member.password)
  const handIn = async (introduction: string, more: object = {}) => {
    const fields = {
      title: '会呼吸的房间',
      category: 'video',
      introduction,
      videoUrl: 'https://video.example.org/works/1',
      company: '第一医院',
      phone: '13912345678',
      team: [{ name: '孙向阳', company: '第一医院' }],
    }
    const draft = await asAuthor<object>('POST', '/submission/draft', { kind: 'competition', fields, ...more })
    return asAuthor<{ id: number; version: number }>('POST', '/submission/submit', draft)
  }
  const { id } = await handIn('第一稿的简介。')
  const reviewer = (await ask<{ id: number; name: string }[]>('GET', '/admin/reviewers')).find(
    ({ name }) => name === '顾怀瑾',
  )
  await ask('POST', '/admin/submission/assign', { ids: [id], reviewerIds: [reviewer!.id] })

  await enterAs(expert, 'doctor12')
  await expert.goto('/academic/review')
  await expert.getByRole('listitem').filter({ hasText: '会呼吸的房间' }).getByRole('link', { name: '开始评审' }).click()
  await locateField(expert, '科学性（权重100%）').fill('91')
  await locateField(expert, '评语').fill('节奏从容')
  const { version } = await asAuthor<{ version: number }>('POST', '/submission/withdraw', { id })
  await handIn('第二稿的简介。', { id, version })

  await locateButton(expert, '提交评审').click()
  await expect(expert.getByText('作者已重新提交新的内容，请阅读新的内容后再评分')).toBeVisible()
  await expect(expert.getByText('第二稿的简介。')).toBeVisible()
  await expect(expert.getByText('第一稿的简介。')).toHaveCount(0)
  await expect(locateField(expert, '科学性（权重100%）')).toHaveValue('91')
  await expect(locateField(expert, '评语')).toHaveValue('节奏从容')
  await takePicture(expert, '改稿后评审')
  await locateButton(expert, '提交评审').click()
  await expect(expert.getByRole('status').filter({ hasText: '评审已提交' })).toBeVisible()
  const works = await ask<{ content: { score: number }[] }>('GET', `/admin/submissions?callId=${call.id}`)
  expect(works.content).toMatchObject([{ score: 91 }])
})

test('a work that missed its deadline can no longer be edited, and says why', async ({ open }) => {
  const [page, ask] = [await openVisitor(open), await staff(open)]
  const criteria = [{ key: 'science', title: '科学性', weight: 100 }]
  const title = '先进集体评选（逾期）'
  const times = { opensTime: chinaTimeIn(-1), deadline: chinaTimeIn(3) }
  const draft = { kind: 'collective', title, criteria, noticeDays: 0 }
  const call = await ask<{ id: number; version: number }>('POST', '/admin/call', { ...draft, ...times })
  const member = await createMember(page.request)
  const asAuthor = await signInAsStaff(page.request, member.username, member.password)
  const fields = { title: '心理科护理组', name: '办公室', phone: '13912345678', company: '县人民医院' }
  await asAuthor('POST', '/submission/draft', { kind: 'collective', fields })
  await enterAs(page, member.username, member.password)
  await page.goto('/academic/submissions')
  await expect(locateButton(page, '继续填写：心理科护理组')).toBeVisible()
  const { id, version } = call
  const ended = { ...times, deadline: chinaTimeIn(-0.0001) }
  await ask('PUT', '/admin/call', { id, version, title, criteria, ...ended })
  await page.reload()
  await expect(page.getByText('已过截止时间，不能再提交或修改')).toBeVisible()
  await expect(locateButton(page, '继续填写：心理科护理组')).toHaveCount(0)
  await takePicture(page, '逾期申报')
})
