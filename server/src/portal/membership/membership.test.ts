// Membership through the door: applying, being reviewed, paying, renewing, lapsing, and what must never happen.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeIdNumber, makeLevel } from '../../../db/make/membership.ts'
import { fileForm, useHouse, type Reply } from '../../../test/house.ts'
import { transaction } from '../../kit/db.ts'
import { addDays, chinaDay } from '../../kit/time.ts'
import { hashOf, texts } from '../consents/texts.ts'
import { isActiveMember } from '../standing/standing.ts'
import { findDue, settleDue, undoDue } from './dues.ts'
import { keepMemberships } from './keep.ts'

const house = useHouse()
let levelId = 0
let unitLevelId = 0

beforeAll(async () => {
  const { sql } = house().kit
  levelId = await makeLevel(sql, { title: '个人会员' })
  unitLevelId = await makeLevel(sql, { title: '单位会员', kind: 'unit', seats: 3, cents: 200_000, position: 1 })
})

type Person = Awaited<ReturnType<ReturnType<typeof house>['enter']>>
const consent = { consentVersion: texts.memberData.version, consentHash: hashOf(texts.memberData) }
let people = 100
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

function formOf(person: Person, more: Record<string, unknown> = {}) {
  people += 2
  return {
    name: '王小禾',
    gender: people % 2 === 0 ? '女' : '男',
    idCard: makeIdNumber('1990-03-07', people),
    education: '硕士',
    organization: '省立第一医院',
    mobilePhone: person.phone,
    email: 'wang@xinqiao.invalid',
    ...consent,
    ...more,
  }
}
const post = (path: string, input: object, person: Person) => house().call('POST', path, input, { token: person.token })
const get = (path: string, person: Person, input: object = {}) =>
  house().call('GET', path, input, { token: person.token })
const submit = (person: Person, more: Record<string, unknown> = {}) =>
  post('/memberApplication/submit', formOf(person, more), person)
const applied = (person: Person) => get('/memberApplication/getByUserId', person, { userId: person.id })
const isApproved = async (person: Person) =>
  (await get('/memberApplication/getAuditStatus', person, { userId: person.id })).data as boolean
const mine = async (person: Person) => (await get('/membership/mine', person)).data
const newest = async (reviewer: Person) =>
  (await get('/admin/memberApplications', reviewer)).data.content[0] as { id: number; state: string }
const detail = async (reviewer: Person, id: number) => (await get('/admin/memberApplication', reviewer, { id })).data

async function decide(reviewer: Person, decision: string, more: Record<string, unknown> = {}): Promise<Reply> {
  const { id } = await newest(reviewer)
  const { version } = await detail(reviewer, id)
  return post('/admin/memberApplication/decide', { items: [{ id, version }], decision, reason: '', ...more }, reviewer)
}

const pay = async (person: Person, today = chinaDay()) => {
  const { kit } = house()
  const due = (await findDue(kit.sql, person.id, today))!
  const orderNo = `T${Math.random()}`
  await transaction(kit.sql, (tx, after) =>
    settleDue(
      { kit, tx, after, today },
      { accountId: person.id, subject: due.subject, orderNo, amountCents: due.cents },
    ),
  )
  return { due, orderNo }
}

async function makeMember(person: Person, today?: string) {
  const admin = await house().enter('administrator')
  await submit(person)
  await decide(admin, 'approve')
  return pay(person, today)
}

describe('applying', () => {
  test('the sentences of the specification stand at their fields', async () => {
    const person = await house().enter('user')
    const { data } = await post('/memberApplication/submit', {}, person)
    expect(data.fields).toEqual({
      name: '请输入姓名',
      gender: '请选择性别',
      idCard: '请输入身份证号码',
      education: '请选择学历',
      organization: '请输入所在单位',
      mobilePhone: '请输入手机号码',
      email: '请输入邮箱地址',
    })
    const wrong = await submit(person, { idCard: '12', mobilePhone: '12800000000', email: 'x' })
    expect(wrong.data.fields).toEqual({
      idCard: '请输入正确的身份证号码',
      mobilePhone: '请输入正确的手机号码',
      email: '请输入正确的邮箱地址',
    })
  })

  test('a client of the specification alone passes; a second application does not', async () => {
    const person = await house().enter('user')
    expect((await applied(person)).data).toBeNull()
    const sent = await post(
      '/memberApplication/submit',
      {
        ...formOf(person, { userId: person.id }),
        consentHash: undefined,
        consentVersion: undefined,
        ethnicity: '',
        t: 1,
      },
      person,
    )
    expect(sent).toMatchObject({ code: 200, msg: '申请提交成功，我们将尽快审核您的申请' })
    expect((await applied(person)).data).toMatchObject({ status: 'submitted' })
    expect(await submit(person)).toMatchObject({ code: 400, msg: '您已经提交过申请，请勿重复提交' })
    expect(await isApproved(person)).toBe(false)
    // the separate consent is missing, and without it nobody approves
    const admin = await house().enter('administrator')
    const { id } = await newest(admin)
    expect((await detail(admin, id)).warnings).toContain('noConsent')
    expect((await decide(admin, 'approve')).data.failed[0].sentence).toContain('单独同意')
    expect((await mine(person)).application.needsConsent).toBe(true)
    const { version, hash } = (await get('/consent/text', person, { purpose: 'memberData' })).data
    expect((await post('/memberApplication/consent', { version, hash }, person)).status).toBe(200)
    expect((await decide(admin, 'approve')).data).toMatchObject({ decided: [{ sentence: '审核通过' }], failed: [] })
    expect(await isApproved(person)).toBe(true)
  })

  test('two sendings at the same moment make one application', async () => {
    const person = await house().enter('user')
    const replies = await Promise.all([submit(person), submit(person), submit(person)])
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('numbers that look wrong warn the reviewer, and refuse once the switch is set', async () => {
    const admin = await house().enter('administrator')
    const right = makeIdNumber('1990-03-07', 1)
    const idCard = right.slice(0, 17) + (right.endsWith('0') ? '1' : '0')
    const [first, second, third] = await Promise.all(['a', 'b', 'c'].map(() => house().enter('user')))
    // the applicant hears the same as the reviewer, and is not refused for it
    const doubts = {
      idCard: '身份证号码的校验码与前面的数字不符，请核对',
      gender: '所选性别与身份证号码不一致，请核对',
    }
    expect((await submit(first!, { idCard, gender: '女' })).data).toEqual({ doubts })
    expect(await mine(first!)).toMatchObject({ refusesWrongNumber: false, application: { doubts } })
    const { id } = await newest(admin)
    expect((await detail(admin, id)).warnings).toEqual(['wrongCheckDigit', 'otherGender'])
    expect((await submit(second!, { idCard: '110105900307001', gender: '男' })).data).toEqual({ doubts: {} })
    expect((await detail(admin, (await newest(admin)).id)).warnings).toEqual(['oldNumber'])
    const settings = (await get('/admin/membership/settings', admin)).data
    const set = (more: object) =>
      house().call('PUT', '/admin/membership/settings', { ...settings, ...more }, { token: admin.token })
    await set({ refuseWrongNumber: true, acceptOldNumber: false })
    expect(await mine(third!)).toMatchObject({ refusesWrongNumber: true })
    for (const number of [idCard, '110105900307001', makeIdNumber('1990-02-30', 1)])
      expect((await submit(third!, { idCard: number })).data.fields).toEqual({ idCard: '请输入正确的身份证号码' })
    await set({})
    expect((await submit(third!, { idCard: makeIdNumber('2015-01-01', 1) })).msg).toContain('未满14周岁')
    // the same number in somebody else's application is for the reviewer to know, not for the applicant
    const shared = makeIdNumber('1991-01-01', 8)
    expect((await submit(third!, { idCard: shared })).status).toBe(200)
    const fourth = await house().enter('user')
    expect((await submit(fourth, { idCard: shared.toLowerCase() })).status).toBe(200)
    expect((await detail(admin, (await newest(admin)).id)).warnings).toContain('numberInUse')
  })

  test('a draft is kept as it was typed, and nothing of it is readable in the database', async () => {
    const person = await house().enter('user')
    const form = { name: '李书涵', idCard: '11010519491231002X', email: 'half' }
    await post('/memberApplication/saveDraft', { kind: 'individual', form }, person)
    await post('/memberApplication/saveDraft', { kind: 'individual', form: { ...form, major: '心理学' } }, person)
    expect((await mine(person)).application).toMatchObject({ state: 'draft', form: { ...form, major: '心理学' } })
    expect((await applied(person)).data).toBeNull()
    const rows = await house().kit.sql`select form_sealed::text from member_application where account_id = ${person.id}`
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!['form_sealed'].slice(2), 'hex').toString('latin1')).not.toContain('19491231')
    const admin = await house().enter('administrator')
    const { id } = (await mine(person)).application
    expect((await get('/admin/memberApplication', admin, { id })).status).toBe(404)
  })
})

describe('resumes', () => {
  const upload = (person: Person, name: string, bytes: Buffer) =>
    house().call('POST', '/memberApplication/postResume', undefined, { token: person.token, ...fileForm(name, bytes) })

  test('msg is the address, which opens for its owner and the reviewers only', async () => {
    const [person, other, admin] = await Promise.all([
      house().enter('user'),
      house().enter('user'),
      house().enter('administrator'),
    ])
    const sent = await upload(person, '简历.pdf', pdf)
    expect(sent).toMatchObject({ code: 200, data: { name: '简历.pdf', bytes: pdf.length } })
    expect(sent.msg).toBe(sent.data.url)
    const open = async (url: string, token: string) =>
      (await house().app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await open(sent.msg, person.token)).toBe(200)
    expect(await open(sent.msg, other.token)).toBe(404)
    // somebody else's resume, another site's, and none of ours
    for (const resumeUrl of [sent.msg, 'https://evil.example/cv.pdf', '/files/v/x/../../etc/passwd'])
      expect((await submit(other, { resumeUrl })).data.fields).toEqual({ resumeUrl: '简历文件无效，请重新上传' })
    expect((await submit(person, { resumeUrl: sent.msg })).status).toBe(200)
    const { id } = await newest(admin)
    expect((await detail(admin, id)).resume).toEqual({ name: '简历.pdf', bytes: pdf.length })
    expect((await post('/admin/memberApplication/resume', { id, reason: '短' }, admin)).status).toBe(400)
    const opened = await post('/admin/memberApplication/resume', { id, reason: '核对从业经历' }, admin)
    expect(await open(opened.data.url, admin.token)).toBe(200)
  })

  test('other kinds and larger files are refused in the words of the specification', async () => {
    const person = await house().enter('user')
    expect((await upload(person, 'a.exe', pdf)).msg).toBe('只能上传PDF、DOC或DOCX格式的文件！')
    expect((await upload(person, 'a.pdf', Buffer.from('<html>'))).msg).toBe('只能上传PDF、DOC或DOCX格式的文件！')
    expect((await upload(person, 'a.pdf', Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(person, 'a.pdf', Buffer.alloc(0))).msg).toBe('请选择要上传的文件')
  })
})

describe('reviewing', () => {
  test('masked until opened with a reason; returned with a sentence at the field; sent in again; approved', async () => {
    const [person, reviewer] = await Promise.all([house().enter('user'), house().enter('service')])
    const form = formOf(person)
    await post('/memberApplication/submit', form, person)
    const { id } = await newest(reviewer)
    const shown = await detail(reviewer, id)
    expect(shown.form.idCard).toMatch(/^110\*+\d{3}[\dX]$/)
    expect(shown.form.mobilePhone).toContain('****')
    expect(JSON.stringify(shown)).not.toContain(form.idCard)
    const opened = await post('/admin/memberApplication/reveal', { id, reason: '核对身份信息' }, reviewer)
    expect(opened.data.idCard).toBe(form.idCard)
    const admin = await house().enter('administrator')
    const audit = (await get('/admin/audit', admin, { action: 'applicationRevealed' })).data.content
    expect(audit[0]).toMatchObject({
      actor: reviewer.username,
      subject: `memberApplication ${id}`,
      reason: '核对身份信息',
    })
    await post('/admin/memberApplication/note', { id, text: '电话核实过单位' }, reviewer)
    expect((await detail(reviewer, id)).notes[0].text).toBe('电话核实过单位')

    expect((await decide(reviewer, 'return')).msg).toBe('请填写理由')
    for (const wrong of [{ foo: '没有的一项' }, { organization: '' }])
      expect((await decide(reviewer, 'return', { fieldReasons: wrong })).status).toBe(400)
    const fieldReasons = { organization: '请填写单位全称' }
    expect((await decide(reviewer, 'return', { fieldReasons })).data.decided).toHaveLength(1)
    expect((await applied(person)).data).toBeNull() // a client of the specification may send it again
    expect((await mine(person)).application).toMatchObject({ state: 'returned', fieldReasons })
    expect((await submit(person, { organization: '省立第一医院心身医学科' })).status).toBe(200)
    expect((await newest(reviewer)).id).toBe(id)
    expect((await decide(reviewer, 'approve')).data.decided).toHaveLength(1)
    expect(await isApproved(person)).toBe(true)
    const steps = (await mine(person)).application.steps.map((one: { step: string }) => one.step)
    expect(steps).toEqual(['submitted', 'returned', 'submitted', 'approved'])
    const told = await get('/message/getUnReadByUserId', person, { userId: person.id })
    expect([200, 404]).toContain(told.status)
  })

  test('rejected with a reason, after which one may apply anew', async () => {
    const [person, reviewer] = await Promise.all([house().enter('user'), house().enter('service')])
    await submit(person)
    await decide(reviewer, 'reject', { reason: '从业经历与本会宗旨不符' })
    expect((await mine(person)).application).toMatchObject({ state: 'rejected', reason: '从业经历与本会宗旨不符' })
    expect((await applied(person)).data).toBeNull()
    expect((await submit(person)).status).toBe(200)
    const { id } = await newest(reviewer)
    expect((await detail(reviewer, id)).earlier).toMatchObject([{ state: 'rejected' }])
  })

  test('a batch is decided one by one: what has changed meanwhile is reported and the rest goes on', async () => {
    const reviewer = await house().enter('service')
    const items: { id: number; version: number }[] = []
    for (let i = 0; i < 3; i++) {
      await submit(await house().enter('user'))
      const { id } = await newest(reviewer)
      items.push({ id, version: (await detail(reviewer, id)).version })
    }
    items[1]!.version += 1
    const reply = await post('/admin/memberApplication/decide', { items, decision: 'approve', reason: '' }, reviewer)
    expect(reply.data).toEqual({
      decided: [items[0]!, items[2]!].map(({ id }) => ({ id, name: '王小禾', sentence: '审核通过' })),
      failed: [{ id: items[1]!.id, name: '王小禾', sentence: '申请已有变化，请刷新后重试' }],
    })
  })

  test('in two stages a branch goes first, and somebody else of the secretariat decides', async () => {
    const [person, service, admin] = await Promise.all([
      house().enter('user'),
      house().enter('service'),
      house().enter('administrator'),
    ])
    const settings = (await get('/admin/membership/settings', admin)).data
    const set = (twoStages: boolean) =>
      house().call('PUT', '/admin/membership/settings', { ...settings, twoStages }, { token: admin.token })
    await set(true)
    await submit(person)
    await set(false)
    expect((await decide(service, 'approve')).data.decided[0].sentence).toBe('初审通过')
    const { id } = await newest(service)
    expect(await detail(service, id)).toMatchObject({ state: 'submitted', stage: 'secretariat', mayDecide: false })
    expect((await decide(service, 'approve')).data.failed[0].sentence).toContain('另一位工作人员')
    expect(await isApproved(person)).toBe(false)
    expect((await decide(admin, 'approve')).data.decided[0].sentence).toBe('审核通过')
    expect(await isApproved(person)).toBe(true)
    expect(JSON.stringify(await mine(person))).not.toContain('branchPassed')
  })

  test('taking it back before paying', async () => {
    const person = await house().enter('user')
    expect((await post('/memberApplication/withdraw', {}, person)).status).toBe(404)
    await submit(person)
    expect((await post('/memberApplication/withdraw', {}, person)).status).toBe(200)
    expect((await mine(person)).application.state).toBe('withdrawn')
    expect((await submit(person)).status).toBe(200)
  })
})

describe('being a member', () => {
  test('paying makes a member with number, term and certificate, once; the pay button then goes', async () => {
    const { kit } = house()
    const person = await house().enter('user')
    const today = chinaDay()
    const { due, orderNo } = await makeMember(person)
    expect(due).toMatchObject({ purpose: 'join', cents: 20_000, from: today, levelTitle: '个人会员' })
    const paid = { accountId: person.id, subject: due.subject, orderNo, amountCents: due.cents }
    await transaction(kit.sql, (tx, after) => settleDue({ kit, tx, after }, paid))
    const { member, application, due: left } = await mine(person)
    expect(member).toMatchObject({ state: 'active', joinedOn: today, termFrom: today, termUntil: due.until })
    expect(member.number).toMatch(/^\d{4}G\d{5}$/)
    expect(member.terms).toHaveLength(1)
    expect(application.state).toBe('joined')
    expect(left).toBeNull()
    expect(await isApproved(person)).toBe(false)
    expect(await isActiveMember(kit.sql, person.id)).toBe(true)
    expect((await applied(person)).data).toMatchObject({ status: 'joined' })
    expect((await submit(person)).msg).toBe('您已经是会员，无需再次申请')
    const checked = await house().call('GET', '/certificate/check', { no: member.certificateNumber })
    expect(checked.data).toMatchObject({ state: 'valid', holder: '王*禾', validUntil: due.until })
  })

  test('as the clock moves: reminders, renewal, grace, lapse, and leaving by the charter', async () => {
    const { kit } = house()
    const { sql } = kit
    const person = await house().enter('user')
    const { due } = await makeMember(person)
    const end = due.until
    const stateOf = async () => (await mine(person)).member.state as string
    const reminders = async () =>
      (
        await sql`select days from member_reminder r join member m on m.id = r.member_id
        where m.account_id = ${person.id} order by r.id`
      ).map((row) => row['days'] as number)
    expect(await findDue(sql, person.id, addDays(end, -91))).toBeNull()
    await keepMemberships(kit, addDays(end, -60))
    await keepMemberships(kit, addDays(end, -59))
    await keepMemberships(kit, addDays(end, -5))
    expect(await reminders()).toEqual([60, 7])
    expect(await stateOf()).toBe('active')

    await keepMemberships(kit, addDays(end, 1))
    expect(await stateOf()).toBe('grace')
    expect(await isActiveMember(sql, person.id)).toBe(true)
    const renewed = await pay(person, addDays(end, 10))
    expect(renewed.due).toMatchObject({ purpose: 'renew', from: addDays(end, 1) })
    const { member } = await mine(person)
    expect(member).toMatchObject({ state: 'active', termUntil: renewed.due.until })
    expect(member.terms).toHaveLength(2)
    const checked = await house().call('GET', '/certificate/check', { no: member.certificateNumber })
    expect(checked.data.validUntil).toBe(renewed.due.until)

    const next = renewed.due.until
    await keepMemberships(kit, addDays(next, 1))
    expect(await stateOf()).toBe('grace')
    await keepMemberships(kit, addDays(next, 91))
    expect(await stateOf()).toBe('lapsed')
    expect(await isActiveMember(sql, person.id)).toBe(false)
    expect((await findDue(sql, person.id, addDays(next, 91)))?.from).toBe(addDays(next, 91))
    await keepMemberships(kit, addDays(next, 366))
    expect(await stateOf()).toBe('left')
    expect(await findDue(sql, person.id, addDays(next, 366))).toBeNull()
    expect((await house().call('GET', '/certificate/check', { no: member.certificateNumber })).data.state).toBe(
      'revoked',
    )
    expect((await submit(person)).status).toBe(200)
  })

  test('a refund takes its term out again, and the last one ends the membership', async () => {
    const { kit } = house()
    const person = await house().enter('user')
    const first = await makeMember(person)
    const second = await pay(person, addDays(first.due.until, -20))
    const undo = (orderNo: string) =>
      transaction(kit.sql, (tx, after) => undoDue({ kit, tx, after }, { accountId: person.id, orderNo }))
    await undo(second.orderNo)
    await undo(second.orderNo)
    expect((await mine(person)).member).toMatchObject({ state: 'active', termUntil: first.due.until })
    await undo(first.orderNo)
    expect((await mine(person)).member).toMatchObject({ state: 'left' })
    expect(await isActiveMember(kit.sql, person.id)).toBe(false)
    expect(await isApproved(person)).toBe(false)
  })

  test('the directory shows who agreed, as long as they do; leaving ends both', async () => {
    const person = await house().enter('user')
    await makeMember(person)
    const list = async () => (await house().call('GET', '/membership/directory', { key: '省立第一' })).data.content
    expect(await list()).toEqual([])
    const { version, hash } = (await get('/consent/text', person, { purpose: 'directory' })).data
    await post('/membership/directory', { version, hash, introduction: '擅长青少年情绪困扰' }, person)
    expect(await list()).toMatchObject([{ name: '王小禾', introduction: '擅长青少年情绪困扰' }])
    expect(JSON.stringify(await list())).not.toContain(person.phone.slice(-4))
    await post('/consent/withdraw', { purpose: 'directory' }, person)
    expect(await list()).toEqual([])
    await post('/membership/directory', { version, hash, introduction: '' }, person)
    await post('/membership/leave', { reason: '调往外省工作' }, person)
    expect(await list()).toEqual([])
    expect((await mine(person)).member.state).toBe('left')
  })

  test('taking back the consent to sensitive data removes them, and the waiting application is a draft again', async () => {
    const person = await house().enter('user')
    await submit(person, { ethnicity: '汉族', politicalStatus: '群众' })
    await post('/consent/withdraw', { purpose: 'memberData' }, person)
    const { application } = await mine(person)
    expect(application.state).toBe('draft')
    expect(Object.keys(application.form)).not.toEqual(
      expect.arrayContaining(['idCard', 'ethnicity', 'politicalStatus']),
    )
    expect(application.form.name).toBe('王小禾')
  })
})

describe('through the cashier', () => {
  const act = (orderNo: string) =>
    house().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  const order = async (person: Person) =>
    (await post('/order/pay', { kind: 'membershipFee' }, person)).data as { orderNo: string; amountCents: number }
  const approved = async () => {
    const [person, admin] = await Promise.all([house().enter('user'), house().enter('administrator')])
    await submit(person)
    await decide(admin, 'approve')
    return person
  }

  test('who is not approved has nothing to pay; who is, pays the decided fee and is a member', async () => {
    const stranger = await house().enter('user')
    expect((await post('/order/pay', { kind: 'membershipFee' }, stranger)).reason).toBe('nothingToPay')
    await submit(stranger)
    expect((await get('/wxPay/memberPay', stranger)).reason).toBe('nothingToPay')
    const person = await approved()
    expect((await get('/wxPay/memberMoney', person)).data).toEqual({ money: 20_000 })
    const { orderNo, amountCents } = await order(person)
    expect(amountCents).toBe(20_000)
    await act(orderNo)
    expect((await get('/wxPay/memberIsPay', person)).data).toBe(1)
    expect((await mine(person)).member).toMatchObject({ state: 'active', terms: [{ cents: 20_000 }] })
    expect((await post('/order/pay', { kind: 'membershipFee' }, person)).reason).toBe('nothingToPay')
  })

  test('money that comes after a change of mind is never without effect', async () => {
    const person = await approved()
    const { orderNo } = await order(person)
    await post('/memberApplication/withdraw', {}, person)
    await submit(person, { name: '王禾' })
    await act(orderNo)
    const own = await mine(person)
    expect(own.member).toMatchObject({ state: 'active', name: '王小禾' })
    expect((await get('/memberApplication/getByUserId', person)).data).not.toBeNull()
  })

  test('an order of an older fee, paid beside the new one, becomes the next term', async () => {
    const { kit } = house()
    const person = await approved()
    const due = (await findDue(kit.sql, person.id))!
    const settle = (orderNo: string) =>
      transaction(kit.sql, (tx, after) =>
        settleDue({ kit, tx, after }, { accountId: person.id, subject: due.subject, orderNo, amountCents: 20_000 }),
      )
    await settle(`A${person.id}`)
    await settle(`B${person.id}`)
    await settle(`A${person.id}`)
    const { member } = await mine(person)
    expect(member.terms.map((term: { from: string }) => term.from)).toEqual([addDays(due.until, 1), due.from])
  })

  test('who has left and pays the code still on the screen comes back', async () => {
    const person = await approved()
    await act((await order(person)).orderNo)
    const { sql } = house().kit
    await sql`update member set term_until = ${addDays(chinaDay(), 20)} where account_id = ${person.id}`
    const { orderNo } = await order(person)
    await post('/membership/leave', { reason: '一时冲动' }, person)
    await act(orderNo)
    expect((await mine(person)).member).toMatchObject({ state: 'active', termFrom: chinaDay() })
  })
})

describe('units', () => {
  test('a unit applies through its representative and gives seats to its people', async () => {
    const { kit } = house()
    const [head, nurse, other, admin] = await Promise.all([
      house().enter('user'),
      house().enter('user'),
      house().enter('user'),
      house().enter('administrator'),
    ])
    const form = {
      unitName: '省立第一医院',
      creditCode: '91350100m000100y43',
      unitNature: '医疗机构',
      staffCount: '1200',
      representative: '陈以南',
      mobilePhone: head.phone,
      email: 'office@xinqiao.invalid',
      ...consent,
    }
    expect((await post('/memberApplication/submitUnit', { ...form, levelId }, head)).status).toBe(400)
    expect((await post('/memberApplication/submitUnit', { ...form, levelId: unitLevelId }, head)).status).toBe(200)
    expect((await detail(admin, (await newest(admin)).id)).warnings).toEqual([])
    await decide(admin, 'approve')
    const { due } = await pay(head)
    expect(due.cents).toBe(200_000)
    const { member } = await mine(head)
    expect(member).toMatchObject({ kind: 'unit', name: '省立第一医院', organization: '陈以南', seats: 3 })
    const ask = (phone: string) => post('/membership/seat/ask', { name: '同事', phone }, head)
    expect((await ask(nurse.phone)).status).toBe(200)
    expect((await ask(nurse.phone)).reason).toBe('seatTaken')
    expect((await ask('13912345678')).status).toBe(200)
    expect((await ask('13912345679')).reason).toBe('noSeatLeft')
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(false)
    const told = await get('/message/getUnReadByUserId', nurse)
    expect(told.data[0].problemTitle).toBe('省立第一医院邀请您使用单位会员席位，请前往确认')
    const [seat] = (await mine(nurse)).seats
    expect(seat).toMatchObject({ unitName: '省立第一医院', isTaken: false })
    expect((await post('/membership/seat/answer', { id: seat.id, accept: true }, other)).status).toBe(404)
    expect((await post('/membership/seat/answer', { id: seat.id, accept: true }, nurse)).status).toBe(200)
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(true)
    expect((await post('/membership/seat/remove', { id: seat.id }, other)).status).toBe(404)
    expect((await post('/membership/seat/remove', { id: seat.id }, head)).status).toBe(200)
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(false)
  })
})

describe('fees', () => {
  test('are decided, never changed, and hold from their day on', async () => {
    const { sql } = house().kit
    const [admin, finance] = await Promise.all([house().enter('administrator'), house().enter('finance')])
    const today = chinaDay()
    const fee = {
      levelId,
      cents: 30_000,
      termMonths: 12,
      effectiveFrom: addDays(today, 30),
      decision: '第四次会员代表大会决议',
      decidedOn: today,
    }
    const add = (more: object, by = admin) => post('/admin/memberFee', { ...fee, ...more }, by)
    expect((await add({}, finance)).status).toBe(403)
    expect((await add({ effectiveFrom: addDays(today, -1) })).data.fields).toHaveProperty('effectiveFrom')
    expect((await add({ decision: '' })).data.fields).toEqual({ decision: '请填写决议名称或文号' })
    const file = await house().call('POST', '/admin/memberFee/file', undefined, {
      token: admin.token,
      ...fileForm('决议.pdf', pdf),
    })
    expect((await add({ fileKey: file.data.key })).status).toBe(200)
    expect((await add({})).data.fields).toHaveProperty('effectiveFrom')
    const [level] = (await get('/admin/memberLevels', finance)).data
    expect(level.fee.cents).toBe(20_000)
    expect(level.fees[0]).toMatchObject({ cents: 30_000, file: { name: '决议.pdf' } })
    await expect(sql`update member_fee set cents = 1`).rejects.toThrow('a fee never changes')
    await expect(sql`delete from member_fee`).rejects.toThrow('a fee never changes')
    const shown = await house().call('GET', '/membership/levels')
    expect(shown.data[0]).toMatchObject({
      title: '个人会员',
      fee: { cents: 20_000, effectiveFrom: '2024-06-01', decision: expect.any(String), file: null },
      coming: { cents: 30_000, effectiveFrom: addDays(today, 30), file: { name: '决议.pdf' } },
    })
    // the resolution is for everybody, and nothing else is found at such an address
    const open = (url: string) => house().app.inject({ url })
    const { url } = shown.data[0].coming.file
    expect(await open(url)).toMatchObject({
      statusCode: 200,
      rawPayload: pdf,
      headers: { 'content-type': 'application/pdf' },
    })
    for (const wrong of [
      url.replace(/\d+/, '999999'),
      url.replace(/\d+/, '0'),
      url.replace(/\d+/, '1'),
      '/files/decision/x/a.pdf',
    ])
      expect((await open(wrong)).statusCode).toBe(404)
    // two that are to come: the next one is what is shown
    expect((await add({ effectiveFrom: addDays(today, 400), cents: 40_000 })).code).toBe(200)
    expect((await house().call('GET', '/membership/levels')).data[0].coming.cents).toBe(30_000)
  })
})
