// Tests of applications for membership: form, drafts, resumes.
import { describe, expect, test } from 'vitest'
import { createIdNumber } from '../../../../db/fixtures/membership.ts'
import { fileForm, type Caller } from '../../../../test/test-server.ts'
import { useMembership, pdf, createForm } from '../../../../test/steps/membership-steps.ts'

const membership = useMembership()
const { server } = membership

describe('applying', () => {
  test('shows the error messages of the specification at their fields', async () => {
    const person = await server().enter('user')
    const { fields } = await server().sendRaw('POST', '/memberApplication/submit', {}, person)
    expect(fields).toEqual({
      name: '请输入姓名',
      gender: '请选择性别',
      idCard: '请输入身份证号码',
      education: '请选择学历',
      organization: '请输入所在单位',
      mobilePhone: '请输入手机号码',
      email: '请输入邮箱地址',
    })
    const wrong = await membership.apply(person, { idCard: '12', mobilePhone: '12800000000', email: 'x' })
    expect(wrong.fields).toEqual({
      idCard: '请输入正确的身份证号码',
      mobilePhone: '请输入正确的手机号码',
      email: '请输入正确的邮箱地址',
    })
  })

  test('accepts an application from a client of the specification, and refuses a second one', async () => {
    const person = await server().enter('user')
    expect((await membership.getOwnApplication(person)).data).toBeNull()
    const sent = await server().sendRaw(
      'POST',
      '/memberApplication/submit',
      {
        ...createForm(person, { userId: person.id }),
        consentHash: undefined,
        consentVersion: undefined,
        ethnicity: '',
        t: 1,
      },
      person,
    )
    expect(sent).toMatchObject({ code: 200, msg: '申请提交成功，我们将尽快审核您的申请' })
    expect((await membership.getOwnApplication(person)).data).toMatchObject({ status: 'submitted' })
    expect(await membership.apply(person)).toMatchObject({ code: 400, msg: '您已经提交过申请，请勿重复提交' })
    expect(await membership.isApproved(person)).toBe(false)
    // the separate consent is missing, so the application cannot be approved
    const admin = await server().enter('administrator')
    const { id } = await membership.getNewestApplication(admin)
    expect((await membership.getApplicationDetail(admin, id)).warnings).toContain('noConsent')
    expect((await membership.decide(admin, 'approve')).data.failed[0]!.sentence).toContain('单独同意')
    expect((await membership.getOwnMembership(person)).application!.needsConsent).toBe(true)
    const { version, hash } = (await server().requestAs(person, 'GET /consent/text', { purpose: 'memberData' })).data
    expect((await server().requestAs(person, 'POST /memberApplication/consent', { version, hash })).status).toBe(200)
    expect((await membership.decide(admin, 'approve')).data).toMatchObject({
      decided: [{ sentence: '审核通过' }],
      failed: [],
    })
    expect(await membership.isApproved(person)).toBe(true)
  })

  test('creates one application for two submissions at the same moment', async () => {
    const person = await server().enter('user')
    const replies = await Promise.all([membership.apply(person), membership.apply(person), membership.apply(person)])
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400, 400])
  })

  const rightNumber = createIdNumber('1990-03-07', 1)
  const wrongNumber = rightNumber.slice(0, 17) + (rightNumber.endsWith('0') ? '1' : '0')
  const oldNumber = '110105900307001'
  async function readNewestWarnings() {
    const admin = await server().enter('administrator')
    const { id } = await membership.getNewestApplication(admin)
    return (await membership.getApplicationDetail(admin, id)).warnings
  }

  test('warns applicant and reviewer of a wrong check digit, and of another gender', async () => {
    const person = await server().enter('user')
    const doubts = {
      idCard: '身份证号码的校验码与前面的数字不符，请核对',
      gender: '所选性别与身份证号码不一致，请核对',
    }
    expect((await membership.apply(person, { idCard: wrongNumber, gender: '女' })).data).toEqual({ doubts })
    expect(await membership.getOwnMembership(person)).toMatchObject({
      refusesWrongNumber: false,
      application: { doubts },
    })
    expect(await readNewestWarnings()).toEqual(['wrongCheckDigit', 'otherGender'])
  })

  test('accepts a number of fifteen digits, and names it to the reviewer', async () => {
    const person = await server().enter('user')
    expect((await membership.apply(person, { idCard: oldNumber, gender: '男' })).data).toEqual({ doubts: {} })
    expect(await readNewestWarnings()).toEqual(['oldNumber'])
  })

  test('refuses doubtful numbers once the setting requires it', async () => {
    const [admin, person] = [await server().enter('administrator'), await server().enter('user')]
    const { data: settings } = await server().requestAs(admin, 'GET /admin/membership/settings')
    const strict = { ...settings, refuseWrongNumber: true, acceptOldNumber: false }
    await server().requestAs(admin, 'PUT /admin/membership/settings', strict)
    expect(await membership.getOwnMembership(person)).toMatchObject({ refusesWrongNumber: true })
    for (const idCard of [wrongNumber, oldNumber, createIdNumber('1990-02-30', 1)])
      expect((await membership.apply(person, { idCard })).fields).toEqual({ idCard: '请输入正确的身份证号码' })
    await server().requestAs(admin, 'PUT /admin/membership/settings', settings)
  })

  test('refuses an applicant under 14', async () => {
    const { msg } = await membership.apply(await server().enter('user'), { idCard: createIdNumber('2015-01-01', 1) })
    expect(msg).toContain('未满14周岁')
  })

  test('names the number of another application to the reviewer only', async () => {
    const shared = createIdNumber('1991-01-01', 8)
    expect((await membership.apply(await server().enter('user'), { idCard: shared })).status).toBe(200)
    const reply = await membership.apply(await server().enter('user'), { idCard: shared.toLowerCase() })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.data)).not.toContain('numberInUse')
    expect(await readNewestWarnings()).toContain('numberInUse')
  })

  test('stores a draft as typed, encrypted in the database', async () => {
    const person = await server().enter('user')
    const form = { name: '李书涵', idCard: '11010519491231002X', email: 'half' }
    await server().requestAs(person, 'POST /memberApplication/saveDraft', { kind: 'individual', form })
    await server().requestAs(person, 'POST /memberApplication/saveDraft', {
      kind: 'individual',
      form: { ...form, major: '心理学' },
    })
    expect((await membership.getOwnMembership(person)).application).toMatchObject({
      state: 'draft',
      form: { ...form, major: '心理学' },
    })
    expect((await membership.getOwnApplication(person)).data).toBeNull()
    const rows = await server().kit
      .sql`select form_sealed::text from member_application where account_id = ${person.id}`
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!['form_sealed'].slice(2), 'hex').toString('latin1')).not.toContain('19491231')
    const admin = await server().enter('administrator')
    const { id } = (await membership.getOwnMembership(person)).application!
    expect((await server().requestAs(admin, 'GET /admin/memberApplication', { id })).status).toBe(404)
  })
})

describe('resumes', () => {
  const upload = (person: Caller, name: string, bytes: Buffer) =>
    server().upload(person, 'POST /memberApplication/postResume', fileForm(name, bytes))

  test('returns the address in `msg`, which opens for the owner and the reviewers only', async () => {
    const [person, other, admin] = await Promise.all([
      server().enter('user'),
      server().enter('user'),
      server().enter('administrator'),
    ])
    const sent = await upload(person, '简历.pdf', pdf)
    expect(sent).toMatchObject({ code: 200, data: { name: '简历.pdf', bytes: pdf.length } })
    expect(sent.msg).toBe(sent.data.url)
    const openFile = async (url: string, token: string) =>
      (await server().app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await openFile(sent.msg, person.token)).toBe(200)
    expect(await openFile(sent.msg, other.token)).toBe(404)
    // a resume of another account, a foreign address, and an unknown file
    for (const resumeUrl of [sent.msg, 'https://evil.example/cv.pdf', '/files/v/x/../../etc/passwd'])
      expect((await membership.apply(other, { resumeUrl })).fields).toEqual({ resumeUrl: '简历文件无效，请重新上传' })
    expect((await membership.apply(person, { resumeUrl: sent.msg })).status).toBe(200)
    const { id } = await membership.getNewestApplication(admin)
    expect((await membership.getApplicationDetail(admin, id)).resume).toEqual({ name: '简历.pdf', bytes: pdf.length })
    expect((await server().requestAs(admin, 'POST /admin/memberApplication/resume', { id, reason: '短' })).status).toBe(
      400,
    )
    const opened = await server().requestAs(admin, 'POST /admin/memberApplication/resume', {
      id,
      reason: '核对从业经历',
    })
    expect(await openFile(opened.data.url, admin.token)).toBe(200)
  })

  test('refuses other kinds and larger files in the words of the specification', async () => {
    const person = await server().enter('user')
    expect((await upload(person, 'a.exe', pdf)).msg).toBe('只能上传PDF、DOC或DOCX格式的文件！')
    expect((await upload(person, 'a.pdf', Buffer.from('<html>'))).msg).toBe('只能上传PDF、DOC或DOCX格式的文件！')
    expect((await upload(person, 'a.pdf', Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(person, 'a.pdf', Buffer.alloc(0))).msg).toBe('请选择文件，空的文件不能上传')
  })
})
