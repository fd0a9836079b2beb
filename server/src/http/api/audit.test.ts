// Tests that every change by staff is in the audit log exactly once, for all endpoints of the contract.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditSubjects } from '@xinqiao/contract/audit.ts'
import { contract } from '@xinqiao/contract/http/index.ts'
import { roles, staff } from '@xinqiao/contract/roles.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import { recordAudit, verifyAudit } from '../../kit/audit/audit.ts'
import type { AuditedCtx, Ctx } from '../../kit/ctx.ts'
import { selectAuditEntries } from '../../../test/audit-log.ts'
import { fileForm, useTestServer, type Caller } from '../../../test/test-server.ts'
import { endpoints } from '../../modules.ts'
import { performHandler } from './dispatch.ts'

const isOfStaff = ({ who }: EndpointDefinition): boolean =>
  Array.isArray(who) && who.every((role) => (staff as readonly string[]).includes(role))

const server = useTestServer()
let admin: Caller
beforeAll(async () => {
  admin = await server().enter('administrator')
})

const readEntries = () => selectAuditEntries(server().kit.sql)

describe('lists every endpoint with which staff change data', () => {
  const ofStaff = endpoints.filter(({ definition }) => isOfStaff(definition))
  const changing = ofStaff.filter(({ method, definition }) => method !== 'GET' || definition.effect)

  test('declares its audit entries, or null with the reason beside it', () => {
    expect(changing.length).toBeGreaterThan(90)
    expect(changing.filter(({ definition }) => definition.audit === undefined).map(({ key }) => key)).toEqual([])
    expect(changing.filter(({ definition }) => definition.audit === null).map(({ key }) => key)).toEqual([
      'POST /admin/article/importWord',
      'POST /admin/picture',
      'POST /admin/attachment',
      'POST /admin/memberFee/file',
      'POST /admin/order/query',
      'POST /admin/care/seen',
      'POST /admin/guide/try',
      'POST /admin/chat/broadcast/receivers',
      'POST /admin/meeting/checkIn',
    ])
  })

  test('audits every download with personal data', () => {
    const files = ofStaff.filter(({ method, definition }) => method === 'GET' && definition.reply && !definition.audit)
    // templates, the question bank and the calendar have no personal data
    expect(files.map(({ key }) => key).toSorted()).toEqual([
      'GET /admin/calendar/sheet',
      'GET /admin/exam/export/qti',
      'GET /admin/exam/export/sheet',
      'GET /admin/exam/template',
      'GET /admin/members/template',
    ])
  })

  test('unmasks personal data by a changing endpoint only, so that no one can do it without a trace', () => {
    const opening = Object.entries(contract as Record<string, EndpointDefinition>).filter(
      ([key, definition]) => isOfStaff(definition) && /reveal|\/resume$|transcript|\/phone$|\/export/.test(key),
    )
    expect(opening.length).toBeGreaterThan(6)
    // reading the progress of an export is not audited, because starting it is
    expect(opening.filter(([key]) => key.startsWith('GET ')).map(([key]) => key)).toEqual([
      'GET /admin/export',
      'GET /admin/exam/export/sheet',
      'GET /admin/exam/export/qti',
    ])
  })

  test('audits no endpoint of other callers', () => {
    expect(
      endpoints.filter(({ definition }) => definition.audit && !isOfStaff(definition)).map(({ key }) => key),
    ).toEqual([])
  })

  const declared = endpoints.filter(({ definition }) => definition.audit)
  const input = {
    id: 7,
    ids: [7],
    accountId: 7,
    submissionId: 7,
    roomId: 7,
    registrationId: 7,
    day: '2026-11-01',
    year: 2026,
    days: [],
    paidCents: 0,
    state: 'open',
    spending: [],
    phone: '13900000000',
    name: '某人',
    title: '某个问题',
    note: '',
    reason: '理由',
    outcome: '已处理',
  }
  const output = { id: 9, ids: [9], added: 1, recipients: 3, name: '考试', reason: '理由', signalId: 3, lines: [] }

  test.each(declared.map((endpoint) => [endpoint.key, endpoint] as const))(
    'writes the entries of %s, without phone numbers',
    async (_key, endpoint) => {
      const before = (await readEntries()).length
      const ctx = {
        kit: server().kit,
        viewer: { id: admin.id, roleId: roles.administrator, username: '', signInSessionId: 1 },
      }
      // does nothing, because only the audit entries are tested here
      await performHandler({ ...endpoint, handle: () => Promise.resolve(output) }, input, ctx as Ctx)
      const made = (await readEntries()).slice(before)
      for (const entry of made) {
        expect(entry.actor_id).toBe(admin.id)
        expect(Object.keys(auditSubjects)).toContain(entry.subject.split(' ')[0])
        expect(entry.subject).not.toMatch(/undefined|NaN/)
        expect(JSON.stringify(entry)).not.toContain('1390000000')
        if (entry.action === 'staffCall') expect((entry.detail as { title: string }).title).toMatch(/^\p{Script=Han}/u)
      }
    },
  )

  test('declares most entries, and leaves the others to handlers', async () => {
    const byHandler = declared.filter(
      ({ definition }) => [definition.audit!(input as never, output as never)].flat().length === 0,
    )
    expect(byHandler.length).toBeLessThan(32)
    expect(declared.length).toBeGreaterThan(120)
  })
})

const level = { kind: 'individual', title: '青年会员', description: '', seats: 1, enabled: true, position: 3 }

describe('an entry', () => {
  const readNewestEntry = async () => (await readEntries()).at(-1)!

  test('writes the entry with its change, also without a transaction of the feature, and none for a refusal', async () => {
    expect((await server().requestAs(admin, 'POST /admin/memberLevel', level)).code).toBe(200)
    const after = (await readEntries()).length
    expect(await readNewestEntry()).toMatchObject({
      detail: { call: 'POST /admin/memberLevel', title: '新增会员类别' },
    })
    expect((await server().requestAs(admin, 'POST /admin/memberLevel', level)).code).toBe(400)
    expect((await server().requestAs(admin, 'POST /admin/memberLevel', { ...level, title: '' })).code).toBe(400)
    expect(
      (await server().requestAs(admin, 'PUT /admin/memberLevel', { ...level, title: '另一类', id: 9_999 })).code,
    ).toBe(404)
    expect(await readEntries()).toHaveLength(after)
  })

  test('names the created object within the transaction that created it', async () => {
    const { data } = await server().requestAs(admin, 'POST /admin/user', {
      username: '新来的编辑',
      nickName: '新编辑',
      phone: '13911112222',
      roleId: roles.editor,
    })
    expect(data).toBeTruthy()
    const entry = await readNewestEntry()
    expect(entry.detail).toEqual({ call: 'POST /admin/user', title: '新建账号，返回只显示一次的初始密码' })
    expect(JSON.stringify(entry)).not.toMatch(/13911112222|新来的编辑/)
  })

  test('commits the entry and its change together', async () => {
    const { owner } = server()
    const before = (await readEntries()).length
    await owner`alter table audit_log add constraint full_log check (false) not valid`
    const { kit } = server()
    const branch = { name: '滨海市分会', position: 0, enabled: true }
    const tried = [
      ['POST', '/admin/memberBranch', branch],
      ['POST', '/admin/memberLevel', { ...level, title: '另一类会员' }],
      ['POST', '/admin/domain', { name: '另一领域', position: 1, enabled: true }],
      ['POST', '/admin/word', { word: '某个词', action: 'hold' }],
      ['POST', '/admin/lexicon', { word: '某个词', action: 1 }],
      ['POST', '/admin/committee', { name: '某专业委员会', position: 1, enabled: true }],
      ['PUT', '/admin/floatingAd', { enabled: false, title: '某广告', link: '/', pictureKey: null }],
      ['POST', '/admin/user', { username: '没来的编辑', nickName: '编辑', phone: '13911113333', roleId: roles.editor }],
    ] as const
    const replies: [string, number][] = []
    for (const [method, path, input] of tried)
      replies.push([path, (await server().sendRaw(method, path, input, admin)).status])
    await owner`alter table audit_log drop constraint full_log`
    expect(replies).toEqual(tried.map(([, path]) => [path, 500]))
    expect(await readEntries()).toHaveLength(before)
    const [left] = await kit.sql`
      select (select count(*) from member_branch) as branches,
        (select count(*) from member_level where title = '另一类会员') as levels,
        (select count(*) from domain where name = '另一领域') as domains,
        (select count(*) from watch_word where word = '某个词') as words,
        (select count(*) from im_lexicon_word where word = '某个词') as entries,
        (select count(*) from special_committee where name = '某专业委员会') as committees,
        (select count(*) from floating_ad where title = '某广告') as ads,
        (select count(*) from account where username = '没来的编辑') as accounts`
    expect(left).toEqual({
      branches: 0,
      levels: 0,
      domains: 0,
      words: 0,
      entries: 0,
      committees: 0,
      ads: 0,
      accounts: 0,
    })
  })

  test('writes no entry for a call without an effect', async () => {
    const before = (await readEntries()).length
    const items = [{ id: 9_999, version: 1 }]
    const { data } = await server().requestAs(admin, 'POST /admin/memberApplication/decide', {
      items,
      decision: 'approve',
      reason: '',
    })
    expect(data).toMatchObject({ decided: [], failed: [{ id: 9_999 }] })
    const template = await server().app.inject({
      url: '/prod-api/admin/members/template',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const file = fileForm('会员.xlsx', template.rawPayload)
    const report = await server().upload(admin, 'POST /admin/members/import', file)
    expect(report.data).toMatchObject({ imported: 0, bad: [{ problems: { 姓名或单位: '请删除示例行' } }] })
    expect(await readEntries()).toHaveLength(before)
  })

  test('writes one entry where the feature writes its own', async () => {
    const before = (await readEntries()).length
    const settings = (await server().requestAs(admin, 'GET /admin/membership/settings')).data
    expect((await server().requestAs(admin, 'PUT /admin/membership/settings', settings)).code).toBe(200)
    expect((await readEntries()).slice(before).map(({ action }) => action)).toEqual(['membershipSettingsChanged'])
  })

  test('rolls the entry back when the handler fails later', async () => {
    const before = (await readEntries()).length
    const ctx = {
      kit: server().kit,
      viewer: { id: admin.id, roleId: roles.administrator, username: '', signInSessionId: 1 },
    } as Ctx
    const endpoint = endpoints.find(({ key }) => key === 'POST /admin/refund/decide')!
    const handle = async (_input: never, { tx }: AuditedCtx) => {
      await recordAudit(tx, { actorId: admin.id, action: 'refundApproved', subject: 'refund 7', reason: '' })
      throw new RangeError('failed')
    }
    await expect(performHandler({ ...endpoint, handle }, { id: 7 }, ctx)).rejects.toThrow('failed')
    expect(await readEntries()).toHaveLength(before)
  })

  test('finds entries by action, with an intact chain', async () => {
    const { data } = await server().requestAs(admin, 'GET /admin/audit', { key: '新增会员类别', action: 'staffCall' })
    expect(data.content[0]).toMatchObject({ title: '新增会员类别', actor: admin.username })
    const own = await server().requestAs(admin, 'GET /admin/audit', { action: 'membershipSettingsChanged' })
    expect(own.data.content[0]).toMatchObject({ title: '修改会籍设置' })
    expect(await verifyAudit(server().kit.sql)).toMatchObject({ brokenAt: null })
  })
})
