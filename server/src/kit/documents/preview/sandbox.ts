// Runs programs that read files of strangers: without network, secrets or files of the server, and with limits
// (bubblewrap). Data goes in and out through pipes, so that nothing of it is written to a disk.
import { spawn } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createChildEnvironment } from '../../config.ts'
import { createSeccompFilter } from './seccomp.ts'

const megabyte = 1024 * 1024
/** Paths that the programs read: fonts and settings, without secrets. */
const settings = ['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/etc/ld.so.cache', '/var/cache/fontconfig']
const programFolders = ['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/share']

/** The user in /etc/passwd of the sandbox, because LibreOffice looks for the home folder of its user. */
const passwd = 'reader:x:1000:1000::/tmp:/usr/sbin/nologin\n'
/** Null on machines without a filter, where the other limits of the sandbox remain. */
const seccompFilter = createSeccompFilter()
const maxProcesses = 128
const maxErrorLength = 300

export type Limits = {
  timeoutMs: number
  /** Memory that each process of a preview may use. */
  memoryBytes: number
  /** For the only folder that the programs can write, `/tmp`, which is in memory. */
  folderBytes: number
  outputBytes: number
}

const mountOptions = ({ folderBytes }: Limits): string[] => [
  ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--clearenv'],
  ...['--uid', '1000', '--gid', '1000', '--ro-bind-data', '3', '/etc/passwd'],
  ...(seccompFilter ? ['--seccomp', '4'] : []),
  ...[...programFolders, ...settings].flatMap((folder) => ['--ro-bind-try', folder, folder]),
  ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
  ...['--proc', '/proc', '--dev', '/dev', '--size', `${folderBytes}`, '--tmpfs', '/tmp', '--chdir', '/tmp'],
  ...['--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin', '--setenv', 'LANG', 'C.UTF-8'],
]

const limitOptions = ({ timeoutMs, memoryBytes, folderBytes }: Limits): string[] => [
  // when memory is short, the kernel ends these programs before the server
  ...['choom', '-n', '1000', '--'],
  ...['prlimit', `--as=${memoryBytes}`, `--fsize=${folderBytes}`, `--cpu=${Math.ceil(timeoutMs / 1000)}`],
  ...[`--nproc=${maxProcesses}`, '--core=0', '--'],
]

async function readOutput(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('the output is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Runs a script of the shell.
 * @param input standard input of the script
 * @returns standard output
 * @throws Error when the script fails, is ended by a limit, or takes too long; the message has the end of its errors
 */
export async function runSandboxed(script: string, input: Buffer, limits: Limits): Promise<Buffer> {
  const command = [...mountOptions(limits), '--', ...limitOptions(limits), 'sh', '-c', script]
  // the death of the sandbox ends all processes in it
  const child = spawn('bwrap', command, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: createChildEnvironment(),
    timeout: limits.timeoutMs,
    killSignal: 'SIGKILL',
  })
  const end = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  // errors of these pipes are ignored, because the exit code reports the failure
  const ignore = () => {}
  ;(child.stdio[3] as Writable).on('error', ignore).end(passwd)
  ;(child.stdio[4] as Writable).on('error', ignore).end(seccompFilter ?? '')
  pipeline(Readable.from([input]), child.stdin).catch(ignore)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrorLength)
  })
  try {
    const [output, code] = await Promise.all([readOutput(child.stdout, limits.outputBytes), end])
    if (code !== 0) throw new Error(`the sandbox ended with ${code ?? 'a signal'}: ${errors.trim()}`)
    return output
  } finally {
    child.kill('SIGKILL')
  }
}

let check: Promise<string | null> | undefined
/** The reason why the sandbox does not work on this machine, such as a container without user namespaces; or null. */
export const findSandboxFault = (): Promise<string | null> =>
  (check ??= runSandboxed('true', Buffer.alloc(0), {
    timeoutMs: 10_000,
    memoryBytes: 512 * megabyte,
    folderBytes: megabyte,
    outputBytes: 1,
  }).then(
    () => null,
    (error: Error) => error.message,
  ))
