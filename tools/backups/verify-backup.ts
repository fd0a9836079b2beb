// Verifies a backup without restoring it: every file has its digest, every table is readable and has its rows.
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { listMigrations } from '../../server/src/kit/db/db.ts'
import { readManifest, tablePath, type FileCopy, type BackupManifest, type TableCopy } from './manifest.ts'
import { createDigestMeter, createRowMeter } from './meters.ts'

/** A sink that discards its data. */
const drain = () => new Writable({ write: (_chunk, _encoding, done) => done() })

async function verifyFile(file: string, sha256: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`备份中缺少 ${file}`)
  const digest = createDigestMeter()
  await pipeline(createReadStream(file), digest.measure, drain())
  if (digest.sha256() !== sha256) throw new Error(`${file} 已损坏，校验和不符`)
}

async function verifyTable(folder: string, { name, rows, sha256 }: TableCopy): Promise<void> {
  const file = tablePath(folder, name)
  await verifyFile(file, sha256)
  const meter = createRowMeter()
  try {
    await pipeline(createReadStream(file), createGunzip(), meter.measure, drain())
  } catch (error) {
    throw new Error(`${file} 已损坏，无法解压`, { cause: error })
  }
  if (meter.rows() !== rows) throw new Error(`${file} 应有 ${rows} 行，实际 ${meter.rows()} 行`)
}

const verifyUpload = (folder: string, { path: relative, sha256 }: FileCopy) =>
  verifyFile(path.join(folder, relative), sha256)

/** @throws Error with a message for operators */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const migrations = new Set(listMigrations())
  const unknown = manifest.migrations.filter((name) => !migrations.has(name))
  if (unknown.length > 0) throw new Error(`备份由另一个版本建立（本版本没有 ${unknown.join('、')}），请用那个版本恢复`)
  for (const table of manifest.tables) await verifyTable(folder, table)
  for (const file of manifest.files ?? []) await verifyUpload(folder, file)
  return manifest
}

/** Summary of a backup: `136 张表，9077 行，12 个文件`. */
export function summarizeBackup({ tables, files = [] }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} 张表，${rows} 行，${files.length} 个文件`
}
