// Tests of submissions from draft to certificate through the API, and of anonymity towards reviewers.
import { describe, expect, test } from 'vitest'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import { wordFile } from '../../../../test/made-files.ts'
import { selectMessages } from '../../../../test/messages.ts'
import { criteria, formatTimeInDays, useSubmissions } from '../../../../test/steps/submission-steps.ts'
import { sealPerson } from '../rules/parts.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

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
  test('stores incomplete drafts, and accepts only complete works, counted on the server', async () => {
    await submissions.openCall('paper')
    const ann = await server().enter('user')
    const first = await submissions.saveDraft(ann, 'paper', { title: '', abstract: '还没写完' })
    expect(first.data).toMatchObject({ state: 'draft', counts: { abstract: 4, body: 0 } })
    const { id, version } = first.data
    const early = await server().requestAs(ann, 'POST /submission/submit', { id, version })
    expect(early).toMatchObject({ status: 400, data: { fields: { title: '请输入题目' } } })
    expect(early.fields.abstract).toBe('中文摘要须200至300字，目前4字')
    const whole = await submissions.saveDraft(ann, 'paper', paper, { id, version })
    expect(whole.data.counts).toMatchObject({ body: 5200, abstract: 250, biography: 8 })
    // a tab that is out of date does not overwrite a newer version
    expect(await submissions.saveDraft(ann, 'paper', paper, { id, version })).toMatchObject({ status: 409 })
    const sent = await server().requestAs(ann, 'POST /submission/submit', { id, version: whole.data.version })
    expect(sent).toMatchObject({ status: 200, data: { state: 'submitted', dueTime: null } })
    expect(await submissions.saveDraft(ann, 'paper', paper, { id, version: sent.data.version })).toMatchObject({
      status: 409,
    })
    expect(await server().requestAs(ann, 'POST /submission/withdraw', { id })).toMatchObject({
      data: { state: 'withdrawn' },
    })
    const [raw] = await server().kit.sql<
      { text: string }[]
    >`select submission::text as text from submission where id = ${id}`
    for (const secret of ['作者王小禾', '13912345678', '作者所在大学', '简介里的秘密'])
      expect(raw?.text).not.toContain(secret)
  })

  test('accepts a Word file instead of text', async () => {
    const ann = await server().enter('user')
    const { data } = await submissions.saveDraft(ann, 'paper', { ...paper, body: '' })
    const document = await wordFile(Array.from({ length: 60 }, () => '字'.repeat(100)))
    const uploadFile = (name: string, bytes: Buffer, { token } = ann) =>
      server().upload({ token }, 'POST /submission/file', fileForm(name, bytes, { id: data.id }))
    const reply = await uploadFile('我的姓名-论文.docx', document)
    expect(reply.data).toMatchObject({ counts: { body: 6000 }, fileName: '论文.docx' })
    expect(await uploadFile('论文.docx', Buffer.from('no archive'))).toMatchObject({ status: 400 })
    expect(await uploadFile('论文.pdf', Buffer.from('%PDF-1.7'))).toMatchObject({ msg: '请上传 .docx 格式的论文' })
    const bob = await server().enter('user')
    expect(await uploadFile('论文.docx', document, bob)).toMatchObject({ status: 404 })
  })

  test('hides submissions of others, and limits the number per author', async () => {
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    const { data } = await submissions.saveDraft(ann, 'paper', paper)
    const { id, version } = data
    expect(await submissions.saveDraft(bob, 'paper', paper, { id, version })).toMatchObject({ status: 404 })
    for (const path of ['/submission/submit', '/submission/withdraw']) {
      expect(await server().sendRaw('POST', path, { id, version }, bob)).toMatchObject({ status: 404 })
    }
    const more = await Promise.all(Array.from({ length: 6 }, () => submissions.saveDraft(ann, 'paper', paper)))
    expect(more.filter((reply) => reply.status === 200)).toHaveLength(2)
  })

  test('accepts works until the deadline by the server’s clock, and revisions of returned works later', async () => {
    const { id: callId } = await submissions.openCall('individual')
    const deeds = { title: '李书涵', name: '联系人', phone: '13900000000', company: '县医院', deeds: '事'.repeat(300) }
    const [ann, bob] = [await server().enter('user'), await server().enter('user')]
    const sent = await submissions.handIn(ann, 'individual', deeds)
    const late = (await submissions.saveDraft(bob, 'individual', deeds)).data
    const mine = await server().requestAs(ann, 'GET /submission/mine', { kind: 'individual' })
    expect(mine.data[0]!.dueTime).toMatch(/23:59:59$/)
    await submissions.endCall(callId)
    expect(
      await server().requestAs(bob, 'POST /submission/submit', { id: late.id, version: late.version }),
    ).toMatchObject({
      status: 409,
      msg: '已过截止时间，不能再提交或修改',
    })
    expect(await submissions.saveDraft(bob, 'individual', deeds)).toMatchObject({ status: 409 })
    const back = { id: sent.id, decision: 'returned', note: '请补充数据' }
    expect((await server().requestAs(staff(), 'POST /admin/submission/decide', back)).status).toBe(200)
    const again = await submissions.saveDraft(ann, 'individual', deeds, { id: sent.id, version: sent.version + 1 })
    expect(again.status).toBe(200)
    const resent = await server().requestAs(ann, 'POST /submission/submit', {
      id: sent.id,
      version: again.data.version,
    })
    expect(resent).toMatchObject({ status: 200, data: { state: 'submitted' } })
    const notices = await selectMessages(server().kit.sql, ann.id)
    expect(notices.at(-1)?.title).toBe('您的先进个人申报“李书涵”需要修改：请补充数据')
  })
})

describe('review and results', () => {
  const workFields = (n: number) => ({
    title: `作品${n}`,
    category: 'video',
    introduction: '简介',
    videoUrl: 'https://video.example.org/1',
    phone: '13900000000',
    company: '秘密单位',
    team: [{ name: `队员甲${n}`, company: '秘密单位' }],
  })

  /**
   * Twenty works of two authors and one of a third author, assigned to two experts.
   * @param firstId id of the first inserted work
   */
  async function stageCompetition(firstId: number) {
    const { kit } = server()
    const { id: callId } = await submissions.openCall('competition')
    const author = await server().enter('user')
    const works: { id: number; version: number }[] = [
      await submissions.handIn(author, 'competition', workFields(0)),
      await submissions.handIn(await server().enter('user'), 'competition', workFields(1)),
    ]
    // inserts the others directly, because a person may submit only three
    for (let n = 2; n < 20; n += 1) {
      const [row] = await kit.sql<{ id: number }[]>`
        insert into submission (id, call_id, account_id, state, title, content, person_sealed, submitted_at)
        select ${firstId + n}, call_id, account_id, 'submitted', ${`作品${n}`}, content,
          ${sealPerson(kit, firstId + n, { team: workFields(0).team })}, now()
        from submission where id = ${works[0]!.id} returning id`
      works.push({ ...row!, version: 1 })
    }
    const loser = await server().enter('user')
    await kit.sql`update submission set account_id = ${loser.id} where id = ${works.at(-1)!.id}`
    const experts = [await server().enter('counsellor'), await server().enter('counsellor')] as const
    const assignExperts = (reviewerIds: number[]) =>
      server().requestAs(staff(), 'POST /admin/submission/assign', { ids: works.map(({ id }) => id), reviewerIds })
    const assigned = await assignExperts(experts.map(({ id }) => id))
    expect(assigned.data).toMatchObject({ assigned: 40 })
    return { callId, author, loser, experts, winningId: works[0]!.id, assignExperts }
  }

  test('hides authors from reviewers, and other reviews from each of them', async () => {
    const { experts, loser, assignExperts } = await stageCompetition(1000)
    const [expert, otherExpert] = experts
    expect(await assignExperts([loser.id])).toMatchObject({ status: 400 })
    const list = await server().requestAs(expert, 'GET /review/mine')
    expect(list.data).toHaveLength(20)
    const sheet = await server().requestAs(expert, 'GET /review/sheet', { id: list.data[0]!.id })
    // A phone number begins with 139; a time may contain these digits further in.
    for (const secret of [/队员甲/u, /秘密单位/u, /(?<!\d)139/u]) {
      expect(sheet.raw).not.toMatch(secret)
      expect(list.raw).not.toMatch(secret)
    }
    expect(await server().requestAs(otherExpert, 'GET /review/sheet', { id: list.data[0]!.id })).toMatchObject({
      status: 404,
    })
    expect(await server().requestAs(loser, 'GET /review/mine')).toMatchObject({ status: 403 })
    const { handedIn } = sheet.data
    const half = { id: list.data[0]!.id, handedIn, scores: { science: 90 }, comment: '', isDone: true }
    expect(await server().requestAs(expert, 'POST /review/save', half)).toMatchObject({
      status: 400,
      msg: '请为“写作规范”打分',
    })
  })

  /** Both experts give 95 points to the first work, and a point less to each further one. */
  async function scoreAll(experts: readonly Caller[]): Promise<void> {
    for (const expert of experts) {
      for (const review of (await server().requestAs(expert, 'GET /review/mine')).data) {
        const points = 95 - Number(review.title.slice(2))
        expect((await submissions.score(expert, review.id, { science: points, writing: points })).status).toBe(200)
      }
    }
  }

  test('ranks works by scores, and publishes awards with certificates once the call has ended', async () => {
    const { callId, author, loser, experts, winningId } = await stageCompetition(2000)
    await scoreAll(experts)
    const { counted, outstanding, ranking } = (
      await server().requestAs(staff(), 'GET /admin/call/awards', { id: callId })
    ).data
    expect({ counted, outstanding }).toEqual({ counted: 20, outstanding: '' })
    const awards = ranking.map((row) => row.award)
    expect(awards.slice(0, 11)).toEqual([1, ...[2, 2], ...[3, 3, 3], ...[4, 4, 4, 4], null])
    expect(ranking[0]).toMatchObject({ title: '作品0', score: 95, rank: 1 })

    const calls = (await server().requestAs(staff(), 'GET /admin/calls')).data
    const { version } = calls.find(({ id }) => id === callId)!
    const publishCall = () => server().requestAs(staff(), 'POST /admin/call/publish', { id: callId, version })
    const listOwn = async () => (await server().requestAs(author, 'GET /submission/mine', { kind: 'competition' })).data
    expect(await publishCall()).toMatchObject({ status: 409 })
    await submissions.endCall(callId)
    expect((await listOwn())[0]).toMatchObject({ result: '', certificateNumber: '' })
    expect(await publishCall()).toMatchObject({ data: { awarded: 10 } })
    expect(await publishCall()).toMatchObject({ status: 409 })

    const winner = (await listOwn()).find((row) => row.id === winningId)
    expect(winner).toMatchObject({ result: '一等奖' })
    const certificate = await server().request('GET /certificate/check', { no: winner!.certificateNumber })
    expect(certificate.data).toMatchObject({ kind: 'award', title: '一等奖', state: 'valid' })
    const listNews = async (person: Caller) =>
      (await server().requestAs(person, 'GET /message/getUnReadByUserId')).data.map((message) => message.problemTitle)
    expect(await listNews(author)).toContainEqual(expect.stringContaining('一等奖'))
    expect(await listNews(loser)).toContainEqual(expect.stringContaining('评选结果已公布，感谢您的参与'))
    const [review] = (await server().requestAs(experts[0], 'GET /review/mine')).data
    expect((await server().requestAs(experts[0], 'GET /review/sheet', { id: review!.id })).data.mayChange).toBe(false)
  })

  test('lets biased reviewers step back, and assigns no one their own work', async () => {
    await submissions.openCall('paper')
    const doctor = await server().enter('counsellor')
    const other = await server().enter('counsellor')
    const { id } = await submissions.handIn(doctor, 'paper', paper)
    const input = { ids: [id], reviewerIds: [doctor.id, other.id] }
    expect((await server().requestAs(staff(), 'POST /admin/submission/assign', input)).data).toMatchObject({
      assigned: 1,
    })
    const [review] = (await server().requestAs(other, 'GET /review/mine')).data
    const decline = { id: review!.id, reason: '与作者同单位' }
    expect((await server().requestAs(other, 'POST /review/decline', decline)).status).toBe(200)
    const late = await submissions.score(other, review!.id, { science: 1, writing: 1 })
    expect(late).toMatchObject({ status: 409, msg: '评审已结束，或作品正由作者修改，现在不能评分' })
    const detail = await server().requestAs(staff(), 'GET /admin/submission', { id })
    expect(detail.data).toMatchObject({ reviews: 0, reviewList: [{ state: 'declined', comment: '与作者同单位' }] })
    expect(detail.data).toMatchObject({ fileUrl: '' })
    expect(detail.data.person).toContainEqual({ label: '姓名', text: '作***禾' })
    expect(detail.data.person).toContainEqual({ label: '联系电话', text: '139****5678' })
    for (const secret of [paper.name, paper.phone, paper.biography]) expect(detail.raw).not.toContain(secret)
    const editor = await server().enter('editor')
    const revealAuthor = (person: Caller, reason: string) =>
      server().requestAs(person, 'POST /admin/submission/reveal', { id, reason })
    expect((await revealAuthor(doctor, '想知道')).status).toBe(403)
    expect((await revealAuthor(editor, '')).status).toBe(400)
    const opened = await revealAuthor(editor, '核对作者信息')
    expect(opened.data.person).toContainEqual({ label: '姓名', text: paper.name })
    expect(opened.data.person).toContainEqual({ label: '作者简介', text: paper.biography })
    const entry = await selectLastAuditEntry(server().kit.sql, {
      action: 'submissionRevealed',
      subject: `submission ${id}`,
    })
    expect(entry).toMatchObject({ actor_id: editor.id, reason: '核对作者信息' })
  })

  test('requires weights of 100 in total, and freezes them after the first score', async () => {
    const draft = { kind: 'paper', title: '征文', opensTime: formatTimeInDays(-1), deadline: formatTimeInDays(1) }
    const wrong = await server().requestAs(staff(), 'POST /admin/call', {
      ...draft,
      criteria: [{ ...criteria[0]!, weight: 50 }],
    })
    expect(wrong).toMatchObject({ status: 400, msg: '各项权重之和须为100' })
  })
})
