// Tests of the secretariat's register: masked lists, revealing with a reason, Excel import and export, and query plans.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { createIdNumber, createLevel } from '../../../../db/fixtures/membership.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import type { Db } from '../../../kit/db/db.ts'
import { readLines, writeSheet } from '../../../kit/documents/sheets/sheets.ts'
import { addDays, chinaDay } from '../../../kit/time.ts'
import { writeExports } from '../../exports/exports.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import * as applications from '../records/application-store.ts'
import * as members from '../records/member-store.ts'
import * as seats from '../records/seat-store.ts'

const server = useTestServer()
let admin: Caller
beforeAll(async () => {
  const { sql } = server().kit
  await createLevel(sql, { title: '个人会员' })
  await createLevel(sql, { title: '单位会员', kind: 'unit', seats: 5, position: 1 })
  admin = await server().enter('administrator')
})

const titles = [
  '类别',
  '姓名或单位',
  '所在单位或会员代表',
  '性别',
  '证件号码',
  '手机号码',
  '邮箱',
  '会员编号',
  '入会日期',
  '会期开始',
  '会期截止',
] as const
type RegisterLine = Partial<Record<(typeof titles)[number], string>>
const today = chinaDay()
const createLine = (more: RegisterLine): RegisterLine => ({
  类别: '个人会员',
  姓名或单位: '蒋文澜',
  手机号码: '13700000001',
  入会日期: '2020/5/1',
  会期开始: addDays(today, -300),
  会期截止: addDays(today, 200),
  ...more,
})
const createSheet = (lines: RegisterLine[]) =>
  writeSheet(
    '会员',
    titles.map((title) => ({ title, value: (row: RegisterLine) => row[title] ?? '' })),
    lines,
  )
const importLines = async (lines: RegisterLine[]) =>
  server().upload(admin, 'POST /admin/members/import', fileForm('会员.xlsx', await createSheet(lines)))
const listMembers = async (query: object = {}) => (await server().requestAs(admin, 'GET /admin/members', query)).data
const downloadSheet = async (path: string, query: Record<string, string> = {}) => {
  const reply = await server().app.inject({
    url: `/prod-api${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(reply.statusCode).toBe(200)
  return readLines(reply.rawPayload, [])
}

describe('importing', () => {
  test('imports no member when one row is invalid, and explains each invalid row', async () => {
    const wrong = createIdNumber('1980-01-01', 3)
    const reply = await importLines([
      createLine({}),
      createLine({ 手机号码: '137', 姓名或单位: '' }),
      createLine({ 类别: '荣誉会员', 手机号码: '13700000003' }),
      createLine({ 手机号码: '13700000004', 证件号码: `${wrong.slice(0, 17)}${wrong.endsWith('0') ? '1' : '0'}` }),
      createLine({ 手机号码: '13700000005', 会期截止: '2026-02-30' }),
      createLine({ 手机号码: '13700000001' }),
    ])
    expect(reply.data).toEqual({
      rows: 6,
      imported: 0,
      bad: [
        { line: 3, problems: { 姓名或单位: '请填写姓名', 手机号码: '请输入正确的手机号码' } },
        { line: 4, problems: { 类别: '没有“荣誉会员”这个类别' } },
        { line: 5, problems: { 证件号码: '身份证号码校验位不符' } },
        { line: 6, problems: { 会期截止: '没有这一天' } },
        { line: 7, problems: { 手机号码: '与第2行重复' } },
      ],
    })
    expect((await listMembers()).totalElements).toBe(0)
    expect((await importLines([createLine({ 类别: '' })])).data.bad[0]!.problems).toEqual({ 类别: '请填写类别' })
  })

  test('imports valid rows as members with number, state and certificate, linked by phone number', async () => {
    const { sql } = server().kit
    const known = await server().enter('user')
    const idCard = createIdNumber('1980-01-01', 4)
    const reply = await importLines([
      createLine({ 手机号码: known.phone, 证件号码: idCard, 性别: '女', 会员编号: 'old-7' }),
      createLine({ 姓名或单位: '冯建业', 手机号码: '13700000011', 会期截止: addDays(today, -10) }),
      createLine({
        姓名或单位: '省立第二医院',
        类别: '单位会员',
        手机号码: '13700000012',
        会期截止: addDays(today, -200),
      }),
    ])
    expect(reply.data).toEqual({ rows: 3, imported: 3, bad: [] })
    const { content } = await listMembers()
    expect(content.map((row) => [row.name, row.state])).toEqual([
      ['省立第二医院', 'lapsed'],
      ['冯建业', 'grace'],
      ['蒋文澜', 'active'],
    ])
    expect(content[2]).toMatchObject({ number: 'OLD-7', hasAccount: true, joinedOn: '2020-05-01' })
    expect(await isActiveMember(sql, known.id)).toBe(true)
    const again = await importLines([createLine({ 手机号码: '13700000019', 证件号码: idCard, 会员编号: 'OLD-7' })])
    expect(again.data.bad[0]!.problems).toEqual({ 会员编号: '该会员编号已存在', 证件号码: '该证件号码已有会员在使用' })
    expect(
      (await server().requestAs(admin, 'GET /admin/audit', { action: 'membersImported' })).data.totalElements,
    ).toBe(1)
    // an account that is registered later with this phone number gets the membership
    const later = await server().enter('user')
    await sql`update member set phone_index = (select phone_index from account where id = ${later.id}) where name = '冯建业'`
    const membership = await server().requestAs(later, 'GET /membership/mine')
    expect(membership.data.member).toMatchObject({ name: '冯建业', state: 'grace' })
    expect(membership.data.due).toMatchObject({ purpose: 'renew' })
  })

  test('offers a template that can be filled in and sent back', async () => {
    const [example] = await downloadSheet('/admin/members/template')
    expect(Object.keys(example!.values)).toEqual([...titles])
    // refuses the example row, and an account that is already a member
    expect((await importLines([example!.values])).data).toMatchObject({
      imported: 0,
      bad: [{ problems: { 姓名或单位: '请删除示例行' } }],
    })
    expect(
      (await importLines([createLine({ 类别: '单位会员', 手机号码: '13700000012' })])).data.bad[0]!.problems,
    ).toEqual({
      手机号码: '该手机号码已有会员在使用',
    })
  })
})

describe('the list', () => {
  test('finds members by name, unit, number and complete phone number, and masks their data', async () => {
    const known = (await listMembers({ key: 'old-7' })).content[0]
    expect(known!.name).toBe('蒋文澜')
    expect((await listMembers({ key: '13700000012' })).content).toMatchObject([{ name: '省立第二医院' }])
    expect((await listMembers({ key: '1370000' })).content).toEqual([])
    expect((await listMembers({ state: 'grace' })).totalElements).toBe(1)
    expect((await listMembers({ kind: 'unit' })).totalElements).toBe(1)
    expect((await listMembers({ endingWithin: 30 })).totalElements).toBe(0)
    expect(known!.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
    const detail = (await server().requestAs(admin, 'GET /admin/member', { id: known!.id })).data
    expect(detail.idNumber).toMatch(/^110\*{11}/)
    const finance = await server().enter('finance')
    const revealPhone = (token: string, reason: string) =>
      server().requestAs({ token }, 'POST /admin/member/reveal', { id: known!.id, reason })
    expect((await revealPhone(finance.token, '核对身份信息')).status).toBe(403)
    expect((await revealPhone(admin.token, '短')).status).toBe(400)
    expect((await revealPhone(admin.token, '核对身份信息')).data.idNumber).toBe(createIdNumber('1980-01-01', 4))
  })

  test('exports a masked Excel file and audits the export', async () => {
    const asked = { kind: 'members', query: { kind: 'individual' } }
    const { id } = (await server().requestAs(admin, 'POST /admin/export', asked)).data
    await writeExports(server().kit)
    const { url } = (await server().requestAs(admin, 'GET /admin/export', { id: `${id}` })).data
    const headers = { authorization: `Bearer ${admin.token}` }
    const rows = await readLines((await server().app.inject({ url, headers })).rawPayload, [])
    expect(rows.map(({ values }) => values['姓名或单位'])).toEqual(['蒋文澜', '冯建业'])
    expect(rows[0]!.values).toMatchObject({ 会员编号: 'OLD-7', 状态: '有效', 入会日期: '2020-05-01' })
    expect(JSON.stringify(rows)).not.toContain(createIdNumber('1980-01-01', 4))
    const { content } = (await server().requestAs(admin, 'GET /admin/audit', { action: 'membersExported' })).data
    expect(content[0]).toMatchObject({ actor: admin.username, reason: '导出2行' })
  })

  test('changes the certificate by a correction and revokes it by an ending, both with a reason', async () => {
    const { id } = (await listMembers({ key: 'old-7' })).content[0]!
    const { version, certificateNumber } = (await server().requestAs(admin, 'GET /admin/member', { id })).data
    const correctMember = (v: number) =>
      server().requestAs(admin, 'PUT /admin/member', {
        id,
        version: v,
        name: '蒋文岚',
        organization: '省精神卫生中心',
        reason: '身份证更名',
      })
    expect((await correctMember(version + 5)).reason).toBe('changedMeanwhile')
    expect((await correctMember(version)).data).toMatchObject({ name: '蒋文岚', certificateNumber })
    const checkCertificate = async () =>
      (await server().request('GET /certificate/check', { no: certificateNumber })).data
    expect(await checkCertificate()).toMatchObject({ holder: '蒋*岚', state: 'valid' })
    const endMembership = () =>
      server().requestAs(admin, 'POST /admin/member/end', { id, reason: '违反章程，理事会决议除名' })
    expect((await endMembership()).status).toBe(200)
    expect((await endMembership()).reason).toBe('wrongState')
    expect(await checkCertificate()).toMatchObject({ state: 'revoked' })
  })
})

describe('with many members and applications', () => {
  let url = ''
  beforeAll(async () => {
    const { sql } = server().kit
    await sql`
      insert into member (number, kind, level_id, name, state, joined_on, term_from, term_until, phone_sealed,
        phone_index, in_directory)
      select 'N' || n, case when n % 20 = 0 then 'unit' else 'individual' end,
        (select min(id) from member_level), '会员' || n,
        case when n % 10 = 0 then 'grace' when n % 150 = 1 then 'lapsed' else 'active' end, '2024-01-01', '2026-01-01',
        current_date + (n % 300)::int, '\\x00', decode(md5(n::text), 'hex'), n % 3 = 0
      from generate_series(1, 20000) n`
    await sql`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index)
      select 'bulk' || n, '', ${roles.user}::smallint, '\\x00', decode(md5('account' || n), 'hex') from generate_series(1, 400) n`
    await sql`
      insert into member_application (account_id, kind, state, form_sealed, submitted_at)
      select a.id, 'individual', case when n = 50 then 'submitted' else 'withdrawn' end, '\\x00', now()
      from account a, generate_series(1, 50) n where a.username like 'bulk%'`
    await server().owner`analyze`
    const [row] = await sql<{ name: string }[]>`select current_database() as name`
    url = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
  })
  const everybody = { state: undefined, kind: undefined, levelId: undefined, ending: undefined, key: undefined }
  const page = { limit: 20, offset: 40 }

  test.each([
    [
      'members',
      'member_pkey',
      (db: Db) => members.selectMembersForStaff(db, { ...everybody, phoneIndex: undefined }, { limit: 20, offset: 40 }),
    ],
    [
      'members of a state',
      'member_by_state',
      (db: Db) =>
        members.selectMembersForStaff(
          db,
          { ...everybody, state: 'lapsed', phoneIndex: undefined },
          { limit: 20, offset: 40 },
        ),
    ],
    [
      'the member of a phone',
      'member_by_phone',
      (db: Db) =>
        members.selectMembersForStaff(db, { ...everybody, phoneIndex: Buffer.alloc(16) }, { limit: 20, offset: 0 }),
    ],
    [
      'members who ask for another level',
      'member_by_wish',
      (db: Db) =>
        members.selectMembersForStaff(
          db,
          { ...everybody, hasLevelChange: true, phoneIndex: undefined },
          { limit: 20, offset: 0 },
        ),
    ],
    ['units', 'member_by_kind', (db: Db) => seats.selectUnitMembers(db, undefined, { limit: 20, offset: 40 })],
    [
      'the directory',
      'member_directory',
      (db: Db) => members.selectDirectoryMembers(db, { ...page, kind: undefined, key: undefined }),
    ],
    [
      'applications',
      'member_application_pkey',
      (db: Db) =>
        applications.selectApplicationsForStaff(db, { ...page, state: undefined, kind: undefined, key: undefined }),
    ],
    [
      'applications that wait',
      'member_application_',
      (db: Db) =>
        applications.selectApplicationsForStaff(db, { ...page, state: 'submitted', kind: undefined, key: undefined }),
    ],
    [
      'those to be reminded',
      'member_',
      (db: Db) =>
        members.selectMembersToRemind(db, {
          from: addDays(today, 1),
          until: addDays(today, 7),
          afterId: 0,
          limit: 200,
        }),
    ],
  ])('reads the list of %s from its index', async (_name, index, scope) => {
    const explained = await explainQueries(url, scope)
    const [listed] = explained.filter(({ query }) => !/^\s*select count/.test(query))
    const reads = listed!.steps.filter(({ table }) => table === 'member' || table === 'member_application')
    expect(reads.map(({ type }) => type)).not.toContain('Seq Scan')
    expect(listed!.steps.map((step) => step.index).join(' ')).toContain(index)
  })
})
