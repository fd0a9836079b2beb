// Submissions from draft to certificate through the API, and anonymity towards reviewers.
import { describe, expect, test } from 'vitest'
import { fileForm, useTestServer } from '../../../../test/test-server.ts'
import { wordFile } from '../../../../test/made-files.ts'
import { criteria, day, type Person, useSubmissions } from '../../../../test/submission-steps.ts'
import { sealPerson } from '../rules/parts.ts'

const server = useTestServer()
const { call, save, score, staff, openCall, endCall, handIn } = useSubmissions(server)

const paper = {
  title: '青少年情绪调节的干预研究',
  name: '作者王小禾',
  phone: '13912345678',
  company: '作者所在大学',
  position: '讲师',
  keywords: '情绪；青少年；干预',
  abstract: '摘'.repeat(250),
  englishAbstract: 'An abstract.',
  biography: '作者简介里的秘密',
  body: '正'.repeat(5200),
}
describe('authors', () => {
  test('store incomplete drafts, and submit only complete works, counted on the server', async () => {
    await openCall('paper')
    const ann = await server().enter('user')
    const first = await save(ann, 'paper', { title: '', abstract: '还没写完' })
    expect(first.data).toMatchObject({ state: 'draft', counts: { abstract: 4, body: 0 } })
    const { id, version } = first.data
    const early = await call(ann, 'POST', '/submission/submit', { id, version })
    expect(early).toMatchObject({ status: 400, data: { fields: { title: '请输入题目' } } })
    expect(early.data.fields.abstract).toBe('中文摘要须200至300字，目前4字')
    const whole = await save(ann, 'paper', paper, { id, version })
    expect(whole.data.counts).toMatchObject({ body: 5200, abstract: 250, biography: 8 })
    // an old tab does not overwrite a newer version
    expect(await save(ann, 'paper', paper, { id, version })).toMatchObject({ status: 409 })
    const sent = await call(ann, 'POST', '/submission/submit', { id, version: whole.data.version })
    expect(sent).toMatchObject({ status: 200, data: { state: 'submitted', dueTime: null } })
    expect(await save(ann, 'paper', paper, { id, version: sent.data.version })).toMatchObject({ status: 409 })
    expect(await call(ann, 'POST', '/submission/withdraw', { id })).toMatchObject({ data: { state: 'withdrawn' } })
    const [raw] = await server().kit.sql<
      { text: string }[]
    >`select submission::text as text from submission where id = ${id}`
    for (const secret of ['作者王小禾', '13912345678', '作者所在大学', '简介里的秘密'])
      expect(raw?.text).not.toContain(secret)
  })

  test('may submit a Word file instead of text', async () => {
    const ann = await server().enter('user')
    const { data } = await save(ann, 'paper', { ...paper, body: '' })
    const document = await wordFile(Array.from({ length: 60 }, () => '字'.repeat(100)))
    const send = (name: string, bytes: Buffer, person = ann) => {
      const form = fileForm(name, bytes)
      const boundary = /boundary=(.*)/.exec(form.headers['content-type'])![1]!
      const field = `--${boundary}\r\ncontent-disposition: form-data; name="id"\r\n\r\n${data.id}\r\n`
      const payload = Buffer.concat([Buffer.from(field), form.payload])
      return server().call('POST', '/submission/file', undefined, {
        payload,
        headers: form.headers,
        token: person.token,
      })
    }
    const reply = await send('我的姓名-论文.docx', document)
    expect(reply.data).toMatchObject({ counts: { body: 6000 }, fileName: '论文.docx' })
    expect(await send('论文.docx', Buffer.from('no archive'))).toMatchObject({ status: 400 })
    expect(await send('论文.pdf', Buffer.from('%PDF-1.7'))).toMatchObject({ msg: '请上传 .docx 格式的论文' })
    const bob = await server().enter('user')
    expect(await send('论文.docx', document, bob)).toMatchObject({ status: 404 })
  })

  test('do not see submissions of others, and have a limited number', async () => {
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    const { data } = await save(ann, 'paper', paper)
    const { id, version } = data
    expect(await save(bob, 'paper', paper, { id, version })).toMatchObject({ status: 404 })
    for (const path of ['/submission/submit', '/submission/withdraw']) {
      expect(await call(bob, 'POST', path, { id, version })).toMatchObject({ status: 404 })
    }
    const more = await Promise.all(Array.from({ length: 6 }, () => save(ann, 'paper', paper)))
    expect(more.filter((reply) => reply.status === 200)).toHaveLength(2)
  })

  test('submit until the deadline by the server’s clock, and may revise returned works later', async () => {
    const { id: callId } = await openCall('individual')
    const deeds = { title: '李书涵', name: '联系人', phone: '13900000000', company: '县医院', deeds: '事'.repeat(300) }
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    const sent = await handIn(ann, 'individual', deeds)
    const late = (await save(bob, 'individual', deeds)).data
    const mine = await call(ann, 'GET', '/submission/mine', { kind: 'individual' })
    expect(mine.data[0].dueTime).toMatch(/23:59:59$/)
    await endCall(callId)
    expect(await call(bob, 'POST', '/submission/submit', { id: late.id, version: late.version })).toMatchObject({
      status: 409,
      msg: '已过截止时间，不能再提交或修改',
    })
    expect(await save(bob, 'individual', deeds)).toMatchObject({ status: 409 })
    const back = { id: sent.id, decision: 'returned', note: '请补充数据' }
    expect((await call(staff(), 'POST', '/admin/submission/decide', back)).status).toBe(200)
    const again = await save(ann, 'individual', deeds, { id: sent.id, version: sent.version + 1 })
    expect(again.status).toBe(200)
    const resent = await call(ann, 'POST', '/submission/submit', { id: sent.id, version: again.data.version })
    expect(resent).toMatchObject({ status: 200, data: { state: 'submitted' } })
    const notices = await server().kit.sql`select title from message where account_id = ${ann.id} order by id`
    expect(notices.at(-1)?.title).toBe('您的先进个人申报“李书涵”需要修改：请补充数据')
  })
})

describe('review and results', () => {
  test('hides authors from reviewers, and gives awards and certificates by scores', async () => {
    const { sql } = server().kit
    const { id: callId } = await openCall('competition')
    const authors: Person[] = []
    const works: { id: number }[] = []
    for (let i = 0; i < 20; i += 1) {
      const author = i < 2 ? await server().enter('user') : authors[i % 2]!
      if (i < 2) authors.push(author)
      const fields = {
        title: `作品${i}`,
        category: 'video',
        introduction: '简介',
        videoUrl: 'https://video.example.org/1',
        phone: '13900000000',
        company: '秘密单位',
        team: [{ name: `队员甲${i}`, company: '秘密单位' }],
      }
      if (i < 2) works.push(await handIn(author, 'competition', fields))
    }
    // inserts the others directly, because a person may submit only three
    for (let i = 2; i < 20; i += 1) {
      const [row] = await sql<{ id: number }[]>`
        insert into submission (id, call_id, account_id, state, title, content, person_sealed, submitted_at)
        select ${1000 + i}, call_id, account_id, 'submitted', ${`作品${i}`}, content,
          ${sealPerson(server().kit, 1000 + i, { team: [{ name: '队员甲0', company: '秘密单位' }] })}, now()
        from submission where id = ${works[0]!.id} returning id`
      works.push(row!)
    }
    const [firstExpert, secondExpert] = [await server().enter('counsellor'), await server().enter('counsellor')]
    const ids = works.map((work) => work.id)
    const stranger = await server().enter('user')
    await sql`update submission set account_id = ${stranger.id} where id = ${works.at(-1)!.id}`
    const wrong = { ids, reviewerIds: [stranger.id] }
    expect(await call(staff(), 'POST', '/admin/submission/assign', wrong)).toMatchObject({ status: 400 })
    const assigned = await call(staff(), 'POST', '/admin/submission/assign', {
      ids,
      reviewerIds: [firstExpert.id, secondExpert.id],
    })
    expect(assigned.data).toMatchObject({ assigned: 40 })

    const list = await call(firstExpert, 'GET', '/review/mine')
    expect(list.data).toHaveLength(20)
    const sheet = await call(firstExpert, 'GET', '/review/sheet', { id: list.data[0].id })
    for (const secret of ['队员甲', '秘密单位', '139']) {
      expect(sheet.raw).not.toContain(secret)
      expect(list.raw).not.toContain(secret)
    }
    expect(await call(secondExpert, 'GET', '/review/sheet', { id: list.data[0].id })).toMatchObject({ status: 404 })
    expect(await call(stranger, 'GET', '/review/mine')).toMatchObject({ status: 403 })

    const half = {
      id: list.data[0].id,
      handedIn: sheet.data.handedIn,
      scores: { science: 90 },
      comment: '',
      isDone: true,
    }
    expect(await call(firstExpert, 'POST', '/review/save', half)).toMatchObject({
      status: 400,
      msg: '请为“写作规范”打分',
    })
    for (const reviewer of [firstExpert, secondExpert]) {
      const mine = await call(reviewer, 'GET', '/review/mine')
      for (const review of mine.data) {
        const points = 95 - Number(review.title.slice(2))
        const reply = await score(reviewer, review.id, { science: points, writing: points })
        expect(reply.status).toBe(200)
      }
    }
    const preview = await call(staff(), 'GET', '/admin/call/awards', { id: callId })
    expect(preview.data).toMatchObject({ counted: 20, outstanding: '' })
    expect(preview.data.ranking.map((row: { award: number | null }) => row.award).slice(0, 11)).toEqual([
      1,
      2,
      2,
      3,
      3,
      3,
      4,
      4,
      4,
      4,
      null,
    ])
    expect(preview.data.ranking[0]).toMatchObject({ title: '作品0', score: 95, rank: 1 })

    const { version } = (await call(staff(), 'GET', '/admin/calls')).data.find(
      (row: { id: number }) => row.id === callId,
    )
    const publish = { id: callId, version }
    expect(await call(staff(), 'POST', '/admin/call/publish', publish)).toMatchObject({ status: 409 })
    await endCall(callId)
    const mineBefore = await call(authors[0]!, 'GET', '/submission/mine', { kind: 'competition' })
    expect(mineBefore.data[0]).toMatchObject({ result: '', certificateNumber: '' })
    expect(await call(staff(), 'POST', '/admin/call/publish', publish)).toMatchObject({ data: { awarded: 10 } })
    expect(await call(staff(), 'POST', '/admin/call/publish', publish)).toMatchObject({ status: 409 })

    const mine = await call(authors[0]!, 'GET', '/submission/mine', { kind: 'competition' })
    const winner = mine.data.find((row: { id: number }) => row.id === works[0]!.id)
    expect(winner).toMatchObject({ result: '一等奖' })
    const newsOf = async (author: (typeof authors)[number]) =>
      (await call(author, 'GET', '/message/getUnReadByUserId')).data.map(
        (message: { problemTitle: string }) => message.problemTitle,
      )
    expect(await newsOf(authors[0]!)).toContainEqual(expect.stringContaining('一等奖'))
    expect(await newsOf(stranger)).toContainEqual(expect.stringContaining('评选结果已公布，感谢您的参与'))
    const checked = await call(null, 'GET', '/certificate/check', { no: winner.certificateNumber })
    expect(checked.data).toMatchObject({ kind: 'award', title: '一等奖', state: 'valid' })
    const sheets = await call(firstExpert, 'GET', '/review/sheet', { id: list.data[0].id })
    expect(sheets.data.mayChange).toBe(false)
  })

  test('lets biased reviewers step back, and assigns no one their own work', async () => {
    await openCall('paper')
    const doctor = await server().enter('counsellor')
    const other = await server().enter('counsellor')
    const { id } = await handIn(doctor, 'paper', paper)
    const input = { ids: [id], reviewerIds: [doctor.id, other.id] }
    expect((await call(staff(), 'POST', '/admin/submission/assign', input)).data).toMatchObject({ assigned: 1 })
    const [review] = (await call(other, 'GET', '/review/mine')).data
    const decline = { id: review.id, reason: '与作者同单位' }
    expect((await call(other, 'POST', '/review/decline', decline)).status).toBe(200)
    const late = await score(other, review.id, { science: 1, writing: 1 })
    expect(late).toMatchObject({ status: 409, msg: '评审已结束，或作品正由作者修改，现在不能评分' })
    const detail = await call(staff(), 'GET', '/admin/submission', { id })
    expect(detail.data).toMatchObject({ reviews: 0, reviewList: [{ state: 'declined', comment: '与作者同单位' }] })
    expect(detail.data).toMatchObject({ fileUrl: '' })
    expect(detail.data.person).toContainEqual({ label: '姓名', text: '作***禾' })
    expect(detail.data.person).toContainEqual({ label: '联系电话', text: '139****5678' })
    for (const secret of [paper.name, paper.phone, paper.biography]) expect(detail.raw).not.toContain(secret)
    const editor = await server().enter('editor')
    const open = (person: Person, reason: string) => call(person, 'POST', '/admin/submission/reveal', { id, reason })
    expect((await open(doctor, '想知道')).status).toBe(403)
    expect((await open(editor, '')).status).toBe(400)
    const opened = await open(editor, '核对作者信息')
    expect(opened.data.person).toContainEqual({ label: '姓名', text: paper.name })
    expect(opened.data.person).toContainEqual({ label: '作者简介', text: paper.biography })
    const [entry] = await server().kit.sql`
      select actor_id, reason from audit_log where action = 'submissionRevealed' and subject = ${`submission ${id}`}`
    expect(entry).toEqual({ actor_id: editor.id, reason: '核对作者信息' })
  })

  test('requires weights of 100 in total, and freezes them after the first score', async () => {
    const draft = { kind: 'paper', title: '征文', opensTime: day(-1), deadline: day(1) }
    const wrong = await call(staff(), 'POST', '/admin/call', { ...draft, criteria: [{ ...criteria[0], weight: 50 }] })
    expect(wrong).toMatchObject({ status: 400, msg: '各项权重之和须为100' })
  })
})
