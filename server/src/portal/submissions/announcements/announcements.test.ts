// Tests that limits in announcements equal those that the server checks, and that the secretariat can edit only the
// words.
import { expect, test } from 'vitest'
import {
  announcedNumbers,
  announcements,
  fillAnnouncedNumbers,
  findUnknownNumbers,
} from '@xinqiao/contract/announcements.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { checkSubmission, countWordsByField } from '../rules/field-checks.ts'

const server = useTestServer()
const getAnnouncement = async (id: string) => (await server().request('GET /submission/announcement', { id })).data
const toPlainText = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test('has the texts of the specification by default, with every number filled in', async () => {
  const essay = await getAnnouncement('essay')
  expect(essay).toMatchObject({ title: '关于征集学术年会论文的通知', dated: '2025-10-01' })
  for (const words of ['正文5000至10000字', '中文摘要200至300字', '英文摘要不超过600字', '作者简介不超过200字']) {
    expect(toPlainText(essay.content)).toContain(words)
  }
  const competition = await getAnnouncement('competition')
  expect(competition.dated).toBe('2025-09-21')
  for (const words of [
    '时长3至5分钟，最长不超过8分钟',
    '每队不超过3人',
    '一等奖5%，二等奖10%，三等奖15%，优秀奖20%',
    '专业能力40%，伦理规范25%，团队配合或科普效果20%，展示表达15%',
    '审核一般需要3个工作日',
  ]) {
    expect(toPlainText(competition.content)).toContain(words)
  }
  for (const id of Object.keys(announcements)) {
    const { title, lead, content } = await getAnnouncement(id)
    expect(`${title}${lead}${content}`).not.toMatch(/[{}]/)
  }
})

test('announces the lengths that the server checks', () => {
  const [min, max] = announcedNumbers.主要事迹字数().match(/\d+/g)!.map(Number) as [number, number]
  const checkLength = (length: number) => {
    const fields = { title: '甲', name: '乙', phone: '13900000000', company: '丙', deeds: '事'.repeat(length) }
    const counts = countWordsByField('individual', fields, '')
    return Object.keys(checkSubmission('individual', fields, { counts, hasFile: false }))
  }
  expect([checkLength(min - 1), checkLength(min), checkLength(max), checkLength(max + 1)]).toEqual([
    ['deeds'],
    [],
    [],
    ['deeds'],
  ])
})

test('lets the secretariat edit the words, while numbers follow the call', async () => {
  const editor = await server().enter('editor')

  const { data } = await server().requestAs(editor, 'GET /admin/announcement', { id: 'competition' })
  expect(data).toMatchObject({ version: 0, numbers: expect.arrayContaining([{ name: '团队人数', text: '不超过3人' }]) })
  const { numbers: _numbers, ...own } = data
  const draft = { ...own, title: '竞赛通知', content: '<p>截止{截止时间}，权重{评分权重}。<script>x()</script></p>' }
  expect(
    await server().requestAs(editor, 'PUT /admin/announcement', { ...draft, lead: '限{随便写的}字' }),
  ).toMatchObject({
    status: 400,
    data: { fields: { lead: '没有名为“随便写的”的数值，请用页面所列的名称' } },
  })
  expect(await server().requestAs(editor, 'PUT /admin/announcement', { ...draft, content: '<p> </p>' })).toMatchObject({
    data: { fields: { content: '请输入正文' } },
  })
  expect((await server().requestAs(editor, 'PUT /admin/announcement', draft)).data).toMatchObject({
    version: 1,
    title: '竞赛通知',
  })
  expect(await server().requestAs(editor, 'PUT /admin/announcement', draft)).toMatchObject({
    reason: 'changedMeanwhile',
  })
  expect((await getAnnouncement('competition')).content).toContain('截止另行通知，权重专业能力40%')

  await server().requestAs(editor, 'POST /admin/call', {
    kind: 'competition',
    title: '竞赛',
    opensTime: '2026-01-01 00:00:00',
    deadline: '2031-05-06 18:00:00',
    criteria: [{ key: 'all', title: '<b>总评</b>', weight: 100 }],
  })
  expect(await getAnnouncement('competition')).toMatchObject({
    title: '竞赛通知',
    content: '<p>截止2031-05-06 18:00，权重&lt;b&gt;总评&lt;/b&gt;100%。</p>',
  })
  const again = { ...draft, version: 1, title: '竞赛通知（更正）' }
  expect((await server().requestAs(editor, 'PUT /admin/announcement', again)).data.version).toBe(2)
})

test('replaces known names in curly brackets, and keeps others as they are', () => {
  const call = { criteria: [], noticeDays: 7, deadline: null }
  expect(fillAnnouncedNumbers('{公示时限}{别的}', call, (value) => value)).toBe('7个工作日{别的}')
  expect(findUnknownNumbers('{公示时限}{别的}{toString}')).toEqual(['别的', 'toString'])
})
