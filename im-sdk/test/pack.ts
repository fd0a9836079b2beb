// Packs the SDK as a release, for tests of what is published.
import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }

const source = path.resolve(import.meta.dirname, '..')

/** @returns the packed file, in this folder */
export async function packSdk(folder: string): Promise<string> {
  // builds inside the package, because source maps name the sources from there; each test file has its own folder
  const output = path.join(source, 'node_modules', `release-${process.pid}`)
  const name = `xinqiao-im-sdk-${manifest.version}.tgz`
  try {
    // built for a release instead of a test
    await promisify(execFile)('env', ['NODE_ENV=production', 'node', path.join(source, 'build.ts'), output])
    copyFileSync(path.join(output, 'script', name), path.join(folder, name))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
  return path.join(folder, name)
}
