// Tests the end of retention: works, files and names are deleted; results and certificates stay.
import { expect, test } from 'vitest'
import { fileForm, useTestServer } from '../../../../test/test-server.ts'
import { criteria as weights, formatTimeInDays, useSubmissions } from '../../../../test/steps/submission-steps.ts'
import { openPerson } from '../rules/parts.ts'
import { purgeOldCalls } from './purge.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

const deeds = '扎根基层，服务群众。'.repeat(30)
const application = (title: string) => ({ title, name: '联系人王', phone: '13912345678', company: '县人民医院', deeds })

test('deletes once, the days of the call after its results', async () => {
  const { kit } = server()
  const { sql } = kit
  const { id: callId, version } = await submissions.openCall('individual')
  const people = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  const [winner, loser, idle] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const draft = (await submissions.saveDraft(winner, 'individual', application('周到'))).data
  const form = fileForm('材料.pdf', Buffer.from('%PDF-1.7\n%%EOF'), { id: draft.id })
  const sent = await server().upload(winner, 'POST /submission/file', form)
  expect(sent.status).toBe(200)
  await server().requestAs(winner, 'POST /submission/submit', { id: draft.id, version: sent.data.version })
  const lost = await submissions.handIn(loser, 'individual', application('吴忧'))
  await submissions.saveDraft(idle, 'individual', application('没有交'))
  await submissions.endCall(callId)
  for (const [id, decision] of [
    [draft.id, 'accepted'],
    [lost.id, 'rejected'],
  ] as const) {
    await server().requestAs(staff(), 'POST /admin/submission/decide', { id, decision, note: '吴忧的事迹未能核实' })
  }
  expect((await server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version })).data).toEqual({
    awarded: 1,
  })

  const publishDaysBeforePurge = (days: number) =>
    sql`update submission_call set published_at = now() - make_interval(days => retention_days + ${days}) where id = ${callId}`
  await sql`update submission_call set deadline = now() - interval '3 years', opens_at = now() - interval '4 years' where id = ${callId}`
  await publishDaysBeforePurge(-1)
  expect(await purgeOldCalls(kit)).toBe(0)
  await publishDaysBeforePurge(1)
  expect(await purgeOldCalls(kit)).toBe(1)
  expect(await purgeOldCalls(kit)).toBe(0)

  const rows = await sql<{ id: number; title: string; state: string; text: string; person_sealed: Buffer }[]>`
    select id, title, state, submission::text as text, person_sealed from submission where call_id = ${callId}`
  expect(rows.map((row) => row.state).toSorted()).toEqual(['accepted', 'rejected'])
  for (const row of rows) {
    const known = row.text + JSON.stringify(openPerson(kit, row))
    for (const secret of ['13912345678', '县人民医院', '扎根基层', '吴忧']) expect(known).not.toContain(secret)
  }
  const files = await sql`select 1 from private_file where owner_id = ${winner.id}`
  expect(files).toHaveLength(0)
  const [mine] = (await server().requestAs(winner, 'GET /submission/mine')).data
  expect(mine).toMatchObject({ state: 'accepted', fileUrl: '', fields: { title: '周到' } })
  const checked = await server().request('GET /certificate/check', { no: mine!.certificateNumber })
  expect(checked.data).toMatchObject({ kind: 'award', holder: '周*', state: 'valid' })
  const listed = (await server().requestAs(staff(), 'GET /admin/calls')).data.find((row) => row.id === callId)
  expect(listed).toMatchObject({ isPurged: true, retentionDays: 365 })
})

test('counts from the deadline when results were never published', async () => {
  const { kit } = server()
  const { id: callId } = await submissions.openCall('collective')
  const author = await server().enter('user')
  const { id } = await submissions.handIn(author, 'collective', application('心理科'))
  await kit.sql`
    update submission_call set opens_at = now() - interval '3 years', deadline = now() - make_interval(days => retention_days + 1)
    where id = ${callId}`
  expect(await purgeOldCalls(kit)).toBe(1)
  const detail = await server().requestAs(staff(), 'GET /admin/submission', { id })
  expect(detail.data).toMatchObject({ person: [], parts: [{ label: '申报对象', text: '心理科' }] })
})

test('waits a year after the deadline without results, and never deletes during the notice', async () => {
  const { kit } = server()
  const { id: callId, version } = await submissions.openCall('collective')
  const author = await server().enter('user')
  const { id } = await submissions.handIn(author, 'collective', application('护理组'))
  const moveDeadline = (days: number) => kit.sql`
    update submission_call set opens_at = now() - interval '9 years', deadline = now() - make_interval(days => ${days})
    where id = ${callId}`
  await kit.sql`update submission_call set retention_days = 90 where id = ${callId}`
  await moveDeadline(364)
  expect(await purgeOldCalls(kit)).toBe(0)
  await moveDeadline(2000)
  await kit.sql`
    update submission_call set state = 'noticed', noticed_at = now() - interval '3 years', notice_until = now()
    where id = ${callId}`
  expect(await purgeOldCalls(kit)).toBe(0)
  await kit.sql`
    update submission_call set state = 'open', noticed_at = null, notice_until = null where id = ${callId}`
  await kit.sql`update submission_call set retention_days = 400 where id = ${callId}`
  await moveDeadline(399)
  expect(await purgeOldCalls(kit)).toBe(0)
  await moveDeadline(401)
  expect(await purgeOldCalls(kit)).toBe(1)

  // a purged call cannot be judged, shown or published, and accepts no submissions
  const refused = { status: 409, msg: expect.stringMatching(/^这次征集的稿件与资料已到期删除/) }
  const change = {
    title: '再征集一次',
    opensTime: formatTimeInDays(-1),
    deadline: formatTimeInDays(9),
    criteria: weights,
  }
  expect(await server().requestAs(staff(), 'PUT /admin/call', { id: callId, version, ...change })).toMatchObject(
    refused,
  )
  expect(
    await server().requestAs(staff(), 'POST /admin/submission/decide', { id, decision: 'accepted', note: '' }),
  ).toMatchObject(refused)
  const reason = '补办'
  for (const [kind, days] of [
    ['publish', 0],
    ['notice', 5],
  ] as const) {
    await kit.sql`update submission_call set notice_days = ${days} where id = ${callId}`
    expect(
      await server().requestAs(staff(), `POST /admin/call/${kind}`, { id: callId, version, reason }),
    ).toMatchObject(refused)
  }
  // data of an older version, which still allowed staff to reopen an expired call for papers
  await moveDeadline(-9)
  expect((await server().request('GET /submission/call', { kind: 'collective' })).data).toMatchObject({ isOpen: false })
  expect(await submissions.saveDraft(author, 'collective', application('另一个组'))).toMatchObject(refused)
  const [row] = await kit.sql<{ version: number }[]>`
    update submission set state = 'returned' where id = ${id} returning version`
  const own = { id, version: row!.version }
  expect(await submissions.saveDraft(author, 'collective', application('护理组'), own)).toMatchObject(refused)
  expect(await server().requestAs(author, 'POST /submission/submit', own)).toMatchObject(refused)
})

test('limits the setting of the days', async () => {
  const { id, version } = await submissions.openCall('organisation')
  const [row] = (await server().requestAs(staff(), 'GET /admin/calls')).data.filter((item) => item.id === id)
  const { title, opensTime, deadline, criteria } = row!
  const changeRetention = (retentionDays: number) =>
    server().requestAs(staff(), 'PUT /admin/call', { id, version, title, opensTime, deadline, criteria, retentionDays })
  expect(await changeRetention(30)).toMatchObject({ status: 400, data: { fields: { retentionDays: '至少保存90天' } } })
  expect((await changeRetention(180)).data).toMatchObject({ retentionDays: 180 })
})
