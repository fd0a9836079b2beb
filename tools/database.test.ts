// Tests the connections of the operator's commands: their time limits, and the message about a held lock.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../server/src/kit/db/db.ts'
import { describeError, withDatabase } from './database.ts'

const name = `tools_${randomUUID().slice(0, 8)}`
const DATABASE_URL = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
const root = connect(inject('postgresUrl'), 1)
beforeAll(async () => {
  await root.unsafe(`create database ${name} template template_test`)
})
afterAll(async () => {
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
})

test('gives a command a day for a statement, and half a minute for a lock', async () => {
  const limits: unknown[] = []
  await withDatabase(
    async (sql) => {
      limits.push(...(await sql`show statement_timeout`), ...(await sql`show lock_timeout`))
    },
    { DATABASE_URL },
  )
  expect(limits).toEqual([{ statement_timeout: '1d' }, { lock_timeout: '30s' }])
})

test('explains to operators that a lock is not released', async () => {
  const holder = connect(DATABASE_URL, 1)
  const waiting = connect(DATABASE_URL, 1, undefined, { lock_timeout: 200 })
  await holder.begin(async (tx) => {
    await tx`lock table article in access exclusive mode`
    const error: unknown = await waiting`select from article`.catch((reason: unknown) => reason)
    expect(describeError(error)).toContain('锁住')
  })
  await holder.end()
  await waiting.end()
})
