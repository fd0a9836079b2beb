// `npm run restore -- FOLDER`: restores a backup into an empty installation, and refuses all others.
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { migrate, type Tx } from '../server/src/kit/db/db.ts'
import { beginGeneration } from '../server/src/kit/generation.ts'
import { tablePath, type BackupManifest, type TableCopy } from './backups/manifest.ts'
import { verifyBackup } from './backups/verify-backup.ts'
import { withDatabase } from './database.ts'

async function loadTable(tx: Tx, { name, columns, rows }: TableCopy) {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const sink = await tx.unsafe(`copy "${name}" (${list}) from stdin`).writable()
  await pipeline(createReadStream(tablePath(source, name)), createGunzip(), sink)
  const [count] = await tx.unsafe<{ rows: number }[]>(`select count(*) as rows from "${name}"`)
  if (count?.rows !== rows) throw new Error(`${name} 应有 ${rows} 行，实际 ${count?.rows} 行`)
  if (columns.includes('id')) {
    await tx.unsafe(
      `select setval(pg_get_serial_sequence('"${name}"', 'id'), greatest((select max(id)::text::bigint from "${name}"), 1)) where pg_get_serial_sequence('"${name}"', 'id') is not null`,
    )
  }
}

/** Empties tables that the backup does not contain. */
async function findEmptyNewTables(tx: Tx, { tables }: BackupManifest): Promise<string[]> {
  const tableNames = tables.map((table) => table.name)
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relname = any(${tableNames})`
  const empty: string[] = []
  for (const { name } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- there is only one connection
    const [row] = await tx.unsafe<{ has: boolean }[]>(`select exists (select from "${name}") as has`)
    if (!row?.has) empty.push(name)
  }
  return empty
}

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('用法：npm run restore -- 备份文件夹')
  process.exit(1)
}
const source = path.resolve(folder)

await withDatabase(async (sql, config) => {
  // verifies the whole backup before it changes the database
  const manifest = await verifyBackup(source)
  const applied = await migrate(sql)
  const [row] = await sql<{ count: number }[]>`select count(*) from account`
  if (row && row.count > 0) throw new Error('这里已经有数据，只能恢复到空的数据库')
  await sql.begin(async (raw) => {
    const tx = raw as unknown as Tx
    // includes newer tables, because those that refer to an emptied table must be emptied together with it
    const names = [
      ...new Set([...manifest.tables.map((table) => table.name), ...(await findEmptyNewTables(tx, manifest))]),
    ]
    await tx.unsafe(`truncate ${names.map((name) => `"${name}"`).join(', ')}`)
    for (const table of manifest.tables) await loadTable(tx, table)
    await beginGeneration(tx)
  })
  await mkdir(config.dataDir, { recursive: true })
  for (const part of ['files', 'secret.key']) {
    if (existsSync(path.join(source, part)))
      await cp(path.join(source, part), path.join(config.dataDir, part), { recursive: true })
  }
  await sql`analyze`
  console.log(
    `恢复完成：${manifest.tables.length} 张表${applied.length > 0 ? '，数据库结构已更新' : ''}；已给数据库记下新的一代`,
  )
})
