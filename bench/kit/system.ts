// Programs that the benchmarks need: found, installed (on Debian, as root), or named in an error.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

function findProgram(program: string): string | null {
  // Debian installs nginx in sbin, which is not in an ordinary user's PATH
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    const file = path.join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return null
}

const runApt = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    // RUNLEVEL 1, so that a freshly installed nginx does not start and occupy port 80
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })

/** @throws Error with one message that says what to install */
export function installPackages(packages: readonly string[]): void {
  const ask = `This benchmark needs ${packages.join(', ')}; install it first (Debian: apt-get install ${packages.join(' ')})`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(ask)
  console.log(`  installing ${packages.join(', ')} …`)
  const install = () => runApt('install', '-y', '--no-install-recommends', ...packages)
  let run = install()
  if (run.status !== 0) {
    runApt('update')
    run = install()
  }
  if (run.status !== 0) throw new Error(`${ask}; apt-get said: ${run.stderr.trim().slice(-300)}`)
}

/**
 * @param packages Debian packages that bring the program
 * @throws Error with one message that says what to install
 */
export function requireProgram(program: string, packages: readonly string[] = [program]): string {
  const found = findProgram(program)
  if (found) return found
  installPackages(packages)
  const installed = findProgram(program)
  if (!installed) throw new Error(`${packages.join(', ')} brought no ${program}`)
  return installed
}

export const requireChromium = () => requireProgram('chromium', ['chromium', 'fonts-noto-cjk'])
