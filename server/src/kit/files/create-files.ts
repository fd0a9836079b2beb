// Opens the storage that the configuration names.
import path from 'node:path'
import type { Config } from '../config.ts'
import type { FileStorage } from './files.ts'
import { createFolderFiles } from './folder.ts'

export async function createFiles(config: Config): Promise<FileStorage> {
  if (!config.STORAGE_URL) return createFolderFiles(path.join(config.dataDir, 'files'))
  const { createS3Files: s3Files } = await import('./s3.ts')
  return s3Files(config.STORAGE_URL)
}
