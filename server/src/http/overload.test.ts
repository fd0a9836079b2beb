// Tests that many identical requests of one user do not delay other visitors.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import { isAllowed, roles, type Role } from '@xinqiao/contract/roles.ts'
import { createMeeting, createStay } from '../../db/fixtures/meeting.ts'
import { seedDemo } from '../../db/seed/seed.ts'
import { fileForm, useTestServer } from '../../test/test-server.ts'
import { endpoints } from '../modules.ts'

const server = useTestServer({ RATE_LIMIT: '10000000', SMS_DAILY_LIMIT: '1000000' })
const maxWaitMs = 4_000

let probes = 0

/**
 * Sends all requests at once, then requests a public list.
 * @returns the time of that list in milliseconds
 */
async function measureWait(requests: (() => Promise<unknown>)[]): Promise<number> {
  const work = Promise.all(requests.map((send) => send()))
  const startedAt = performance.now()
  // a new search key each time, so that the reply is not from a cache
  const reply = await server().request('GET /consultDoctor/list', { key: `林${(probes += 1)}` })
  const waitMs = performance.now() - startedAt
  expect(reply.status).toBe(200)
  await work
  return waitMs
}

const repeat = (count: number, send: () => Promise<unknown>) => Array.from({ length: count }, () => send)

test('answers a public list while one attendee asks to transfer a place many times at once', async () => {
  const { sql } = server().kit
  const { id: meetingId } = await createMeeting(sql, { title: '学术年会', daysFromNow: 40 })
  const person = await server().enter('user')
  const wish = {
    companyName: '县人民医院',
    address: '县城1号',
    ...createStay(40),
    name: '钱来',
    sex: '男',
    email: 'qian@example.com',
    postCode: '450000',
    invoiceTitle: '县人民医院',
    taxNumber: '12345678901234567X',
    activityAttendTypeId: 2,
    activityId: meetingId,
  }
  const added = await server().requestAs(person, 'POST /activityUser/addPerson', wish)
  const id = added.data.activityUser!.id
  await sql`update registration set state = 'paid', paid_at = now(), paid_cents = 80000 where id = ${id}`
  const taker = await server().enter('user')
  const transfer = { id, username: taker.username, name: '李书涵', phone: '13800001111' }
  const statuses: number[] = []
  const sendTransfer = async () =>
    statuses.push((await server().requestAs(person, 'POST /activityUser/transfer', transfer)).status)
  expect(await measureWait(repeat(14, sendTransfer))).toBeLessThan(maxWaitMs)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
})

test('answers 503 with a clear message when a row stays locked', async () => {
  const { owner, requestAs, enter } = server()
  const person = await enter('user')
  await owner.begin(async (tx) => {
    await tx`select 1 from account where id = ${person.id} for update`
    const reply = await requestAs(person, 'PUT /api/users/center', {
      nickName: '小林',
      email: 'lin@example.com',
      gender: 2,
    })
    expect(reply).toMatchObject({ status: 503, code: 503, reason: 'busy', msg: '现在使用的人较多，请稍等几秒再试' })
  })
})

type InputSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: InputSchema[]
  properties?: Record<string, InputSchema>
  required?: string[]
  items?: InputSchema
  minItems?: number
  minimum?: number
  minLength?: number
}

/** Strings by field name, for formats that JSON Schema cannot express. */
const knownValues: [RegExp, string][] = [
  [/phone|mobile/i, '13800138000'],
  [/mail/i, 'wang@example.com'],
  [/^(validUntil|effectiveFrom|decidedOn|dated)$|(day|date)$/i, '2026-12-22'],
  [/^(end|leave)\w*Time$|deadline$/i, '2026-12-22 08:30:00'],
  [/(time|at|until|from)$/i, '2026-12-21 08:30:00'],
  [/^(link|url)$/i, '/academic'],
  [/^tax(No|Number)$|^creditCode$/, '91350100M000100Y43'],
  [/^idCard$/, '11010519491231002X'],
  [/^(number|serial|num)$/, '20261221'],
  [/^pictureKey$/, ''],
  [/^account$/, '6222021234567890'],
]

/** A value that the schema probably accepts. Ids name objects of the demo content. */
function createValue(name: string, schema: InputSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return createValue(name, schema.anyOf[0]!)
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, createValue(key, part)]),
    )
  if (schema.type === 'array') return [createValue(name.replace(/s$/, ''), schema.items ?? {})]
  if (schema.type === 'boolean') return true
  if (/ids?$/i.test(name) || schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 1, 1)
  const known = knownValues.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  return '今天的内容'.padEnd(schema.minLength ?? 0, '好')
}

const createInput = ({ input, own = [] }: EndpointDefinition): Record<string, unknown> => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as InputSchema
  const value = createValue('', schema.anyOf?.find((part) => part.properties) ?? schema) as Record<string, unknown>
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)))
}

const chooseRole = (definition: EndpointDefinition): Role =>
  (['user', 'counsellor', 'administrator'] as Role[]).find((role) => isAllowed(definition.who, role)) ??
  (Object.keys(roles) as Role[]).find((role) => isAllowed(definition.who, role))!

test('answers a public list while any writing call arrives twenty times at once', { timeout: 300_000 }, async () => {
  const { kit, owner } = server()
  await seedDemo({ ...kit, sql: owner }, () => {})
  const writing = endpoints.filter(({ method, definition }) => method !== 'GET' || definition.effect)
  expect(writing.length).toBeGreaterThan(150)
  const internal = new Set<string>()
  const slow: string[] = []
  const statuses = new Map<number, number>()
  for (const { key, method, path, definition } of writing) {
    const { token } = await server().enter(chooseRole(definition))
    const input = createInput(definition)
    const upload = definition.upload && fileForm('a.pdf', Buffer.from('%PDF-1.4 nothing'))
    const waitMs = await measureWait(
      repeat(20, async () => {
        const { status, reason } = await server().sendRaw(method, path, upload ? undefined : input, {
          token,
          ...upload,
        })
        if (reason === 'internal') internal.add(key)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    )
    if (waitMs > maxWaitMs) slow.push(`${key}: ${Math.round(waitMs)} ms`)
  }
  expect(slow).toEqual([])
  expect([...internal]).toEqual([])
  // if every request refused its input, no request would reach the database
  expect(statuses.get(200) ?? 0).toBeGreaterThan(500)
})
