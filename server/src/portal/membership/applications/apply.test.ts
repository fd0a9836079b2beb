// Tests of applications for membership: form, drafts, resumes.
import { describe, expect, test } from 'vitest'
import { createIdNumber } from '../../../../db/fixtures/membership.ts'
import { fileForm, type Caller } from '../../../../test/test-server.ts'
import { useMembership, pdf, createForm } from '../../../../test/membership-steps.ts'

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
    const { version, hash } = (await server().callAs(person, 'GET /consent/text', { purpose: 'memberData' })).data
    expect((await server().callAs(person, 'POST /memberApplication/consent', { version, hash })).status).toBe(200)
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

  test('warns the reviewer of suspicious numbers, and refuses them once the setting requires it', async () => {
    const admin = await server().enter('administrator')
    const right = createIdNumber('1990-03-07', 1)
    const idCard = right.slice(0, 17) + (right.endsWith('0') ? '1' : '0')
    const [first, second, third] = await Promise.all(['a', 'b', 'c'].map(() => server().enter('user')))
    // the applicant gets the same warning as the reviewer, and is not refused
    const doubts = {
      idCard: '身份证号码的校验码与前面的数字不符，请核对',
      gender: '所选性别与身份证号码不一致，请核对',
    }
    expect((await membership.apply(first!, { idCard, gender: '女' })).data).toEqual({ doubts })
    expect(await membership.getOwnMembership(first!)).toMatchObject({
      refusesWrongNumber: false,
      application: { doubts },
    })
    const { id } = await membership.getNewestApplication(admin)
    expect((await membership.getApplicationDetail(admin, id)).warnings).toEqual(['wrongCheckDigit', 'otherGender'])
    expect((await membership.apply(second!, { idCard: '110105900307001', gender: '男' })).data).toEqual({ doubts: {} })
    expect(
      (await membership.getApplicationDetail(admin, (await membership.getNewestApplication(admin)).id)).warnings,
    ).toEqual(['oldNumber'])
    const settings = (await server().callAs(admin, 'GET /admin/membership/settings')).data
    const saveSettings = (more: object) =>
      server().callAs(admin, 'PUT /admin/membership/settings', { ...settings, ...more })
    await saveSettings({ refuseWrongNumber: true, acceptOldNumber: false })
    expect(await membership.getOwnMembership(third!)).toMatchObject({ refusesWrongNumber: true })
    for (const number of [idCard, '110105900307001', createIdNumber('1990-02-30', 1)])
      expect((await membership.apply(third!, { idCard: number })).fields).toEqual({ idCard: '请输入正确的身份证号码' })
    await saveSettings({})
    expect((await membership.apply(third!, { idCard: createIdNumber('2015-01-01', 1) })).msg).toContain('未满14周岁')
    // only the reviewer learns that another application has the same number
    const shared = createIdNumber('1991-01-01', 8)
    expect((await membership.apply(third!, { idCard: shared })).status).toBe(200)
    const fourth = await server().enter('user')
    expect((await membership.apply(fourth, { idCard: shared.toLowerCase() })).status).toBe(200)
    expect(
      (await membership.getApplicationDetail(admin, (await membership.getNewestApplication(admin)).id)).warnings,
    ).toContain('numberInUse')
  })

  test('stores a draft as typed, encrypted in the database', async () => {
    const person = await server().enter('user')
    const form = { name: '李书涵', idCard: '11010519491231002X', email: 'half' }
    await server().callAs(person, 'POST /memberApplication/saveDraft', { kind: 'individual', form })
    await server().callAs(person, 'POST /memberApplication/saveDraft', {
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
    expect((await server().callAs(admin, 'GET /admin/memberApplication', { id })).status).toBe(404)
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
    expect((await server().callAs(admin, 'POST /admin/memberApplication/resume', { id, reason: '短' })).status).toBe(
      400,
    )
    const opened = await server().callAs(admin, 'POST /admin/memberApplication/resume', { id, reason: '核对从业经历' })
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
