// Migrations at the start: databases of other versions are refused unchanged.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, migrate, type Sql } from './db.ts'

let root: Sql
let sql: Sql
const name = `migrate_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  root = connect(inject('postgresUrl'), 1)
  await root.unsafe(`create database ${name} template template_test`)
  sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 2)
})
afterAll(async () => {
  await sql.end()
  await root.unsafe(`drop database ${name}`)
  await root.end()
})

test.each(['0001_accounts.sql', '9999_later.sql'])(
  'refuses a database with the migration %s, and says why',
  async (file) => {
    await sql`insert into migration (name) values (${file})`
    const before = await sql`select name from migration order by name`
    await expect(migrate(sql)).rejects.toThrow(new RegExp(`本版本没有 ${file}.*请换一个空的数据库`))
    expect(await sql`select name from migration order by name`).toEqual(before)
    await sql`delete from migration where name = ${file}`
    expect(await migrate(sql)).toEqual([])
  },
)
