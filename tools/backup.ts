// `npm run backup [-- FOLDER]`: one consistent snapshot of the database, the uploaded files and the key. The site may
// run meanwhile.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Tx } from '../server/src/kit/db/db.ts'
import { listTables, withDatabase, type Table } from './database.ts'

export type Manifest = { madeAt: string; migrations: string[]; tables: (Table & { rows: number; sha256: string })[] }

async function copyTable(tx: Tx, { name, columns }: Table, folder: string) {
  const file = path.join(folder, `${name}.copy.gz`)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const source = await tx.unsafe(`copy (select ${list} from "${name}") to stdout`).readable()
  await pipeline(source, createGzip(), createWriteStream(file))
  const [count] = await tx.unsafe<{ rows: number }[]>(`select count(*) as rows from "${name}"`)
  return {
    name,
    columns,
    rows: count?.rows ?? 0,
    sha256: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  }
}

const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const target = path.resolve(process.argv[2] ?? `backup-${stamp}`)

await withDatabase(async (sql, config) => {
  await mkdir(path.join(target, 'tables'), { recursive: true })
  const tables = (await listTables(sql)).filter((table) => table.name !== 'migration')
  const manifest = await sql.begin('isolation level repeatable read read only', async (raw) => {
    const tx = raw as unknown as Tx
    const migrations = await tx<{ name: string }[]>`select name from migration order by name`
    const done: Manifest['tables'] = []
    for (const table of tables) done.push(await copyTable(tx, table, path.join(target, 'tables')))
    return { madeAt: new Date().toISOString(), migrations: migrations.map((row) => row.name), tables: done }
  })
  // files after the snapshot: a file without a row is harmless, a row without a file is not
  const files = path.join(config.dataDir, 'files')
  if (!config.STORAGE_URL && existsSync(files)) await cp(files, path.join(target, 'files'), { recursive: true })
  const key = path.join(config.dataDir, 'secret.key')
  if (!config.SECRET_KEY && existsSync(key)) await cp(key, path.join(target, 'secret.key'))
  await writeFile(path.join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `备份完成：${target}（${manifest.tables.length} 张表，${rows} 行）。secret.key 能解开个人信息，请与备份分开保管。`,
  )
})
