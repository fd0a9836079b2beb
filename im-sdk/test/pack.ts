// Packs the SDK as a release, for tests of what is published.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { acquireLock } from '../../tools/folder-lock.mjs'

const source = path.resolve(import.meta.dirname, '..')

/** @returns the packed file, in this folder */
export async function packSdk(folder: string): Promise<string> {
  // builds the SDK into a folder of its own, because test files run in parallel
  const release = acquireLock(path.join(source, 'build.lock'))
  try {
    // built for a release instead of a test
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
