// Tests of text that PostgreSQL cannot store: U+0000 and half a surrogate pair.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { recordAudit, verifyAudit } from '../../kit/audit/audit.ts'
import { transaction } from '../../kit/db/db.ts'

const server = useTestServer()
const half = '\ud83d'

test.each([
  ['half a character', { word: `词${half}`, action: 'hold' }],
  ['U+0000', { word: '词\0', action: 'hold' }],
])('refuses %s in a staff call', async (_title, input) => {
  const admin = await server().enter('administrator')
  const refused = await server().requestAs(admin, 'POST /admin/word', input)
  expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('内容中含有无效字符') as string })
})

test.each([
  ['half a character', half],
  ['U+0000', '\0'],
])('refuses %s in the name of a filter', async (_title, character) => {
  const admin = await server().enter('administrator')
  const input = { kind: 'members', query: { [`key${character}`]: 'x' } }
  expect(await server().requestAs(admin, 'POST /admin/export', input)).toMatchObject({
    status: 400,
    reason: 'invalid',
  })
})

test('keeps the audit log intact when a reason was cut within a character', async () => {
  const { id } = await server().enter('administrator')
  const { sql } = server().kit
  await transaction(sql, (tx) =>
    recordAudit(tx, {
      actorId: id,
      action: 'membershipSettingsChanged',
      subject: 'membershipSettings',
      reason: `设置${half}`,
      detail: { title: `标题${half}` },
    }),
  )
  expect(await verifyAudit(sql)).toMatchObject({ entries: 1, brokenAt: null })
})
