// Tests of the operator's commands, run as processes on a real database: their output and their effect.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { writeMessages } from '../server/src/im/msg/send/write.ts'
import { createBodyCipher } from '../server/src/kit/chat/bodies.ts'
import { connect, type Sql } from '../server/src/kit/db/db.ts'
import { createSecrets } from '../server/src/kit/auth/secrets.ts'
import { selectAccountByPhone } from '../server/src/portal/accounts/records/store.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-commands-'))
const url = inject('postgresUrl').replace(/\/postgres$/, '/by_command')
const root = connect(inject('postgresUrl'), 1)
const key = 'the root key of the commands is long enough to pass'
let sql: Sql
beforeAll(async () => {
  await root`create database by_command template template_test`
  sql = connect(url, 2)
})
afterAll(async () => {
  await sql.end()
  await root`drop database if exists by_command with (force)`
  await root.end()
  rmSync(folder, { recursive: true, force: true })
})

function runTool(tool: string, args: string[], keys = key) {
  const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: keys, NODE_ENV: 'production', ALLOW_STANDINS: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, tool), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, said: `${stdout}${stderr}` }
}

test('begins a new history with message ids of its own', async () => {
  const [before] = await sql<{ generation: number }[]>`select generation from database_history`
  expect(runTool('new-history.ts', [])).toMatchObject({ status: 0, said: expect.stringContaining('新的一代') })
  const [after] = await sql<{ generation: number }[]>`select generation from database_history`
  expect(after!.generation).toBeGreaterThan(before!.generation)
  const [next] = await sql<{ id: number }[]>`select nextval(pg_get_serial_sequence('im_message', 'id')) as id`
  expect(next!.id).toBeGreaterThan(after!.generation)
})

test(
  'creates an administrator, erases a conversation, verifies the log, and rotates the root key',
  { timeout: 120_000 },
  async () => {
    expect(runTool('create-admin.ts', ['负责人', '13500000077']).said).toContain('管理员已创建')
    const again = runTool('create-admin.ts', ['负责人', '13500000078'])
    expect(again).toMatchObject({ status: 1, said: expect.stringContaining('账号 负责人 已经存在') })
    const samePhone = runTool('create-admin.ts', ['另一位', '13500000077'])
    expect(samePhone).toMatchObject({ status: 1, said: expect.stringContaining('已经属于另一个账号') })
    expect(runTool('create-admin.ts', ['负责人', 'no phone'])).toMatchObject({ status: 1 })
    const secrets = createSecrets(key)
    const bodies = createBodyCipher(secrets)
    const [ann, bob] = await createChatPeople(sql, 2)
    const viewer = { imId: ann!.id, appId: 1, accid: ann!.accid, clientType: 16, deviceId: 'd', roleId: roles.user }
    const draft = {
      scene: 'p2p',
      to: bob!.accid,
      idClient: randomUUID(),
      content: { type: 0, text: '说过的话' },
    } as const
    await writeMessages(sql, bodies, [{ viewer, draft }])
    const [row] = await sql<{ id: number }[]>`select id from im_conversation`

    const reason = '当事人书面要求删除'
    expect(runTool('erase-chat.ts', [`${row!.id}`, '负责人', '短'])).toMatchObject({ status: 1 })
    expect(runTool('erase-chat.ts', [`${row!.id}`, '没有这个人', reason])).toMatchObject({ status: 1 })
    const unknown = runTool('erase-chat.ts', ['999999', '负责人', reason])
    expect(unknown).toMatchObject({ status: 1 })
    expect(unknown.said).not.toContain('    at ')
    expect(runTool('erase-chat.ts', [`${row!.id}`, '负责人', reason]).said).toContain('已清除')
    const [erased] = await sql<{ erased_seq: number }[]>`select erased_seq from im_conversation`
    expect(erased).toEqual({ erased_seq: 1 })

    const checked = runTool('verify-audit.ts', [])
    expect(checked).toMatchObject({ status: 0 })
    const digest = /末条摘要 ([\da-f]{64})/.exec(checked.said)![1]!
    expect(runTool('verify-audit.ts', [digest]).said).toContain('仍在日志中')
    expect(runTool('verify-audit.ts', ['0'.repeat(64)])).toMatchObject({ status: 1 })

    // when both keys are known, all sealed values are sealed again
    const next = 'another root key of the commands as long as the first'
    await sql.end()
    expect(runTool('rotate-key.ts', [])).toMatchObject({ status: 1 })
    expect(runTool('rotate-key.ts', [], `1:${key},2:${next}`).said).toContain('已用 2 号密钥重新加密')
    sql = connect(url, 2)
    const renewed = createSecrets(new Map([[2, next]]), 2)
    expect((await selectAccountByPhone(sql, renewed.index('phone', '13500000077')))?.username).toBe('负责人')
    expect(await selectAccountByPhone(sql, secrets.index('phone', '13500000077'))).toBeFalsy()
  },
)
