// `npm run restore -- FOLDER`: restores a backup into an empty installation, and refuses any other.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { migrate, type Tx } from '../server/src/kit/db/db.ts'
import type { Manifest } from './backup.ts'
import { beginGeneration } from '../server/src/kit/generation.ts'
import { withDatabase } from './database.ts'

async function loadTable(tx: Tx, { name, columns, sha256, rows }: Manifest['tables'][number], folder: string) {
  const file = path.join(folder, `${name}.copy.gz`)
  if (
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex') !== sha256
  )
    throw new Error(`${file} 已损坏，校验和不符`)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const sink = await tx.unsafe(`copy "${name}" (${list}) from stdin`).writable()
  await pipeline(createReadStream(file), createGunzip(), sink)
  const [count] = await tx.unsafe<{ rows: number }[]>(`select count(*) as rows from "${name}"`)
  if (count?.rows !== rows) throw new Error(`${name} 应有 ${rows} 行，实际 ${count?.rows} 行`)
  if (columns.includes('id')) {
    await tx.unsafe(
      `select setval(pg_get_serial_sequence('"${name}"', 'id'), greatest((select max(id)::text::bigint from "${name}"), 1)) where pg_get_serial_sequence('"${name}"', 'id') is not null`,
    )
  }
}

/** Empty tables that the backup does not know. */
async function findNewEmpty(tx: Tx, { tables }: Manifest): Promise<string[]> {
  const known = tables.map((table) => table.name)
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relname = any(${known})`
  const empty: string[] = []
  for (const { name } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const [row] = await tx.unsafe<{ has: boolean }[]>(`select exists (select from "${name}") as has`)
    if (!row?.has) empty.push(name)
  }
  return empty
}

const source = path.resolve(process.argv[2] ?? '')
if (!process.argv[2] || !existsSync(path.join(source, 'manifest.json'))) {
  console.error('用法：npm run restore -- 备份文件夹')
  process.exit(1)
}
const manifest = JSON.parse(await readFile(path.join(source, 'manifest.json'), 'utf8')) as Manifest

await withDatabase(async (sql, config) => {
  const applied = await migrate(sql)
  const known = new Set((await sql<{ name: string }[]>`select name from migration`).map((row) => row.name))
  const unknown = manifest.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`备份由另一个版本建立（本版本没有 ${unknown.join('、')}），请用那个版本恢复`)
  const [row] = await sql<{ count: number }[]>`select count(*) from account`
  if (row && row.count > 0) throw new Error('这里已经有数据，只能恢复到空的数据库')
  await sql.begin(async (raw) => {
    const tx = raw as unknown as Tx
    // includes newer tables: those that refer to an emptied table must be emptied with it
    const names = [...new Set([...manifest.tables.map((table) => table.name), ...(await findNewEmpty(tx, manifest))])]
    await tx.unsafe(`truncate ${names.map((name) => `"${name}"`).join(', ')}`)
    for (const table of manifest.tables) await loadTable(tx, table, path.join(source, 'tables'))
    await beginGeneration(tx)
  })
  await mkdir(config.dataDir, { recursive: true })
  for (const part of ['files', 'secret.key']) {
    if (existsSync(path.join(source, part)))
      await cp(path.join(source, part), path.join(config.dataDir, part), { recursive: true })
  }
  await sql`analyze`
  console.log(`恢复完成：${manifest.tables.length} 张表${applied.length > 0 ? '，数据库结构已更新' : ''}`)
})
