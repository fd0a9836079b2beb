// Who is proposed for an award of persons is personal data like an author, until the award is public.
import { expect, test } from 'vitest'
import { useHouse } from '../../../test/house.ts'
import { useSubmissions } from '../../../test/submission-house.ts'

const house = useHouse()
const { call, staff, openCall, endCall, handIn } = useSubmissions(house)

const fields = { name: '办公室', phone: '13912345678', company: '县人民医院', deeds: '扎根基层。'.repeat(60) }

test('masked for the secretariat until there is a reason; public with the award, and for nobody else', async () => {
  const { id: callId, version } = await openCall('individual')
  const [author, other] = [await house().enter('user'), await house().enter('user')]
  const { id } = await handIn(author, 'individual', { ...fields, title: '李书涵' })
  const lost = await handIn(other, 'individual', { ...fields, title: '吴忧愁' })
  const list = () => call(staff(), 'GET', '/admin/submissions', { callId })
  const page = (one: number) => call(staff(), 'GET', '/admin/submission', { id: one })
  const titles = async () => (await list()).data.content.map((row: { title: string }) => row.title).toSorted()

  expect(await titles()).toEqual(['吴*愁', '李*涵'])
  const before = await page(id)
  expect(before.data).toMatchObject({ title: '李*涵' })
  expect(before.data.parts).toContainEqual({ label: '申报对象', text: '李*涵' })
  expect(before.data.person).toContainEqual({ label: '被推荐人', text: '李*涵' })
  for (const reply of [before, await list()]) expect(reply.raw).not.toContain('李书涵')
  const opened = await call(staff(), 'POST', '/admin/submission/reveal', { id, reason: '核对推荐材料' })
  expect(opened.data.person).toContainEqual({ label: '被推荐人', text: '李书涵' })

  await endCall(callId)
  await call(staff(), 'POST', '/admin/submission/decide', { id, decision: 'accepted', note: '' })
  await call(staff(), 'POST', '/admin/submission/decide', { id: lost.id, decision: 'rejected', note: '名额有限' })
  expect(await titles()).toEqual(['吴*愁', '李*涵'])
  expect((await call(staff(), 'POST', '/admin/call/publish', { id: callId, version })).data).toEqual({ awarded: 1 })
  expect(await titles()).toEqual(['吴*愁', '李书涵'])
  expect((await page(id)).data).toMatchObject({ title: '李书涵' })
})

test('collectives are no persons', async () => {
  const { id: callId } = await openCall('collective')
  await handIn(await house().enter('user'), 'collective', { ...fields, title: '心理科护理组' })
  const { data } = await call(staff(), 'GET', '/admin/submissions', { callId })
  expect(data.content).toMatchObject([{ title: '心理科护理组' }])
})
