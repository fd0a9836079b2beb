// Tests of the log of security events: append-only, and searchable by administrators.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { explainQueries } from '../../../test/plans.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import { selectSecurityEvents } from './store.ts'

const server = useTestServer()
let admin: Caller
let person: Caller
beforeAll(async () => {
  admin = await server().enter('administrator')
  person = await server().enter('user')
})
const listEvents = async (input: object) => (await server().requestAs(admin, 'GET /admin/security', input)).data.content

test('finds an event by kind, account, address, request and day', async () => {
  const ip = '198.51.100.77'
  const path = '/memberApplication/getByUserId'
  await server().sendRaw('GET', path, { userId: '1' }, { token: person.token, ip })
  const [event] = await listEvents({ kind: 'foreignId', key: person.username })
  expect(event).toMatchObject({ kind: 'foreignId', account: person.username, ip })
  expect(event!.detail).toContainEqual({ name: 'call', value: `GET ${path}` })
  const today = new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 10)
  for (const query of [{ key: ip }, { key: event!.requestId }, { kind: 'foreignId', from: today, until: today }]) {
    expect(await listEvents(query)).toContainEqual(event)
  }
  expect(await listEvents({ until: '2020-01-01' })).toEqual([])
  expect(await listEvents({ key: '没有这样的账号' })).toEqual([])
  expect((await server().requestAs(admin, 'GET /admin/security', { kind: 'nothing' })).status).toBe(400)
})

test('shows the log to administrators only', async () => {
  for (const role of ['user', 'finance', 'service', 'editor'] as const) {
    const other = await server().enter(role)
    expect((await server().requestAs(other, 'GET /admin/security')).status).toBe(403)
  }
})

describe('the log is append-only', () => {
  test('refuses update, delete and truncate', async () => {
    const { owner } = server()
    await expect(owner`update security_event set ip = '::1'`).rejects.toThrow('security_event only grows')
    await expect(owner`delete from security_event`).rejects.toThrow('security_event only grows')
    await expect(owner`truncate security_event`).rejects.toThrow('security_event only grows')
  })

  test('chains concurrent entries', async () => {
    const { kit } = server()
    const before = (await server().requestAs(admin, 'GET /admin/security/verify')).data.entries
    const where = { kit, ip: '203.0.113.5', requestId: 'many' }
    await Promise.all(Array.from({ length: 40 }, () => recordSecurityEvent(where, 'smsRefused', null, { id: 1 })))
    expect((await server().requestAs(admin, 'GET /admin/security/verify')).data).toMatchObject({
      entries: before + 40,
      brokenAt: null,
    })
  })

  test('detects an altered entry', async () => {
    const { sql } = server().kit
    const [event] = await sql<{ id: number }[]>`
      select id from security_event where request_id = 'many' order by id limit 1 offset 7`
    await server().owner.begin(async (tx) => {
      await tx`alter table security_event disable trigger security_event_only_grows`
      await tx`update security_event set ip = '203.0.113.6' where id = ${event!.id}`
      await tx`alter table security_event enable trigger security_event_only_grows`
    })
    expect((await server().requestAs(admin, 'GET /admin/security/verify')).data.brokenAt).toBe(event!.id)
  })
})

describe('a list is read in its order from an index', () => {
  let url = ''
  beforeAll(async () => {
    const { sql } = server().kit
    await sql`
      insert into security_event (at, kind, account_id, ip, request_id, detail, previous_hash, hash)
      select now() - make_interval(mins => n), (array['loginFailed', 'signedIn', 'smsRefused', 'registered'])[1 + n % 4],
        n % 500, '198.51.' || n % 100 || '.' || n % 250, 'r' || n, '{}', '', ''
      from generate_series(1, 20000) n`
    await server().owner`analyze security_event`
    const [row] = await sql<{ name: string }[]>`select current_database() as name`
    url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  })
  test.each([
    ['all of them', () => ({}), 'security_event_pkey'],
    ['of a kind', () => ({ kind: 'foreignId' as const }), 'security_event_by_kind'],
    ['of an account', () => ({ key: person.username }), 'security_event_by_account'],
    ['of an address', () => ({ key: '198.51.7.7' }), 'security_event_by_ip'],
    ['of a request', () => ({ key: 'r77' }), 'security_event_by_request'],
  ])('%s', async (_name, query, index) => {
    const explained = await explainQueries(url, (db) => selectSecurityEvents(db, query(), { limit: 20, offset: 0 }))
    const steps = explained.flatMap((item) => (/^\s*select count/.test(item.query) ? [] : item.steps))
    expect(steps.filter((step) => step.table === 'security_event').map((step) => step.index)).toEqual([index])
    expect(steps.map((step) => step.type)).not.toContain('Sort')
  })
})
