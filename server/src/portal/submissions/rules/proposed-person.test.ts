// Tests that the name of a proposed person is protected like an author's, until the award is public.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/steps/submission-steps.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

const fields = { name: '办公室', phone: '13912345678', company: '县人民医院', deeds: '扎根基层。'.repeat(60) }

test('masks proposed persons for the secretariat without a reason; award winners are public', async () => {
  const { id: callId, version } = await submissions.openCall('individual')
  const [author, other] = [await server().enter('user'), await server().enter('user')]
  const { id } = await submissions.handIn(author, 'individual', { ...fields, title: '李书涵' })
  const lost = await submissions.handIn(other, 'individual', { ...fields, title: '吴忧愁' })
  const listSubmissions = () => server().requestAs(staff(), 'GET /admin/submissions', { callId })
  const getSubmission = (item: number) => server().requestAs(staff(), 'GET /admin/submission', { id: item })
  const listTitles = async () => (await listSubmissions()).data.content.map((row) => row.title).toSorted()

  expect(await listTitles()).toEqual(['吴*愁', '李*涵'])
  const before = await getSubmission(id)
  expect(before.data).toMatchObject({ title: '李*涵' })
  expect(before.data.parts).toContainEqual({ label: '申报对象', text: '李*涵' })
  expect(before.data.person).toContainEqual({ label: '被推荐人', text: '李*涵' })
  for (const reply of [before, await listSubmissions()]) expect(reply.raw).not.toContain('李书涵')
  const opened = await server().requestAs(staff(), 'POST /admin/submission/reveal', { id, reason: '核对推荐材料' })
  expect(opened.data.person).toContainEqual({ label: '被推荐人', text: '李书涵' })

  await submissions.endCall(callId)
  await server().requestAs(staff(), 'POST /admin/submission/decide', { id, decision: 'accepted', note: '' })
  await server().requestAs(staff(), 'POST /admin/submission/decide', {
    id: lost.id,
    decision: 'rejected',
    note: '名额有限',
  })
  expect(await listTitles()).toEqual(['吴*愁', '李*涵'])
  expect((await server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version })).data).toEqual({
    awarded: 1,
  })
  expect(await listTitles()).toEqual(['吴*愁', '李书涵'])
  expect((await getSubmission(id)).data).toMatchObject({ title: '李书涵' })
})

test('masks the person in texts as in the title, unless a reason is given', async () => {
  await submissions.openCall('individual')
  const deeds = `李书涵同志扎根基层，李 书涵说：“守护每一个人。”${'服务群众。'.repeat(60)}`
  const otherFields = { ...fields, company: '李书涵心理工作室', position: '李书涵团队负责人', deeds }
  const { id } = await submissions.handIn(await server().enter('user'), 'individual', {
    ...otherFields,
    title: '李书涵',
  })
  await server().requestAs(staff(), 'POST /admin/submission/decide', {
    id,
    decision: 'returned',
    note: '请补充李书涵的年度数据',
  })
  const shown = await server().requestAs(staff(), 'GET /admin/submission', { id })
  const findPart = (parts: { label: string; text: string }[], label: string) =>
    parts.find((part) => part.label === label)?.text
  expect(findPart(shown.data.parts, '主要事迹')).toMatch(/^李\*涵同志扎根基层，李\*涵说/)
  expect(findPart(shown.data.person, '单位')).toBe('李*涵心理工作室')
  expect(shown.data.note).toBe('请补充李*涵的年度数据')
  expect(shown.raw).not.toMatch(/李\s*书\s*涵/)
  const { data: opened } = await server().requestAs(staff(), 'POST /admin/submission/reveal', {
    id,
    reason: '核对推荐材料',
  })
  expect(findPart(opened.parts, '主要事迹')).toBe(deeds)
  expect(findPart(opened.person, '单位')).toBe('李书涵心理工作室')
})

test('masks names with spaces or additions in the title, and names in comments of experts', async () => {
  const { id: callId } = await submissions.openCall('individual')
  const [author, other] = [await server().enter('user'), await server().enter('user')]
  const expert = await server().enter('counsellor')
  const deeds = `李书涵扎根基层。${'服务群众。'.repeat(60)}`
  const { id } = await submissions.handIn(author, 'individual', { ...fields, deeds, title: '李书涵（县医院）' })
  await submissions.handIn(other, 'individual', { ...fields, title: '王\u3000禾' })
  await server().requestAs(staff(), 'POST /admin/submission/assign', { ids: [id], reviewerIds: [expert.id] })
  const { data: own } = await server().requestAs(expert, 'GET /review/mine')
  await server().requestAs(expert, 'POST /review/decline', { id: own[0]!.id, reason: '与李书涵同单位' })
  const shown = await server().requestAs(staff(), 'GET /admin/submission', { id })
  expect(shown.data.reviewList).toMatchObject([{ comment: '与李*涵同单位' }])
  expect(shown.raw).not.toContain('李书涵')
  const list = await server().requestAs(staff(), 'GET /admin/submissions', { callId })
  expect(list.data.content.map((row) => row.title).toSorted()).toEqual(['李***）', '王*'])
})

test('searches the visible titles, so that a masked list confirms no name', async () => {
  const { id: callId, version } = await submissions.openCall('individual')
  const { id } = await submissions.handIn(await server().enter('user'), 'individual', { ...fields, title: '李书涵' })
  const wide = '上 \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff官'
  for (const title of ['欧阳', '罗', '司马知夏先生', wide])
    await submissions.handIn(await server().enter('user'), 'individual', { ...fields, title })
  const searchTitles = async (key: string) => {
    const { data } = await server().requestAs(staff(), 'GET /admin/submissions', { callId, key })
    expect(data.totalElements).toBe(data.content.length)
    return data.content.map((row) => row.title).toSorted()
  }
  for (const hidden of ['李书涵', '书', '书涵', '欧阳', '阳', '罗', '知夏', '官'])
    expect(await searchTitles(hidden)).toEqual([])
  // the search finds the masked titles of the list
  for (const seen of ['李*涵', '欧*', '司***生', '上*']) expect(await searchTitles(seen)).toEqual([seen])
  expect(await searchTitles('李')).toEqual(['李*涵'])
  expect(await searchTitles('*')).toEqual(['*', '司***生', '李*涵', '欧*', '上*'].toSorted())

  await submissions.endCall(callId)
  const works = (await server().requestAs(staff(), 'GET /admin/submissions', { callId })).data.content
  for (const work of works) {
    const decision = work.id === id ? 'accepted' : 'rejected'
    await server().requestAs(staff(), 'POST /admin/submission/decide', { id: work.id, decision, note: '名额有限' })
  }
  await server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version })
  expect(await searchTitles('李书涵')).toEqual(['李书涵'])
  expect(await searchTitles('欧阳')).toEqual([])
})

test('does not mask collectives', async () => {
  const { id: callId } = await submissions.openCall('collective')
  await submissions.handIn(await server().enter('user'), 'collective', { ...fields, title: '心理科护理组' })
  const { data } = await server().requestAs(staff(), 'GET /admin/submissions', { callId })
  expect(data.content).toMatchObject([{ title: '心理科护理组' }])
  const found = await server().requestAs(staff(), 'GET /admin/submissions', { callId, key: '护理' })
  expect(found.data.content).toMatchObject([{ title: '心理科护理组' }])
})
