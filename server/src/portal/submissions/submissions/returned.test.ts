// Tests of returned works: they may be revised until the results are final.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/steps/submission-steps.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

const fields = {
  title: '护理组',
  name: '办公室',
  phone: '13912345678',
  company: '县人民医院',
  deeds: '扎根基层，服务群众。'.repeat(30),
}
const decideSubmission = (id: number, decision: string) =>
  server().requestAs(staff(), 'POST /admin/submission/decide', { id, decision, note: '请补充数据' })
const refused = { status: 409, msg: '评选结果已公示或公布，不能再修改或提交' }

for (const [action, noticeDays] of [
  ['publish', 0],
  ['notice', 5],
] as const) {
  test(`${action}: names returned works, and refuses submissions afterwards`, async () => {
    const { id: callId, version } = await submissions.openCall('collective', noticeDays)
    const [author, other] = [await server().enter('user'), await server().enter('user')]
    const returned = await submissions.handIn(author, 'collective', fields)
    const taken = await submissions.handIn(other, 'collective', { ...fields, title: '心理科' })
    await decideSubmission(taken.id, 'accepted')
    await decideSubmission(returned.id, 'returned')
    await submissions.endCall(callId)
    const sentence = '1件退回修改后没有重新提交'
    expect((await server().requestAs(staff(), 'GET /admin/call/awards', { id: callId })).data.outstanding).toBe(
      sentence,
    )
    const showResults = (more: object = {}) =>
      server().requestAs(staff(), `POST /admin/call/${action}`, { id: callId, version, ...more })
    expect(await showResults()).toMatchObject({ status: 409, msg: expect.stringMatching(new RegExp(`^${sentence}。`)) })
    // a returned work may be revised until the results, even after the deadline
    const own = (await server().requestAs(author, 'GET /submission/mine', { kind: 'collective' })).data
    expect(own).toMatchObject([{ id: returned.id, obstacle: '' }])
    const mended = await submissions.saveDraft(author, 'collective', fields, {
      id: returned.id,
      version: own[0]!.version,
    })
    expect(mended).toMatchObject({ status: 200, data: { state: 'returned', obstacle: '' } })
    expect((await showResults({ reason: '作者一直没有回复' })).status).toBe(200)
    const late = { id: returned.id, version: mended.data.version }
    expect(await submissions.saveDraft(author, 'collective', fields, late)).toMatchObject(refused)
    expect(await server().requestAs(author, 'POST /submission/submit', late)).toMatchObject(refused)
    // the screen offers no action that the server would refuse
    const { data } = await server().requestAs(author, 'GET /submission/mine', { kind: 'collective' })
    expect(data).toMatchObject([{ state: 'returned', obstacle: refused.msg }])
  })
}

test('marks drafts as missed after the deadline, and refuses to withdraw submitted works', async () => {
  const { id: callId } = await submissions.openCall('collective')
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await submissions.handIn(ann, 'collective', fields)
  await submissions.saveDraft(bob, 'collective', fields)
  const listOwnSubmissions = async (author: typeof ann) =>
    (await server().requestAs(author, 'GET /submission/mine')).data
  for (const author of [ann, bob]) expect(await listOwnSubmissions(author)).toMatchObject([{ obstacle: '' }])
  await submissions.endCall(callId)
  const obstacle = '已过截止时间，不能再提交或修改'
  expect(await listOwnSubmissions(ann)).toMatchObject([{ state: 'submitted', obstacle }])
  expect(await listOwnSubmissions(bob)).toMatchObject([{ state: 'draft', obstacle }])
  const { id } = (await listOwnSubmissions(ann))[0]!
  expect(await server().requestAs(ann, 'POST /submission/withdraw', { id })).toMatchObject({
    status: 409,
    msg: obstacle,
  })
})
