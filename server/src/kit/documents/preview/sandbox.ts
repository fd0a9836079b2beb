// Runs a program that reads files of strangers: without network, secrets or other files, and with limits (bubblewrap).
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { createChildEnvironment } from '../../config.ts'

const programs = { sandbox: '/usr/bin/bwrap', limits: '/usr/bin/prlimit' } as const
/** Read by programs: fonts and settings, without secrets. */
const settings = ['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/etc/ld.so.cache', '/var/cache/fontconfig']

/** LibreOffice looks for the home folder of its user. */
const passwd = 'reader:x:1000:1000::/tmp:/usr/sbin/nologin\n'

export type Limits = { timeoutMs: number; memoryBytes: number; fileBytes: number }

/** True when this program and the sandbox are installed. */
export async function isInstalled(program: string): Promise<boolean> {
  const checks = [program, ...Object.values(programs)].map((file) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    ),
  )
  return (await Promise.all(checks)).every(Boolean)
}

const mountOptions = (folder: string): string[] => [
  ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
  ...['--uid', '1000', '--gid', '1000', '--ro-bind-data', '3', '/etc/passwd'],
  ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
  ...['--symlink', 'usr/lib64', '/lib64', '--proc', '/proc', '--dev', '/dev'],
  ...settings.flatMap((file) => ['--ro-bind-try', file, file]),
  ...['--size', `${512 * 1024 * 1024}`, '--tmpfs', '/tmp', '--bind', folder, '/work', '--chdir', '/work'],
  ...['--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin', '--setenv', 'LANG', 'C.UTF-8'],
]

/**
 * @param folder the only folder that the program may change; it is `/work` for the program
 * @throws Error when the program fails, is killed by a limit, or takes too long
 */
export async function runSandboxed(
  folder: string,
  [program, ...options]: readonly [string, ...string[]],
  { timeoutMs, memoryBytes, fileBytes }: Limits,
): Promise<void> {
  const seconds = Math.ceil(timeoutMs / 1000)
  const limits = [`--as=${memoryBytes}`, `--fsize=${fileBytes}`, `--cpu=${seconds}`, '--core=0']
  const command = [programs.limits, ...limits, '--', program, ...options]
  // the death of the sandbox ends all processes in it
  const child = spawn(programs.sandbox, [...mountOptions(folder), '--', ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    ...{ env: createChildEnvironment(), timeout: timeoutMs, killSignal: 'SIGKILL' },
  })
  const passwdPipe = child.stdio[3] as Writable
  // the end of the program tells of a failure
  passwdPipe.on('error', () => {}).end(passwd)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${program} ended with ${code ?? 'a signal'}`)
}
