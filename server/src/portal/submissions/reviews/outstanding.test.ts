// Tests that publishing results while reviews are missing needs a reason and names the reviewers.
import { expect, test } from 'vitest'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/steps/submission-steps.ts'
import { describeOpenReviews } from './outstanding.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

const createWork = (title: string) => ({
  title,
  category: 'video',
  introduction: '简介',
  videoUrl: 'https://video.example.org/1',
  phone: '13900000000',
  company: '第一医院',
  team: [{ name: '队员', company: '第一医院' }],
})

test('describes outstanding reviews and reviewers in one sentence, empty when there are none', () => {
  expect(describeOpenReviews({ reviewers: [], unscored: 0, returned: 0 })).toBe('')
  const reviewers = [
    { name: '顾怀瑾', open: 2 },
    { name: '李书涵', open: 1 },
  ]
  expect(describeOpenReviews({ reviewers, unscored: 0, returned: 0 })).toBe(
    '还有3项评审没有完成（顾怀瑾2项、李书涵1项）',
  )
  expect(describeOpenReviews({ reviewers, unscored: 1, returned: 2 })).toBe(
    '还有3项评审没有完成（顾怀瑾2项、李书涵1项），1件作品没有评分，2件退回修改后没有重新提交',
  )
})

for (const [action, noticeDays] of [
  ['publish', 0],
  ['notice', 5],
] as const) {
  test(`${action}: refused while a review is outstanding, unless a reason is given, which is audited`, async () => {
    const { id, version } = await submissions.openCall('competition', noticeDays)
    const [author, other] = [await server().enter('user'), await server().enter('user')]
    const works = [
      await submissions.handIn(author, 'competition', createWork('甲')),
      await submissions.handIn(other, 'competition', createWork('乙')),
    ]
    const experts = [await server().enter('counsellor'), await server().enter('counsellor')]
    const reviewerIds = experts.map((expert) => expert.id)
    const ids = works.map((item) => item.id)
    await submissions.endCall(id)
    const showResults = (more: object = {}) =>
      server().requestAs(staff(), `POST /admin/call/${action}`, { id, version, ...more })
    expect(await showResults()).toMatchObject({ status: 409, msg: expect.stringMatching(/^2件作品没有评分。/) })
    await server().requestAs(staff(), 'POST /admin/submission/assign', { ids, reviewerIds })
    const [first, second] = experts as [(typeof experts)[0], (typeof experts)[0]]
    for (const [i, review] of (await server().requestAs(first, 'GET /review/mine')).data.entries()) {
      await submissions.score(first, review.id, { science: 90 - i, writing: 90 })
    }
    const sentence = `还有2项评审没有完成（${second.username}2项）`
    expect((await server().requestAs(staff(), 'GET /admin/call/awards', { id })).data.outstanding).toBe(sentence)
    expect(await showResults()).toMatchObject({ status: 409, msg: expect.stringContaining(sentence) })
    const reason = '专家出国，学术委员会决定以已有评分为准'
    expect((await showResults({ reason })).status).toBe(200)
    const audited = await selectAuditEntries(server().kit.sql, {
      action: 'resultsWithoutReviews',
      subject: `submissionCall ${id}`,
    })
    expect(audited).toMatchObject([{ reason, detail: { outstanding: sentence } }])
    expect((await server().requestAs(staff(), 'GET /admin/call/awards', { id })).data.outstanding).toBe('')
  })
}
