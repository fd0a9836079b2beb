// Public notice before awards are final: objections and their effect.
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { criteria, day, type Person, useSubmissions } from '../../../../test/submission-steps.ts'
import { sealPerson } from '../rules/parts.ts'

const server = useTestServer()
const { call, staff, openCall, endCall, handIn } = useSubmissions(server)

describe('the public notice before awards are final', () => {
  test('shows results publicly, answers objections, and only then makes awards final', async () => {
    const { sql } = server().kit
    const { id: callId } = await openCall('individual', 5)
    const deeds = '扎根基层，服务群众。'.repeat(30)
    const winners: { person: Person; id: number }[] = []
    for (const name of ['周到', '吴忧', '郑重']) {
      const person = await server().enter('user')
      const fields = { title: name, name: '办公室', phone: '13912345678', company: '县人民医院', deeds }
      winners.push({ person, id: (await handIn(person, 'individual', fields)).id })
    }
    const stranger = await server().enter('user')
    const version = async () =>
      (await call(staff(), 'GET', '/admin/calls')).data.find((row: { id: number }) => row.id === callId)
        .version as number
    const notice = async () => call(staff(), 'POST', '/admin/call/notice', { id: callId, version: await version() })
    const publish = async () => call(staff(), 'POST', '/admin/call/publish', { id: callId, version: await version() })
    const complain = (submissionId: number | undefined, person = stranger) =>
      call(person, 'POST', '/submission/objection', {
        callId,
        submissionId,
        name: '实名者',
        phone: '13900000000',
        text: '所述事迹与事实不符',
      })

    expect(await notice()).toMatchObject({ status: 409, msg: '截止之后才能公布结果' })
    await endCall(callId)
    expect(await notice()).toMatchObject({ status: 409, msg: '还有未审核的申报' })
    for (const { id } of winners) {
      await call(staff(), 'POST', '/admin/submission/decide', { id, decision: 'accepted', note: '' })
    }
    expect(await publish()).toMatchObject({ status: 409, msg: '结果须先公示，再正式公布' })
    expect(await complain(winners[0]!.id)).toMatchObject({ status: 404 })
    expect((await notice()).data).toMatchObject({ winners: 3 })
    expect(await notice()).toMatchObject({ status: 409, msg: '结果正在公示' })
    const shown = await call(null, 'GET', '/submission/notices')
    expect(shown.data[0]).toMatchObject({ id: callId, isRunning: true, isFinal: false })
    expect(shown.data[0].winners).toContainEqual({ id: winners[0]!.id, award: '先进个人', work: '', holder: '周到' })
    expect(shown.raw).not.toContain('13912345678')
    const notices = await sql`
      select title from message where account_id = ${winners[0]!.person.id} and title like '%已公示%'`
    expect(notices).toHaveLength(1)

    expect((await complain(winners[1]!.id)).code).toBe(200)
    expect((await complain(undefined)).code).toBe(200)
    expect(await complain(1)).toMatchObject({ status: 404 })
    const [sealed] = await sql`select text_sealed from submission_objection limit 1`
    expect(Buffer.from(sealed!['text_sealed'] as Uint8Array).toString('utf8')).not.toContain('实名者')
    const list = (await call(staff(), 'GET', '/admin/objections', { callId })).data
    expect(list).toMatchObject([
      { work: '', state: 'asked' },
      { work: '吴忧', state: 'asked', name: '实名者', text: '所述事迹与事实不符' },
    ])
    expect(await call(stranger, 'GET', '/admin/objections', { callId })).toMatchObject({ status: 403 })

    await sql`update submission_call set notice_until = clock_timestamp() + interval '1 hour' where id = ${callId}`
    expect((await publish()).msg).toMatch(/^公示至.+，期满后才能公布$/)
    await sql`update submission_call set notice_until = clock_timestamp() where id = ${callId}`
    expect(await complain(winners[0]!.id)).toMatchObject({ status: 409, msg: '公示已结束，不能再提出异议' })
    expect(await publish()).toMatchObject({ status: 409, msg: '还有异议没有答复，答复后才能公布' })
    const decide = (id: number, upheld: boolean, answer: string) =>
      call(staff(), 'POST', '/admin/objection/decide', { id, upheld, answer })
    expect((await decide(list[0].id, false, '程序符合办法')).code).toBe(200)
    expect((await decide(list[1].id, true, '经查属实')).code).toBe(200)
    expect(await decide(list[1].id, false, '再来一次')).toMatchObject({ status: 409 })
    const own = (await call(stranger, 'GET', '/submission/objections')).data
    expect(own.map((item: { state: string; answer: string }) => [item.state, item.answer])).toEqual([
      ['dismissed', '程序符合办法'],
      ['upheld', '经查属实'],
    ])
    const [entry] = await sql`select reason from audit_log where subject = ${`objection ${list[1].id}`}`
    expect(entry).toEqual({ reason: '经查属实' })

    expect((await publish()).data).toEqual({ awarded: 2 })
    const after = await call(null, 'GET', '/submission/notices')
    expect(after.data[0]).toMatchObject({ isRunning: false, isFinal: true })
    expect(after.data[0].winners.map((winner: { holder: string }) => winner.holder).sort()).toEqual(
      ['周到', '郑重'].sort(),
    )
    const lost = (await call(winners[1]!.person, 'GET', '/submission/mine', { kind: 'individual' })).data[0]
    expect(lost).toMatchObject({ result: '未通过', certificateNumber: '' })
    expect(lost.note).toContain('经查属实')
  })

  test('freezes the ranking during the notice, and moves no work up', async () => {
    const { sql } = server().kit
    const { id: callId, version } = await openCall('competition', 3)
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
    const first = await handIn(author, 'competition', fields)
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
    await endCall(callId)
    expect((await call(staff(), 'POST', '/admin/call/notice', { id: callId, version })).data).toMatchObject({
      winners: 10,
    })
    const complaint = { callId, submissionId: first.id, name: '某', phone: '13900000001', text: '抄袭' }
    expect((await call(doctor, 'POST', '/submission/objection', complaint)).code).toBe(200)
    const [objection] = (await call(staff(), 'GET', '/admin/objections', { callId })).data
    await call(staff(), 'POST', '/admin/objection/decide', { id: objection.id, upheld: true, answer: '属实' })
    const preview = await call(staff(), 'GET', '/admin/call/awards', { id: callId })
    expect(preview.data.ranking.slice(0, 3)).toMatchObject([
      { title: '作品1', award: 2 },
      { title: '作品2', award: 2 },
      { title: '作品3', award: 3 },
    ])
    const change = { id: callId, version: version + 1, title: '改', opensTime: day(-2), deadline: day(2), criteria }
    expect(await call(staff(), 'PUT', '/admin/call', change)).toMatchObject({ status: 409 })
  })
})
