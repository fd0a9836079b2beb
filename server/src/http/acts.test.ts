// Everything that staff change is in the audit log, once: the walk goes over all rows of the contract.
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@xinqiao/contract/http/index.ts'
import type { Row } from '@xinqiao/contract/http/row.ts'
import type { Ctx } from '../kit/ctx.ts'
import { recordAudit, verifyAudit } from '../kit/audit.ts'
import { transaction } from '../kit/db.ts'
import { fileForm, useTestServer } from '../../test/test-server.ts'
import { impersonal, isLogged, isOfStaff, recordedLast, subjectOf, titleOf, unlogged } from './acts.ts'
import { perform } from './dispatch.ts'
import { endpoints } from '../modules.ts'

const server = useTestServer()
let admin: { id: number; token: string; username: string }
beforeAll(async () => {
  admin = await server().enter('administrator')
})

type Entry = { actor_id: number; action: string; subject: string; reason: string; detail: Record<string, unknown> }
const entries = () =>
  server().kit.sql<Entry[]>`select actor_id, action, subject, reason, detail from audit_log order by id`
const send = (method: string, path: string, input: object) => server().call(method, path, input, { token: admin.token })

describe('every row of the contract that staff change something with', () => {
  const staffRows = endpoints.filter(({ row }) => isOfStaff(row))
  const changing = staffRows.filter(({ method, row }) => method !== 'GET' || row.effect)

  test('is audited, or listed as an exception with a reason', () => {
    expect(changing.length).toBeGreaterThan(90)
    const without = changing.filter((call) => !isLogged(call)).map(({ key }) => key)
    expect(without.sort()).toEqual(Object.keys(unlogged).sort())
    expect(Object.values(unlogged).every((why) => why.length > 10)).toBe(true)
    // rows that are not served yet have nothing to log
    for (const key of [...Object.keys(unlogged), ...impersonal, ...recordedLast]) expect(contract).toHaveProperty([key])
  })

  test('and so is every file with personal data that they take away', () => {
    const files = staffRows.filter(({ method, row }) => method === 'GET' && row.reply)
    expect(files.filter(isLogged).map(({ key }) => key)).toEqual(
      files.map(({ key }) => key).filter((key) => !impersonal.includes(key)),
    )
    expect(files.some(isLogged)).toBe(true)
  })

  test('opening what is masked is a changing row of its own, so that it cannot be done without a trace', () => {
    const opening = Object.entries(contract as Record<string, Row>).filter(
      ([key, row]) => isOfStaff(row) && /reveal|\/resume$|transcript|\/phone$|\/export/.test(key),
    )
    expect(opening.length).toBeGreaterThan(6)
    // the second step of an export is asked about as often as its screen likes: its start is in the log
    expect(opening.filter(([key]) => key.startsWith('GET ')).map(([key]) => key)).toEqual([
      'GET /admin/export',
      'GET /admin/exam/export/sheet',
      'GET /admin/exam/export/qti',
    ])
  })

  test.each(endpoints.filter(isLogged).map((call) => [call.key, call] as const))(
    '%s leaves one entry',
    async (key, call) => {
      const before = (await entries()).length
      const ctx = { kit: server().kit, viewer: { id: admin.id, roleId: 1, username: '', sessionId: 1 } }
      // the handler is not what is looked at here: this one does nothing
      await perform({ ...call, handle: () => Promise.resolve(null) }, { id: 7, phone: '13900000000' }, ctx as Ctx)
      const made = (await entries()).slice(before)
      expect(made).toEqual([
        {
          actor_id: admin.id,
          action: 'staffCall',
          subject: 'id 7',
          reason: '',
          detail: { call: key, title: titleOf(call.row.summary) },
        },
      ])
      expect(made[0]!.detail['title']).toMatch(/^\p{Script=Han}/u)
    },
  )
})

const level = { kind: 'individual', title: '青年会员', description: '', seats: 1, enabled: true, position: 3 }

describe('an entry', () => {
  const newest = async () => (await entries()).at(-1)!

  test('is made with what it tells of, also where the feature has no transaction, and not for what was refused', async () => {
    expect((await send('POST', '/admin/memberLevel', level)).code).toBe(200)
    const after = (await entries()).length
    expect(await newest()).toMatchObject({ detail: { call: 'POST /admin/memberLevel', title: '新增会员类别' } })
    expect((await send('POST', '/admin/memberLevel', level)).code).toBe(400)
    expect((await send('POST', '/admin/memberLevel', { ...level, title: '' })).code).toBe(400)
    expect((await send('PUT', '/admin/memberLevel', { ...level, title: '另一类', id: 9_999 })).code).toBe(404)
    expect(await entries()).toHaveLength(after)
  })

  test('names what came into being, from the transaction that made it', async () => {
    const { data } = await send('POST', '/admin/user', {
      username: '新来的编辑',
      nickName: '新编辑',
      phone: '13911112222',
      roleId: 3,
    })
    expect(data).toBeTruthy()
    const entry = await newest()
    expect(entry.detail).toEqual({ call: 'POST /admin/user', title: '新建账号，返回只显示一次的初始密码' })
    expect(JSON.stringify(entry)).not.toMatch(/13911112222|新来的编辑/)
  })

  test('is in the transaction of what it tells of: without the one there is not the other', async () => {
    const { owner } = server()
    const before = (await entries()).length
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
      ['POST', '/admin/user', { username: '没来的编辑', nickName: '编辑', phone: '13911113333', roleId: 3 }],
    ] as const
    const replies: [string, number][] = []
    for (const [method, path, input] of tried) replies.push([path, (await send(method, path, input)).status])
    await owner`alter table audit_log drop constraint full_log`
    expect(replies).toEqual(tried.map(([, path]) => [path, 500]))
    expect(await entries()).toHaveLength(before)
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

  test('is not made of what came to nothing', async () => {
    const before = (await entries()).length
    const items = [{ id: 9_999, version: 1 }]
    const { data } = await send('POST', '/admin/memberApplication/decide', { items, decision: 'approve', reason: '' })
    expect(data).toMatchObject({ decided: [], failed: [{ id: 9_999 }] })
    const template = await server().app.inject({
      url: '/prod-api/admin/members/template',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const file = fileForm('会员.xlsx', template.rawPayload)
    const report = await server().call('POST', '/admin/members/import', undefined, { token: admin.token, ...file })
    expect(report.data).toMatchObject({ imported: 0, bad: [{ problems: { 姓名或单位: '请删除示例行' } }] })
    expect(await entries()).toHaveLength(before)
  })

  test('that a feature writes itself is the only one', async () => {
    const before = (await entries()).length
    const settings = (await send('GET', '/admin/membership/settings', {})).data
    expect((await send('PUT', '/admin/membership/settings', settings)).code).toBe(200)
    expect((await entries()).slice(before).map(({ action }) => action)).toEqual(['membershipSettingsChanged'])
  })

  test.each(recordedLast)('of %s comes with the last of its transactions, once', async (key) => {
    const before = (await entries()).length
    const { kit } = server()
    const ctx = { kit, viewer: { id: admin.id, roleId: 1, username: '', sessionId: 1 } } as Ctx
    const call = endpoints.find((one) => one.key === key)!
    const own = { actorId: admin.id, action: 'billFetched', subject: 'bill 7', reason: '' } as const
    await perform(
      {
        ...call,
        handle: async () => {
          await transaction(kit.sql, () => Promise.resolve(null))
          return transaction(kit.sql, (tx) => recordAudit(tx, own))
        },
      },
      { id: 7 },
      ctx,
    )
    expect((await entries()).slice(before).map(({ action }) => action)).toEqual(['billFetched'])
    // and one that wrote none has one all the same
    await perform({ ...call, handle: () => transaction(kit.sql, () => Promise.resolve(null)) }, { id: 7 }, ctx)
    expect((await entries()).slice(before + 1).map(({ action }) => action)).toEqual(['staffCall'])
  })

  test('is found by what was done, and the chain holds', async () => {
    const { data } = await send('GET', '/admin/audit', { key: '新增会员类别', action: 'staffCall' })
    expect(data.content[0]).toMatchObject({ title: '新增会员类别', actor: admin.username })
    const own = await send('GET', '/admin/audit', { action: 'membershipSettingsChanged' })
    expect(own.data.content[0]).toMatchObject({ title: '修改会籍设置' })
    expect(await verifyAudit(server().kit.sql)).toMatchObject({ brokenAt: null })
  })

  test('holds numbers under names of ids, and nothing else of a body', () => {
    const body = { meetingId: 3, roomId: 5, ids: [1, 2], phone: 13_900_000_000, roleId: 2, idCard: '1', number: 'x' }
    expect(subjectOf(body, null)).toBe('meeting 3 room 5 id 1、2')
    expect(subjectOf({ title: '会' }, { id: 9, version: 1 })).toBe('id 9')
    expect(subjectOf({ id: '13900000000' }, null)).toBe('id —')
  })
})
