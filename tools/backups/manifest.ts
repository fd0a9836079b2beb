// Manifest of a backup: its tables and files with their digests. Written last, so a folder without one is incomplete.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CopiedTable } from '../database.ts'

export type TableCopy = CopiedTable & { rows: number; sha256: string }
/** `path` is relative to the backup: `files/…` or `secret.key`. */
export type FileCopy = { path: string; sha256: string }
export type BackupManifest = {
  madeAt: string
  migrations: string[]
  tables: TableCopy[]
  /** Copied files; absent in backups of version 1.0.0. */
  files?: FileCopy[]
}

const fileName = 'manifest.json'

export const manifestPath = (folder: string) => path.join(folder, fileName)
export const tablePath = (folder: string, name: string) => path.join(folder, 'tables', `${name}.copy.gz`)

/** @throws Error with a message for operators */
export async function readManifest(folder: string): Promise<BackupManifest> {
  if (!existsSync(manifestPath(folder)))
    throw new Error(`${folder} 不是完整的备份：没有 ${fileName}（备份没有做完，或路径不对）`)
  try {
    const manifest = JSON.parse(await readFile(manifestPath(folder), 'utf8')) as BackupManifest
    if (Array.isArray(manifest.tables) && Array.isArray(manifest.migrations)) return manifest
  } catch {
    // a file that is no JSON fails below
  }
  throw new Error(`${manifestPath(folder)} 已损坏，无法读取`)
}
