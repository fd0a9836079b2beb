// Tests of exports: access, content, progress and deletion.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createLevel } from '../../../db/fixtures/membership.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { explainQueries } from '../../../test/plans.ts'
import { bytesList } from '../../kit/db/db.ts'
import { readLines } from '../../kit/documents/sheets/sheets.ts'
import { sealMemberContact } from '../membership/records/sealed-form.ts'
import { deleteOldExports, writeExports } from './exports.ts'
import { selectNextTask } from './store.ts'

const server = useTestServer()
let admin: Caller
let finance: Caller
const idCard = '110105199003070027'
beforeAll(async () => {
  admin = await server().enter('administrator')
  finance = await server().enter('finance')
  const { sql, secrets } = server().kit
  const levelId = await createLevel(sql, { title: '个人会员' })
  const made = await sql<{ id: number }[]>`
    insert into member (number, kind, level_id, name, organization, state, joined_on, term_from, term_until,
      phone_sealed, phone_index)
    select 'N' || n, 'individual', ${levelId}, '会员' || n, '单位' || n % 7, 'active', '2024-01-01', '2026-01-01', '2026-12-31',
      '', sha256(n::text::bytea)
    from generate_series(1, 1203) n returning id`
  const ids = made.map(({ id }) => id)
  const sealed = ids.map((id) => sealMemberContact(secrets, id, { idNumber: idCard, phone: '13912345678' }))
  await sql`
    update member set phone_sealed = input.phone, id_number_sealed = input.id_number
    from unnest(${ids}::bigint[], ${bytesList(
      sql,
      sealed.map((row) => row.phone_sealed),
    )}::bytea[], ${bytesList(
      sql,
      sealed.map((row) => row.id_number_sealed!),
    )}::bytea[]) as input(id, phone, id_number)
    where member.id = input.id`
})

const orderExport = async (change: object = {}, caller = admin) =>
  server().requestAs(caller, 'POST /admin/export', { kind: 'members', query: {}, ...change })
const getTask = async (id: number) => (await server().requestAs(admin, 'GET /admin/export', { id: `${id}` })).data
const openFile = async (url: string, caller = admin) =>
  server().app.inject({ url, headers: { authorization: `Bearer ${caller.token}` } })
const listAuditEntries = async () =>
  (await server().requestAs(admin, 'GET /admin/audit', { action: 'membersExported' })).data.content

test('exports a long list in pieces, masked, and readable by the requester only', async () => {
  const { data } = await orderExport()
  expect(data).toMatchObject({ state: 'waiting', total: 1203, done: 0, url: '', isFull: false })
  expect(await writeExports(server().kit)).toBe(1)
  const done = await getTask(data.id)
  expect(done).toMatchObject({ state: 'done', done: 1203, total: 1203 })
  const file = await openFile(done.url)
  expect(file.headers['content-type']).toContain('spreadsheetml')
  const lines = await readLines(file.rawPayload, ['会员编号', '手机号码'])
  expect(lines).toHaveLength(1203)
  expect(lines.at(-1)!.values).toMatchObject({ 会员编号: 'N1203', 手机号码: '139****5678' })
  expect(JSON.stringify(lines)).not.toContain(idCard)
  expect((await listAuditEntries())[0]).toMatchObject({ actor: admin.username, reason: '导出1203行' })
  const other = await server().enter('administrator')
  expect((await openFile(done.url, other)).statusCode).toBe(404)
  expect((await server().requestAs(other, 'GET /admin/export', { id: data.id })).status).toBe(404)
})

test('validates and applies the filters of the list', async () => {
  const { data } = await orderExport({ query: { key: 'n77' } })
  expect(data.total).toBe(1)
  await writeExports(server().kit)
  const lines = await readLines((await openFile((await getTask(data.id)).url)).rawPayload, [])
  expect(lines.map(({ values }) => values['会员编号'])).toEqual(['N77'])
  expect((await orderExport({ query: { state: 'nothing' } })).status).toBe(400)
})

describe('an unmasked export', () => {
  test('needs a reason, and a confirmation of the number of people', async () => {
    expect((await orderExport({ isFull: true, reason: '短' })).msg).toBe('理由至少2个字')
    const { data } = await orderExport({ isFull: true, reason: '寄送纸质会员证书', query: { key: 'n5' } })
    expect(data).toMatchObject({ state: 'asked', total: 1 })
    expect(await writeExports(server().kit)).toBe(0)
    expect((await server().requestAs(finance, 'POST /admin/export/confirm', { id: data.id })).status).toBe(404)
    expect((await server().requestAs(admin, 'POST /admin/export/confirm', { id: data.id })).status).toBe(200)
    expect((await server().requestAs(admin, 'POST /admin/export/confirm', { id: data.id })).reason).toBe('wrongState')
    await writeExports(server().kit)
    const lines = await readLines((await openFile((await getTask(data.id)).url)).rawPayload, [])
    expect(lines[0]!.values).toMatchObject({ 手机号码: '13912345678', 证件号码: idCard })
    expect((await listAuditEntries()).slice(0, 2).map(({ reason }) => reason)).toEqual([
      '确认导出1行，不脱敏：寄送纸质会员证书',
      '申请导出1行，不脱敏：寄送纸质会员证书',
    ])
  })

  test('refuses roles that may not export the list', async () => {
    expect((await orderExport({}, finance)).status).toBe(403)
    expect((await orderExport({ isFull: true, reason: '寄送纸质证书' }, finance)).status).toBe(403)
  })
})

test('restarts an export of a killed process, and deletes files after a day', async () => {
  const { sql } = server().kit
  const { data } = await orderExport({ query: { key: 'n9' } })
  await sql`update export_task set state = 'running', done = 500 where id = ${data.id}`
  expect(await writeExports(server().kit)).toBe(1)
  const { url } = await getTask(data.id)
  expect((await openFile(url)).statusCode).toBe(200)
  expect(await deleteOldExports(server().kit)).toBe(0)
  await sql`update export_task set created_at = created_at - interval '25 hours'`
  expect(await deleteOldExports(server().kit)).toBeGreaterThan(0)
  expect((await openFile(url)).statusCode).toBe(404)
  expect((await server().requestAs(admin, 'GET /admin/export', { id: data.id })).status).toBe(404)
  const [left] = await sql<{ count: number }[]>`select count(*) from private_file where purpose = 'export'`
  expect(left!.count).toBe(0)
})

test('finds queued exports by an index', async () => {
  const { sql } = server().kit
  await sql`
    insert into export_task (account_id, kind, query, is_full, reason, state, total)
    select ${admin.id}, 'members', '{}', false, '', 'done', 1 from generate_series(1, 5000)`
  await server().owner`analyze export_task`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const steps = (await explainQueries(url, (db) => selectNextTask(db))).flatMap((explainQuery) => explainQuery.steps)
  expect(steps.map((step) => step.type)).not.toContain('Seq Scan')
})
