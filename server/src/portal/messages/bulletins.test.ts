// Tests that bulletins reach only their audience.
import { beforeAll, expect, test } from 'vitest'
import { audiences, type Audience } from '@xinqiao/contract/notices.ts'
import { roles, staff, type Role } from '@xinqiao/contract/roles.ts'
import { createLevel, createMember } from '../../../db/fixtures/membership.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
const people = new Map<string, Caller>()

beforeAll(async () => {
  const { kit, enter } = server()
  for (const role of Object.keys(roles) as Role[]) people.set(role, await enter(role))
  const levelId = await createLevel(kit.sql, { title: '个人会员' })
  for (const [name, role, state] of [
    ['member', 'user', 'active'],
    ['member in grace', 'user', 'grace'],
    ['lapsed member', 'user', 'lapsed'],
    ['counsellor and member', 'counsellor', 'active'],
    ['member whose account is closed', 'user', 'active'],
    // imported from the old register with a phone number that the account has verified
    ['member of old', 'user', 'active'],
  ] as const) {
    const person = await enter(role)
    people.set(name, person)
    const accountId = name === 'member of old' ? null : person.id
    await createMember(kit, { levelId, name: '安宁', phone: person.phone, accountId, state })
  }
  people.set('closed', await enter('user'))
  for (const name of ['closed', 'member whose account is closed'])
    await kit.sql`update account set enabled = false where id = ${people.get(name)!.id}`
})

const users = ['user', 'member', 'member in grace', 'lapsed member', 'member of old']
const counsellors = ['counsellor', 'counsellor and member']
const expected: Record<Audience, readonly string[]> = {
  everybody: [...users, ...counsellors, ...staff],
  members: ['member', 'member in grace', 'counsellor and member', 'member of old'],
  users,
  counsellors,
  staff,
}

test.each(Object.keys(audiences) as Audience[])('sends to %s', async (audience) => {
  const { requestAs, kit } = server()
  const title = `告知${audiences[audience]}`
  const draft = { title, content: '夜间加开坐席', audience }
  const admin = people.get('administrator')!
  const { data } = await requestAs(admin, 'POST /admin/bulletin', draft)
  const rows = await kit.sql<{ account_id: number }[]>`select account_id from message where bulletin_id = ${data.id}`
  const nameOf = new Map([...people].map(([name, { id }]) => [id, name]))
  const recipients = rows.map((row) => nameOf.get(row.account_id) ?? `account ${row.account_id}`)
  expect(recipients.toSorted()).toEqual(expected[audience].toSorted())
  expect(data.recipients).toBe(recipients.length)
  for (const [name, person] of people) {
    const { data: unread } = await requestAs(person, 'GET /message/getUnReadByUserId')
    const titles = unread?.map((item) => item.bulletinContent) ?? []
    expect([name, titles.includes(title)]).toEqual([name, expected[audience].includes(name)])
  }
  const listed = await requestAs(admin, 'GET /admin/bulletins')
  expect(listed.data.content[0]).toMatchObject({ id: data.id, audience, recipients: recipients.length, readers: 0 })
})

test('sends a bulletin that sounds like danger only after a confirmation', async () => {
  const { token } = people.get('administrator')!
  const draft = { title: '大家再见', content: '我活不下去了，今晚就从楼上跳下去。', audience: 'staff' as const }
  const send = (isConfirmed?: boolean) =>
    server().requestAs({ token }, 'POST /admin/bulletin', { ...draft, isConfirmed })
  expect(await send()).toMatchObject({ status: 409, reason: 'soundsDangerous' })
  expect((await send(true)).status).toBe(200)
})

test('refuses a bulletin without known recipients', async () => {
  const { token } = people.get('administrator')!
  const draft = { title: '公告', content: '内容', audience: 'strangers' }
  expect((await server().requestAs({ token }, 'POST /admin/bulletin', draft)).status).toBe(400)
})
