// Tests of the notice period before awards are final: objections and their effect.
import { describe, expect, test } from 'vitest'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { selectMessages } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { criteria, formatTimeInDays, useSubmissions } from '../../../../test/steps/submission-steps.ts'
import { sealPerson } from '../rules/parts.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

describe('the public notice before awards are final', () => {
  const deeds = '扎根基层，服务群众。'.repeat(30)

  /** Three accepted applications to a closed call, and the steps of the secretariat. */
  async function stageResults() {
    const { id: callId } = await submissions.openCall('individual', 5)
    const winners: { person: Caller; id: number }[] = []
    for (const name of ['周到', '吴忧', '郑重']) {
      const person = await server().enter('user')
      const fields = { title: name, name: '办公室', phone: '13912345678', company: '县人民医院', deeds }
      winners.push({ person, id: (await submissions.handIn(person, 'individual', fields)).id })
    }
    const objector = await server().enter('user')
    const getVersion = async () => {
      const calls = (await server().requestAs(staff(), 'GET /admin/calls')).data
      return calls.find(({ id }) => id === callId)!.version
    }
    return {
      callId,
      winners,
      objector,
      acceptAll: async () => {
        for (const { id } of winners)
          await server().requestAs(staff(), 'POST /admin/submission/decide', { id, decision: 'accepted', note: '' })
      },
      startNotice: async () =>
        server().requestAs(staff(), 'POST /admin/call/notice', { id: callId, version: await getVersion() }),
      publish: async () =>
        server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version: await getVersion() }),
      object: (submissionId: number | undefined) => {
        const objection = { name: '实名者', phone: '13900000000', text: '所述事迹与事实不符' }
        return server().requestAs(objector, 'POST /submission/objection', { callId, submissionId, ...objection })
      },
      answer: (id: number, upheld: boolean, answer: string) =>
        server().requestAs(staff(), 'POST /admin/objection/decide', { id, upheld, answer }),
      endNotice: (interval = '0 s') => server().kit.sql`
        update submission_call set notice_until = clock_timestamp() + ${interval}::interval where id = ${callId}`,
    }
  }
  type StagedResults = Awaited<ReturnType<typeof stageResults>>

  async function stageNotice(): Promise<StagedResults> {
    const staged = await stageResults()
    await submissions.endCall(staged.callId)
    await staged.acceptAll()
    expect((await staged.startNotice()).data).toMatchObject({ winners: 3 })
    return staged
  }

  test('begins once the call has ended and all works are decided', async () => {
    const { callId, winners, acceptAll, startNotice, publish, object } = await stageResults()
    expect(await startNotice()).toMatchObject({ status: 409, msg: '截止之后才能公布结果' })
    await submissions.endCall(callId)
    expect(await startNotice()).toMatchObject({ status: 409, msg: '还有未审核的申报' })
    await acceptAll()
    expect(await publish()).toMatchObject({ status: 409, msg: '结果须先公示，再正式公布' })
    expect(await object(winners[0]!.id)).toMatchObject({ status: 404 })
    expect((await startNotice()).data).toMatchObject({ winners: 3 })
    expect(await startNotice()).toMatchObject({ status: 409, msg: '结果正在公示' })
  })

  test('shows the winners without their phones, and notifies each of them once', async () => {
    const { callId, winners } = await stageNotice()
    const notices = await server().request('GET /submission/notices')
    const notice = notices.data.find((item) => item.id === callId)
    expect(notice).toMatchObject({ isRunning: true, isFinal: false })
    expect(notice!.winners).toContainEqual({ id: winners[0]!.id, award: '先进个人', work: '', holder: '周到' })
    expect(notices.raw).not.toContain('13912345678')
    const messages = await selectMessages(server().kit.sql, winners[0]!.person.id, '已公示')
    expect(messages).toHaveLength(1)
  })

  test('accepts objections under a name, which only the secretariat reads', async () => {
    const { callId, winners, objector, object, endNotice } = await stageNotice()
    expect((await object(winners[1]!.id)).code).toBe(200)
    expect((await object(undefined)).code).toBe(200)
    expect(await object(1)).toMatchObject({ status: 404 })
    const [sealed] = await server().kit.sql`select text_sealed from submission_objection limit 1`
    expect(Buffer.from(sealed!['text_sealed'] as Uint8Array).toString('utf8')).not.toContain('实名者')
    expect((await server().requestAs(staff(), 'GET /admin/objections', { callId })).data).toMatchObject([
      { work: '', state: 'asked' },
      { work: '吴忧', state: 'asked', name: '实名者', text: '所述事迹与事实不符' },
    ])
    expect(await server().requestAs(objector, 'GET /admin/objections', { callId })).toMatchObject({ status: 403 })
    await endNotice()
    expect(await object(winners[0]!.id)).toMatchObject({ status: 409, msg: '公示已结束，不能再提出异议' })
  })

  test('makes awards final after its end and all answers, without the work of an upheld objection', async () => {
    const { callId, winners, objector, object, answer, publish, endNotice } = await stageNotice()
    await object(winners[1]!.id)
    await object(undefined)
    await endNotice('1 hour')
    expect((await publish()).msg).toMatch(/^公示至.+，期满后才能公布$/)
    await endNotice()
    expect(await publish()).toMatchObject({ status: 409, msg: '还有异议没有答复，答复后才能公布' })
    const [general, ofWork] = (await server().requestAs(staff(), 'GET /admin/objections', { callId })).data
    expect((await answer(general!.id, false, '程序符合办法')).code).toBe(200)
    expect((await answer(ofWork!.id, true, '经查属实')).code).toBe(200)
    expect(await answer(ofWork!.id, false, '再来一次')).toMatchObject({ status: 409 })
    const own = (await server().requestAs(objector, 'GET /submission/objections')).data
    expect(own.map((item) => [item.state, item.answer])).toEqual([
      ['dismissed', '程序符合办法'],
      ['upheld', '经查属实'],
    ])
    const entry = await selectLastAuditEntry(server().kit.sql, { subject: `objection ${ofWork!.id}` })
    expect(entry?.reason).toBe('经查属实')

    expect((await publish()).data).toEqual({ awarded: 2 })
    const notices = (await server().request('GET /submission/notices')).data
    const notice = notices.find(({ id }) => id === callId)!
    expect(notice).toMatchObject({ isRunning: false, isFinal: true })
    expect(notice.winners).toHaveLength(2)
    expect(notice.winners).toEqual(
      expect.arrayContaining(['周到', '郑重'].map((holder) => expect.objectContaining({ holder }))),
    )
    const [lost] = (await server().requestAs(winners[1]!.person, 'GET /submission/mine', { kind: 'individual' })).data
    expect(lost).toMatchObject({ result: '未通过', certificateNumber: '' })
    expect(lost!.note).toContain('经查属实')
  })

  test('freezes the ranking during the notice, and moves no work up', async () => {
    const { sql } = server().kit
    const { id: callId, version } = await submissions.openCall('competition', 3)
    const author = await server().enter('user')
    const fields = {
      title: '作品0',
      category: 'video',
      introduction: '简介',
      videoUrl: 'https://video.example.org/1',
      phone: '13900000000',
      company: '单位',
      team: [{ name: '队员', company: '单位' }],
    }
    const first = await submissions.handIn(author, 'competition', fields)
    for (let i = 1; i < 20; i += 1) {
      await sql`
        insert into submission (id, call_id, account_id, state, title, content, person_sealed, submitted_at)
        select ${5000 + i}, call_id, account_id, 'submitted', ${`作品${i}`}, content,
          ${sealPerson(server().kit, 5000 + i, { team: fields.team })}, now()
        from submission where id = ${first.id}`
    }
    const doctor = await server().enter('counsellor')
    await sql`
      insert into submission_review (submission_id, reviewer_id, state, total, done_at)
      select id, ${doctor.id}, 'done', 9500 - 100 * substr(title, 3)::int, now() from submission where call_id = ${callId}`
    await submissions.endCall(callId)
    expect((await server().requestAs(staff(), 'POST /admin/call/notice', { id: callId, version })).data).toMatchObject({
      winners: 10,
    })
    const complaint = { callId, submissionId: first.id, name: '某', phone: '13900000001', text: '抄袭' }
    expect((await server().requestAs(doctor, 'POST /submission/objection', complaint)).code).toBe(200)
    const [objection] = (await server().requestAs(staff(), 'GET /admin/objections', { callId })).data
    await server().requestAs(staff(), 'POST /admin/objection/decide', {
      id: objection!.id,
      upheld: true,
      answer: '属实',
    })
    const preview = await server().requestAs(staff(), 'GET /admin/call/awards', { id: callId })
    expect(preview.data.ranking.slice(0, 3)).toMatchObject([
      { title: '作品1', award: 2 },
      { title: '作品2', award: 2 },
      { title: '作品3', award: 3 },
    ])
    const change = {
      id: callId,
      version: version + 1,
      title: '改',
      opensTime: formatTimeInDays(-2),
      deadline: formatTimeInDays(2),
      criteria,
    }
    expect(await server().requestAs(staff(), 'PUT /admin/call', change)).toMatchObject({ status: 409 })
  })
})
