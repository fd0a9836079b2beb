// Migrations of the schema. When none is missing, nothing is written.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type postgres from 'postgres'
import { grantRights, hasGrantedRights } from './rights.ts'
import type { Sql } from '../driver/sql.ts'

type Connection = postgres.ReservedSql<{ bigint: number; day: string }>

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations')

/** File names of all migrations, in their order. */
export const listMigrations = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

const lockKey = 2_026_112_101 // any number; nodes that start at the same time migrate one after the other

/** Message for operators about a database, or a backup, of another version. */
function createUnknownMigrationError(unknown: readonly string[], known: readonly string[]): Error {
  const names = `本版本没有 ${unknown.slice(0, 3).join('、')}${unknown.length > 3 ? ' 等' : ''}`
  const isNewer = unknown.every((name) => name > known.at(-1)!)
  return new Error(
    isNewer
      ? `数据库已由更新的版本升级（${names}），服务没有启动，数据没有改动。请改用更新的版本；如果必须退回本版本，请用升级之前的备份恢复到一个空的数据库。`
      : `数据库由另一个版本建立（${names}），服务没有启动，数据没有改动。` +
          '如果是 1.0.0 之前试用时建立的，请换一个空的数据库（DATABASE_URL）或新的数据文件夹（DATA_DIR）重新开始。',
  )
}

/** @throws Error when the database has migrations that this version does not have */
async function listMissing(db: Sql | Connection): Promise<string[]> {
  const files = listMigrations()
  const [table] = await db<{ name: string | null }[]>`select to_regclass('public.migration') as name`
  if (table!.name === null) return files
  const appliedNames = (await db<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name)
  const unknown = appliedNames.filter((name) => !files.includes(name))
  if (unknown.length > 0) throw createUnknownMigrationError(unknown, files)
  return files.filter((file) => !appliedNames.includes(file))
}

async function applyMissing(connection: Connection): Promise<string[]> {
  await connection`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
  const appliedNames: string[] = []
  // another node may have applied some of them meanwhile
  for (const name of await listMissing(connection)) {
    const text = readFileSync(path.join(migrationsFolder, name), 'utf8')
    // a simple query is one transaction, so the file is applied together with its mark
    await connection.unsafe(`begin;\n${text}\n;insert into migration (name) values ('${name}');commit;`)
    appliedNames.push(name)
  }
  await grantRights(connection)
  return appliedNames
}

/**
 * Applies missing migrations in the order of file names, each in a transaction, then grants the server's rights.
 * @throws Error when the database has migrations that this version does not have; nothing is changed then
 */
export async function migrate(sql: Sql): Promise<string[]> {
  if ((await listMissing(sql)).length === 0 && (await hasGrantedRights(sql))) return []
  const connection = await sql.reserve()
  try {
    // building an index of a large table, or waiting for another node, takes longer than a request may
    await connection.unsafe('set statement_timeout = 0; set lock_timeout = 0')
    await connection`select pg_advisory_lock(${lockKey})`
    await connection`set lock_timeout = '30s'`
    return await applyMissing(connection)
  } finally {
    await connection`select pg_advisory_unlock(${lockKey})`.catch(() => {})
    await connection.unsafe('reset statement_timeout; reset lock_timeout').catch(() => {})
    connection.release()
  }
}
