// Tests the search in the audit log by person, action, reason and day.
import { beforeAll, expect, test } from 'vitest'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { hasAuditHash, recordAudit, verifyAudit } from './audit.ts'
import { transaction } from '../db/db.ts'
import { addDays, chinaDay } from '../time.ts'

const server = useTestServer()
let admin: Caller

beforeAll(async () => {
  admin = await server().enter('administrator')
  const other = await server().enter('service')
  for (const [actorId, subject, reason] of [
    [admin.id, 'member 12', '核对缴费记录'],
    [other.id, 'member 13', '来电更正姓名'],
    [other.id, 'memberApplication 7', '核对身份信息'],
  ] as const)
    await transaction(server().kit.sql, (tx) =>
      recordAudit(tx, {
        actorId,
        action: subject.includes('A') ? 'applicationRevealed' : 'memberRevealed',
        subject,
        reason,
      }),
    )
})

const find = async (query: Record<string, unknown>) => {
  const { data } = await server().requestAs(admin, 'GET /admin/audit', query)
  return data.content.map((entry) => entry.subject)
}

test('finds entries by words in the reason, the subject or the account', async () => {
  expect(await find({})).toEqual(['memberApplication 7', 'member 13', 'member 12'])
  expect(await find({ key: '核对' })).toEqual(['memberApplication 7', 'member 12'])
  expect(await find({ key: 'MEMBER 13' })).toEqual(['member 13'])
  expect(await find({ key: admin.username })).toEqual(['member 12'])
  expect(await find({ key: '核对', action: 'memberRevealed' })).toEqual(['member 12'])
  expect(await find({ key: '%' })).toEqual([])
})

test('finds entries by days in China, both included, and refuses a day that does not exist', async () => {
  const today = chinaDay()
  expect(await find({ from: today, until: today })).toHaveLength(3)
  expect(await find({ from: addDays(today, 1) })).toEqual([])
  expect(await find({ until: addDays(today, -1) })).toEqual([])
  const refused = await server().requestAs(admin, 'GET /admin/audit', { from: '2026-02-30' })
  expect(refused).toMatchObject({ status: 400, msg: '没有这一天' })
})

test('finds a noted digest as long as its entry exists', async () => {
  const { sql } = server().kit
  const { lastHash, entries } = await verifyAudit(sql)
  expect(entries).toBe(3)
  expect(await hasAuditHash(sql, lastHash)).toBe(true)
  expect(await hasAuditHash(sql, '0'.repeat(64))).toBe(false)
})
