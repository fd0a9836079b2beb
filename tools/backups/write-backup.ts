// Writes a backup: one consistent snapshot of the database, the uploaded files and the key.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Config } from '../../server/src/kit/config.ts'
import type { Sql } from '../../server/src/kit/db/db.ts'
import { listTables, type CopiedTable } from '../database.ts'
import { manifestPath, tablePath, type FileCopy, type BackupManifest, type TableCopy } from './manifest.ts'
import { createDigestMeter, createRowMeter, watchProgress } from './meters.ts'

type BackupSource = Pick<Config, 'dataDir' | 'STORAGE_URL' | 'SECRET_KEY'>

// personal data: only the operator's account may read it
const privateFile = { mode: 0o600, flags: 'wx' }
const privateFolder = { mode: 0o700 }

async function copyTable(
  tx: Sql,
  { name, columns }: CopiedTable,
  folder: string,
  note: () => void,
): Promise<TableCopy> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const source = await tx.unsafe(`copy (select ${list} from "${name}") to stdout`).readable()
  const rows = createRowMeter(note)
  const digest = createDigestMeter()
  const sink = createWriteStream(tablePath(folder, name), privateFile)
  await pipeline(source, rows.measure, createGzip(), digest.measure, sink)
  // the driver leaves its socket paused if the stream was full when it ended (porsager/postgres#499)
  // oxlint-disable-next-line no-underscore-dangle -- the stream's own name
  source._read(0)
  return { name, columns, rows: rows.rows(), sha256: digest.sha256() }
}

async function copyFile(from: string, folder: string, relative: string): Promise<FileCopy> {
  const target = path.join(folder, relative)
  const digest = createDigestMeter()
  await mkdir(path.dirname(target), { ...privateFolder, recursive: true })
  await pipeline(createReadStream(from), digest.measure, createWriteStream(target, privateFile))
  return { path: relative, sha256: digest.sha256() }
}

async function copyFiles(config: BackupSource, folder: string, note: () => void): Promise<FileCopy[]> {
  const copies: FileCopy[] = []
  const uploads = path.join(config.dataDir, 'files')
  const entries =
    !config.STORAGE_URL && existsSync(uploads) ? await readdir(uploads, { recursive: true, withFileTypes: true }) : []
  for (const entry of entries.filter((each) => each.isFile())) {
    const from = path.join(entry.parentPath, entry.name)
    copies.push(await copyFile(from, folder, path.join('files', path.relative(uploads, from))))
    note()
  }
  const key = path.join(config.dataDir, 'secret.key')
  if (!config.SECRET_KEY && existsSync(key)) copies.push(await copyFile(key, folder, 'secret.key'))
  return copies
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { ...privateFolder, recursive: true })
  try {
    await mkdir(folder, privateFolder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${folder} 已经存在。备份不会覆盖原有的内容，请换一个文件夹`, { cause: error })
  }
  await mkdir(path.join(folder, 'tables'), privateFolder)
}

/**
 * @param maxSilenceMs ends a backup without progress, because its open snapshot keeps the database from cleaning up
 * @throws Error with a message for operators; the unfinished folder is removed
 */
export async function writeBackup(
  sql: Sql,
  config: BackupSource,
  folder: string,
  maxSilenceMs = 300_000,
): Promise<BackupManifest> {
  await createFolder(folder)
  let step = '连接数据库'
  const progress = watchProgress(
    maxSilenceMs,
    () => `备份没有完成：${maxSilenceMs / 1000} 秒没有进展（${step}），已经停下。请检查数据库和磁盘后重新备份`,
  )
  const writeFiles = async (): Promise<BackupManifest> => {
    const tables = (await listTables(sql)).filter((table) => table.name !== 'migration')
    // `sql.begin` would roll back, and a failing rollback would hide the first error
    const tx = await sql.reserve()
    await tx`begin isolation level repeatable read read only`
    const migrations = await tx<{ name: string }[]>`select name from migration order by name`
    const copies: TableCopy[] = []
    for (const table of tables) {
      step = `表 ${table.name}`
      copies.push(await copyTable(tx, table, folder, progress.note))
      progress.note()
    }
    await tx`commit`
    tx.release()
    step = '上传的文件'
    // files after the snapshot: a file without a row is harmless, a row without a file is not
    const files = await copyFiles(config, folder, progress.note)
    return { madeAt: new Date().toISOString(), migrations: migrations.map((row) => row.name), tables: copies, files }
  }
  try {
    const manifest = await Promise.race([writeFiles(), progress.silence])
    await writeFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    progress.end()
  }
}
