// Tests of a review by two bodies: the applicant's branch reviews first, and sees only its own applications.
import { beforeAll, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { createIdNumber, createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { explainQueries } from '../../../../test/plans.ts'
import type { Db } from '../../../kit/db/db.ts'
import { hashConsentText, consentTexts } from '../../consents/texts.ts'
import { selectApplicationsForStaff } from '../records/application-store.ts'

const server = useTestServer()
let admin: Caller
let staff: { coast: Caller; hills: Caller; office: Caller }
let branches: { coast: number; hills: number }

const consent = {
  consentVersion: consentTexts.memberData.version,
  consentHash: hashConsentText(consentTexts.memberData),
}

beforeAll(async () => {
  await createLevel(server().kit.sql, { title: '个人会员' })
  admin = await server().enter('administrator')
  staff = {
    coast: await server().enter('service'),
    hills: await server().enter('service'),
    office: await server().enter('service'),
  }
  for (const name of ['滨海市分会', '青山市分会'])
    expect(
      (await server().requestAs(admin, 'POST /admin/memberBranch', { name, position: 0, enabled: true })).code,
    ).toBe(200)
  const [coast, hills] = (await server().requestAs(admin, 'GET /admin/memberBranches')).data
  branches = { coast: coast!.id, hills: hills!.id }
  for (const where of ['coast', 'hills'] as const) {
    const input = { accountId: staff[where].id, branchId: branches[where] }
    expect((await server().requestAs(admin, 'PUT /admin/memberBranch/reviewer', input)).code).toBe(200)
  }
  const settings = (await server().requestAs(admin, 'GET /admin/membership/settings')).data
  await server().requestAs(admin, 'PUT /admin/membership/settings', { ...settings, twoStages: true })
})

let running = 300
async function createApplication(more: object = {}) {
  const person = await server().enter('user')
  running += 2
  const form = {
    name: `施知${running}`,
    gender: '女',
    idCard: createIdNumber('1990-03-07', running),
    education: '硕士',
    organization: '市三院',
    mobilePhone: person.phone,
    email: 'shi@xinqiao.invalid',
    ...consent,
    ...more,
  }
  const sent = await server().requestAs(person, 'POST /memberApplication/submit', form)
  const own = (await server().requestAs(person, 'GET /membership/mine')).data
  return { sent, own, id: own.application?.id as number, name: form.name }
}
const listApplications = async (by: Caller, query: object = {}) =>
  (await server().requestAs(by, 'GET /admin/memberApplications', query)).data
const getApplication = (by: Caller, id: number) => server().requestAs(by, 'GET /admin/memberApplication', { id })
async function approveApplications(by: Caller, ids: number[]) {
  const items = await Promise.all(
    ids.map(async (id) => ({ id, version: (await getApplication(admin, id)).data.version })),
  )
  return (
    await server().requestAs(by, 'POST /admin/memberApplication/decide', { items, decision: 'approve', reason: '' })
  ).data
}

test('lets an applicant choose an open branch; otherwise the secretariat reviews', async () => {
  const { own } = await createApplication()
  expect(own.branches).toEqual([
    { id: branches.coast, name: '滨海市分会' },
    { id: branches.hills, name: '青山市分会' },
  ])
  expect(own.application!.branchId).toBeNull()
  expect((await createApplication({ branchId: 9_999 })).sent.fields).toEqual({ branchId: '请选择分支机构' })
  expect((await createApplication({ branchId: branches.coast })).own.application!.branchId).toBe(branches.coast)
  const again = { name: '滨海市分会', position: 0, enabled: true }
  expect((await server().requestAs(admin, 'POST /admin/memberBranch', again)).fields).toEqual({
    name: '已有同名的分支机构',
  })
})

test('lets only the applicant’s branch review first, only the secretariat second, and says why others cannot', async () => {
  const coast = await createApplication({ branchId: branches.coast })
  const hills = await createApplication({ branchId: branches.hills })
  const office = await createApplication()
  // a branch sees only its own applications
  expect((await listApplications(staff.coast, { state: 'submitted' })).content.map(({ id }) => id)).toContain(coast.id)
  expect(JSON.stringify(await listApplications(staff.coast))).not.toContain(hills.name)
  expect((await getApplication(staff.coast, hills.id)).status).toBe(404)
  expect((await getApplication(staff.coast, office.id)).status).toBe(404)
  for (const path of ['reveal', 'resume'] as const)
    expect(
      (
        await server().requestAs(staff.coast, `POST /admin/memberApplication/${path}`, {
          id: hills.id,
          reason: '核对身份信息',
        })
      ).status,
    ).toBe(404)
  expect((await getApplication(admin, coast.id)).data).toMatchObject({
    branch: '滨海市分会',
    mayDecide: false,
    mayMove: true,
  })
  const batch = await approveApplications(staff.coast, [coast.id, hills.id, office.id])
  expect(batch).toEqual({
    decided: [{ id: coast.id, name: coast.name, sentence: '初审通过' }],
    failed: [
      { id: hills.id, name: hills.name, sentence: '该申请须先由“青山市分会”初审' },
      { id: office.id, name: office.name, sentence: '该申请须由秘书处的另一位工作人员审核' },
    ],
  })
  expect((await approveApplications(staff.coast, [coast.id])).failed[0]!.sentence).toContain('秘书处的另一位')
  expect((await approveApplications(admin, [coast.id])).decided[0]!.sentence).toBe('审核通过')
  expect((await approveApplications(staff.office, [office.id])).decided[0]!.sentence).toBe('初审通过')
})

test('refuses an administrator the approval of what an account under their control has passed', async () => {
  const { id } = await createApplication({ branchId: branches.coast })
  const controlled = { id: staff.coast.id, roleId: roles.service, enabled: true }
  const creator = await server().enter('administrator')
  expect((await server().requestAs(creator, 'PUT /admin/user', controlled)).status).toBe(200)
  expect((await approveApplications(staff.coast, [id])).decided).toHaveLength(1)
  expect((await approveApplications(creator, [id])).failed[0]!.sentence).toContain('请由其他管理员审核')
  expect((await approveApplications(admin, [id])).decided).toHaveLength(1)
})

test('filters the list by body and branch for the secretariat, which moves an application to another branch', async () => {
  const { id } = await createApplication({ branchId: branches.hills })
  const ids = async (query: object) => (await listApplications(admin, query)).content.map((row) => row.id)
  expect(await ids({ stage: 'branch', branchId: branches.hills, state: 'submitted' })).toContain(id)
  expect(await ids({ stage: 'branch', branchId: branches.coast })).not.toContain(id)
  expect(await ids({ stage: 'secretariat' })).not.toContain(id)
  const { version } = (await getApplication(admin, id)).data
  const moveApplications = (more: object) =>
    server().requestAs(admin, 'POST /admin/memberApplication/branch', { id, version, ...more })
  expect((await moveApplications({ branchId: 9_999 })).status).toBe(404)
  expect((await moveApplications({ branchId: branches.coast })).code).toBe(200)
  expect((await moveApplications({})).reason).toBe('changedMeanwhile')
  expect((await approveApplications(staff.coast, [id])).decided).toHaveLength(1)
  expect(
    (
      await server().requestAs(admin, 'PUT /admin/memberBranch/reviewer', {
        accountId: admin.id,
        branchId: branches.coast,
      })
    ).status,
  ).toBe(404)
  const [coast] = (await server().requestAs(admin, 'GET /admin/memberBranches')).data
  expect(coast).toMatchObject({ reviewers: [expect.any(String)] })
})

test('hides the members from reviewers of a branch', async () => {
  const levels = await server().kit.sql<{ id: number }[]>`select id from member_level limit 1`
  const id = await createMember(server().kit, { levelId: levels[0]!.id, name: '施知远', phone: '13722228888' })
  const reading: [string, string, object][] = [
    ['GET', '/admin/members', {}],
    ['GET', '/admin/units', {}],
    ['GET', '/admin/member', { id }],
    ['POST', '/admin/member/reveal', { id, reason: '核对身份信息' }],
  ]
  for (const [method, path, input] of reading) {
    expect(await server().sendRaw(method, path, input, staff.coast)).toMatchObject({
      status: 403,
      msg: '分支机构的审核人员只能查看本分支机构的入会申请，会员资料由秘书处管理',
    })
    expect((await server().sendRaw(method, path, input, staff.office)).code).toBe(200)
  }
  const listOwnBranches = async (by: Caller) => (await server().requestAs(by, 'GET /admin/memberBranch/own')).data
  expect(await listOwnBranches(staff.coast)).toEqual({ name: '滨海市分会' })
  expect(await listOwnBranches(staff.office)).toEqual({ name: null })
  expect(await listOwnBranches(admin)).toEqual({ name: null })
})

test('treats a reviewer who becomes an administrator as the secretariat', async () => {
  const person = await server().enter('service')
  const hills = await createApplication({ branchId: branches.hills })
  const assigned = { accountId: person.id, branchId: branches.coast }
  expect((await server().requestAs(admin, 'PUT /admin/memberBranch/reviewer', assigned)).code).toBe(200)
  expect((await getApplication(person, hills.id)).status).toBe(404)
  const { sql } = server().kit
  await sql`update account set role_id = ${roles.administrator} where id = ${person.id}`
  expect((await getApplication(person, hills.id)).data).toMatchObject({ id: hills.id, mayMove: true })
  const listed = (await server().requestAs(admin, 'GET /admin/memberBranches')).data
  const [{ nickname }] = await sql<[{ nickname: string }]>`select nickname from account where id = ${person.id}`
  expect(listed.find(({ id }) => id === branches.coast)?.reviewers).not.toContain(nickname)
})

test('reads the list of a branch from its index', async () => {
  const { sql } = server().kit
  await sql`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index)
    select 'branch' || n, '', ${roles.user}::smallint, '\\x00', decode(md5('branch' || n), 'hex') from generate_series(1, 400) n`
  await sql`
    insert into member_application (account_id, kind, state, form_sealed, submitted_at, branch_id)
    select a.id, 'individual', 'withdrawn', '\\x00', now(), case when n = 1 and a.id % 20 = 0 then ${branches.coast}::smallint end
    from account a, generate_series(1, 30) n where a.username like 'branch%'`
  await server().owner`analyze`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
  const query = { kind: undefined, key: undefined, limit: 20, offset: 0, branchId: branches.coast }
  const explained = await explainQueries(url, (db: Db) =>
    selectApplicationsForStaff(db, { ...query, state: undefined }),
  )
  const steps = explained.flatMap((item) => item.steps).filter(({ table }) => table === 'member_application')
  expect(steps.map(({ type }) => type)).not.toContain('Seq Scan')
  expect(steps.map(({ index }) => index)).toContain('member_application_by_branch')
})
