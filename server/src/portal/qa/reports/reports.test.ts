// Tests of reports and appeals through the API.
import { expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()

/** Creates a question and an answer to it. */
async function setUpQuestion() {
  const { sql } = server().kit
  const domainId = await createDomain(sql, '睡眠', 1)
  const asker = await server().enter('user')
  const doctor = await server().enter('counsellor')
  await createCounsellor(sql, { accountId: doctor.id, domainIds: [domainId] })
  const draft = { title: '最近总是睡不好', content: '入睡困难一个多月了。', tagIds: [domainId], anonymous: 2 }
  const id = (await server().requestAs(asker, 'POST /problem/add', draft)).data.id
  const answer = { problemId: id, content: '先试着固定起床时间。' }
  const answerId = (await server().requestAs(doctor, 'POST /problemAnswer/add', answer)).data.id
  return { asker, id, answerId }
}

test('accepts a report or an appeal once, and only where it applies', async () => {
  const bob = await server().enter('user')
  const { asker, id, answerId } = await setUpQuestion()
  const reportQuestion = (over: object = {}) =>
    server().requestAs(bob, 'POST /problem/report', { problemId: id, reason: 'advertising', ...over })
  expect((await reportQuestion()).msg).toBe('举报成功，我们会尽快处理')
  expect((await reportQuestion()).reason).toBe('alreadyReported')
  expect((await reportQuestion({ problemAnswerId: answerId })).status).toBe(200)
  expect((await reportQuestion({ problemAnswerId: 99_999_999 })).status).toBe(404)
  expect((await reportQuestion({ reason: 'x' })).msg).toBe('请选择举报原因')
  const appealReview = (token: string) =>
    server().requestAs({ token }, 'POST /problem/appeal', { problemId: id, text: '我没有做广告' })
  expect((await appealReview(asker.token)).reason).toBe('wrongState')
  await server().kit.sql`update question set state = 'refused' where id = ${id}`
  expect((await appealReview(bob.token)).status).toBe(404)
  expect((await appealReview(asker.token)).status).toBe(200)
  expect((await appealReview(asker.token)).reason).toBe('alreadyAppealed')
})
