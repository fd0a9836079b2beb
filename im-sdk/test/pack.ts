// Packs the SDK as a release, for tests of what is published.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { acquireLock } from '../../tools/folder-lock.mjs'

const source = path.resolve(import.meta.dirname, '..')

/** @returns the packed file, in this folder */
export async function packSdk(folder: string): Promise<string> {
  // packing builds the SDK into its own folder, and test files run side by side
  const release = acquireLock(path.join(source, 'build.lock'))
  try {
    // built like a release, not like a test
    const command = ['NODE_ENV=production', 'npm', 'pack', '--silent', '--pack-destination', folder]
    await promisify(execFile)('env', command, { cwd: source })
  } finally {
    release()
  }
  return path.join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  )
}
