// Tests of assigning and withdrawing reviews, so that impossible reviews do not block results.
import { expect, test } from 'vitest'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { selectMessages } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/steps/submission-steps.ts'

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
const assignExperts = (id: number, ...experts: Caller[]) =>
  server().requestAs(staff(), 'POST /admin/submission/assign', {
    ids: [id],
    reviewerIds: experts.map((expert) => expert.id),
  })
const sendScore = (expert: Caller, id: number, points = 90) =>
  submissions.score(expert, id, { science: points, writing: points })
const findReviewId = async (expert: Caller) => (await server().requestAs(expert, 'GET /review/mine')).data[0]!.id
const readOutstanding = async (id: number) =>
  (await server().requestAs(staff(), 'GET /admin/call/awards', { id })).data.outstanding
const withdrawAssignment = (submissionId: number, expert: Caller, person = staff()) =>
  server().requestAs(person, 'POST /admin/submission/unassign', { submissionId, accountId: expert.id })

test('assigns and scores an accepted work until the results are settled', async () => {
  const { id: callId, version } = await submissions.openCall('competition')
  const [first, second] = [await server().enter('counsellor'), await server().enter('counsellor')]
  const { id } = await submissions.handIn(await server().enter('user'), 'competition', createWork('甲'))
  await assignExperts(id, first)
  expect((await submissions.decide(id, 'accepted')).status).toBe(200)
  const review = await findReviewId(first)
  expect((await server().requestAs(first, 'GET /review/sheet', { id: review })).data).toMatchObject({ mayChange: true })
  expect((await sendScore(first, review)).status).toBe(200)
  expect((await assignExperts(id, second)).data).toMatchObject({ assigned: 1 })
  expect(await readOutstanding(callId)).toBe(`还有1项评审没有完成（${second.username}1项）`)
  expect((await sendScore(second, await findReviewId(second))).status).toBe(200)
  expect(await readOutstanding(callId)).toBe('')
  await submissions.endCall(callId)
  expect((await server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version })).status).toBe(200)
  expect((await assignExperts(id, await server().enter('counsellor'))).data).toMatchObject({ assigned: 0 })
  expect((await sendScore(first, review)).status).toBe(409)
})

test('refuses scores for withdrawn or refused works, and shows that on the sheet', async () => {
  await submissions.openCall('competition')
  const expert = await server().enter('counsellor')
  const { id } = await submissions.handIn(await server().enter('user'), 'competition', createWork('乙'))
  await assignExperts(id, expert)
  await submissions.decide(id, 'rejected')
  const review = await findReviewId(expert)
  expect((await server().requestAs(expert, 'GET /review/sheet', { id: review })).data).toMatchObject({
    mayChange: false,
  })
  expect((await sendScore(expert, review)).status).toBe(409)
})

for (const way of ['withdrawn', 'returned'] as const) {
  test(`scores a work that was ${way} and submitted again anew, and notifies its experts`, async () => {
    const { id: callId } = await submissions.openCall('competition')
    const [done, begun, aside] = [
      await server().enter('counsellor'),
      await server().enter('counsellor'),
      await server().enter('counsellor'),
    ]
    const author = await server().enter('user')
    const { id } = await submissions.handIn(author, 'competition', createWork('被改写的作品'))
    await assignExperts(id, done, begun, aside)
    await sendScore(done, await findReviewId(done), 95)
    const reason = '与作者同单位'
    await server().requestAs(aside, 'POST /review/decline', { id: await findReviewId(aside), reason })
    if (way === 'returned') await submissions.decide(id, 'returned')
    else await server().requestAs(author, 'POST /submission/withdraw', { id })
    const own = (await server().requestAs(author, 'GET /submission/mine', { kind: 'competition' })).data[0]
    const again = await submissions.saveDraft(author, 'competition', createWork('另一件作品'), {
      id,
      version: own!.version,
    })
    const sent = await server().requestAs(author, 'POST /submission/submit', { id, version: again.data.version })
    expect(sent).toMatchObject({ status: 200, data: { state: 'submitted' } })

    const preview = (await server().requestAs(staff(), 'GET /admin/call/awards', { id: callId })).data
    expect(preview).toMatchObject({ counted: 0, ranking: [] })
    expect(preview.outstanding).toContain('还有2项评审没有完成')
    const { reviewList } = (await server().requestAs(staff(), 'GET /admin/submission', { id })).data
    expect(reviewList).toMatchObject([
      { state: 'assigned', total: null, comment: '' },
      { state: 'assigned', total: null, comment: '' },
      { state: 'declined', comment: reason },
    ])
    const sheet = (await server().requestAs(done, 'GET /review/sheet', { id: await findReviewId(done) })).data
    expect(sheet).toMatchObject({ state: 'assigned', scores: {}, comment: '', mayChange: true })
    const notices = await server().kit.sql<{ account_id: number }[]>`
      select account_id from message where title = '“另一件作品”已由作者重新提交，请按新提交的内容评审'
        and account_id = any(${[done.id, begun.id, aside.id]}::bigint[]) order by account_id`
    expect(notices.map((item) => item.account_id)).toEqual([done.id, begun.id])
  })

  test(`refuses a score of the former text after a work was ${way}, until the new text was read`, async () => {
    await submissions.openCall('competition')
    const [expert, author] = [await server().enter('counsellor'), await server().enter('user')]
    const { id } = await submissions.handIn(author, 'competition', createWork('旧内容'))
    await assignExperts(id, expert)
    const review = await findReviewId(expert)
    const readReviewSheet = async () => (await server().requestAs(expert, 'GET /review/sheet', { id: review })).data
    const before = await readReviewSheet()
    if (way === 'returned') await submissions.decide(id, 'returned')
    else await server().requestAs(author, 'POST /submission/withdraw', { id })
    const own = (await server().requestAs(author, 'GET /submission/mine', { kind: 'competition' })).data[0]
    const again = await submissions.saveDraft(author, 'competition', createWork('新内容'), {
      id,
      version: own!.version,
    })
    await server().requestAs(author, 'POST /submission/submit', { id, version: again.data.version })

    const scores = { science: 90, writing: 90 }
    const createReview = (handedIn: number) => ({ id: review, handedIn, scores, comment: '', isDone: true })
    expect(await server().requestAs(expert, 'POST /review/save', createReview(before.handedIn))).toMatchObject({
      status: 409,
      reason: 'changedMeanwhile',
      msg: '作者已重新提交新的内容，请阅读新的内容后再评分',
    })
    const { handedIn: _unread, ...unread } = createReview(before.handedIn)
    expect((await server().sendRaw('POST', '/review/save', unread, expert)).status).toBe(400)
    const after = await readReviewSheet()
    expect(after).toMatchObject({ title: '新内容', state: 'assigned', total: null })
    expect((await server().requestAs(expert, 'POST /review/save', createReview(after.handedIn))).status).toBe(200)
    // a decision changes neither the text nor its scores
    await submissions.decide(id, 'accepted')
    expect((await readReviewSheet()).handedIn).toBe(after.handedIn)
  })
}

test('does not wait for experts who can no longer sign in, and counts their works as unscored', async () => {
  const { id: callId } = await submissions.openCall('competition')
  const [gone, other] = [await server().enter('counsellor'), await server().enter('counsellor')]
  const { id } = await submissions.handIn(await server().enter('user'), 'competition', createWork('丙'))
  await assignExperts(id, gone)
  expect(await readOutstanding(callId)).toBe(`还有1项评审没有完成（${gone.username}1项）`)
  await server().kit.sql`update account set enabled = false where id = ${gone.id}`
  expect(await readOutstanding(callId)).toBe('1件作品没有评分')
  await assignExperts(id, other)
  expect(await readOutstanding(callId)).toBe(`还有1项评审没有完成（${other.username}1项）`)
})

test('withdraws an unfinished review, notifies its expert, and audits it', async () => {
  const { id: callId } = await submissions.openCall('competition')
  const [silent, swift] = [await server().enter('counsellor'), await server().enter('counsellor')]
  const author = await server().enter('user')
  const { id } = await submissions.handIn(author, 'competition', createWork('丁'))
  await assignExperts(id, silent, swift)
  const review = await findReviewId(silent)
  await sendScore(swift, await findReviewId(swift))
  const { reviewList } = (await server().requestAs(staff(), 'GET /admin/submission', { id })).data
  expect(reviewList).toMatchObject([
    { reviewerId: silent.id, mayTakeBack: true },
    { reviewerId: swift.id, mayTakeBack: false },
  ])
  expect(await withdrawAssignment(id, silent, silent)).toMatchObject({ status: 403 })
  expect(await withdrawAssignment(id, author)).toMatchObject({ status: 404 })
  expect(await withdrawAssignment(id, swift)).toMatchObject({ status: 409, msg: '评审已完成，不能收回' })
  expect((await withdrawAssignment(id, silent)).status).toBe(200)
  expect(await withdrawAssignment(id, silent)).toMatchObject({ status: 404 })
  expect(await readOutstanding(callId)).toBe('')
  expect((await sendScore(silent, review)).status).toBe(404)
  const notices = await selectMessages(server().kit.sql, silent.id)
  expect(notices.at(-1)?.title).toBe('“丁”的评审任务已由会务组收回，无需再评')
  const entry = await selectLastAuditEntry(server().kit.sql, { action: 'staffCall' })
  expect(entry).toMatchObject({
    actor_id: staff().id,
    subject: `submission ${id} account ${silent.id}`,
    detail: { title: '收回评审任务' },
  })
  // the same expert can be assigned again, and experts who declined stay in the list
  expect((await assignExperts(id, silent)).data).toMatchObject({ assigned: 1 })
  const again = await findReviewId(silent)
  expect((await server().requestAs(silent, 'POST /review/decline', { id: again, reason: '同单位' })).status).toBe(200)
  expect(await withdrawAssignment(id, silent)).toMatchObject({ status: 409, msg: '专家已回避，无需收回' })
})
