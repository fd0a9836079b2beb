// Supervises the embedded PostgreSQL: creates its folder, starts it, attaches to one that survived a killed server,
// and cleans up after a crash.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createChildEnvironment } from '../../config.ts'
import { commandAsUser, findBinaries, isRoot } from './binaries.ts'

const initUid = 65_534 // initdb looks up the name of its user, so this uid needs one
const maxSocketPathLength = 104 // maximum of sun_path; the shorter one is that of macOS
const serverUid = 61_001 // any uid that no user of the machine has

/** `isAttached`: the database was already running, so another process needs it. */
export type EmbeddedPostgres = {
  url: string
  /** Address of the Unix socket, which costs a third less than TCP; of TCP if the path of the socket is too long. */
  socketUrl: string
  pid: number
  isAttached: boolean
  stop: () => Promise<void>
  isRunning: () => boolean
}

type PidFile = { pid: number; folder: string; port: number; status: string }

function readPidFile(folder: string): PidFile | null {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), folder: lines[1] ?? '', port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Reads the program and state of a process. Linux only; other systems use only the pid file. */
function readProcess(pid: number): { program: string; isZombie: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const isZombie = stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
    return { program: isZombie ? '' : path.basename(readlinkSync(`/proc/${pid}/exe`)), isZombie }
  } catch {
    return { program: process.platform === 'linux' ? '' : 'postgres', isZombie: false }
  }
}

function listProcessesIn(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      return false
    }
  })
}

function createCluster(bin: string, folder: string): void {
  const fresh = `${folder}.init`
  const passwordFile = `${folder}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (isRoot()) for (const file of [fresh, passwordFile]) chownSync(file, initUid, initUid)
  const [program, before] = commandAsUser(initUid, path.join(bin, 'initdb'), fresh)
  // PostgreSQL's built-in UTF-8 locale, because with the C locale pg_trgm and upper/lower do not support Chinese
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['-D', fresh, '-U', 'xinqiao', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions']
  // creating a WAL segment blocks all writers: for 65 ms with segments of 16 MB
  options.push('--wal-segsize=4')
  const run = spawnSync(program, [...before, ...options, ...locale, '-c', 'timezone=UTC'], {
    encoding: 'utf8',
    env: createChildEnvironment(),
  })
  if (run.status !== 0) throw new Error(`内置数据库初始化失败：${run.error?.message ?? run.stderr}`)
  if (isRoot()) {
    spawnSync('chown', ['-R', `${serverUid}:${serverUid}`, fresh])
    chownSync(passwordFile, 0, 0)
  }
  renameSync(fresh, folder)
}

/**
 * Removes the pid file of a killed server. The postmaster's children live on for a moment, and its pid may belong to a
 * zombie or another process.
 */
async function clearStalePidFile(folder: string, stale: PidFile): Promise<void> {
  const until = Date.now() + 10_000
  while (listProcessesIn(folder).length > 0 && Date.now() < until) await wait(20)
  if (listProcessesIn(folder).length > 0) throw new Error(`数据目录 ${folder} 正被另一个进程使用`)
  if (isAlive(stale.pid) && readProcess(stale.pid).program !== 'postgres') {
    rmSync(path.join(folder, 'postmaster.pid'), { force: true })
    rmSync(`${folder}.sock`, { recursive: true, force: true })
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function startServer(bin: string, folder: string, settings: Record<string, string>): Promise<PidFile> {
  const socketFolder = `${folder}.sock`
  const logFile = `${folder}.log`
  mkdirSync(socketFolder, { recursive: true })
  if (isRoot()) chownSync(socketFolder, serverUid, serverUid)
  const [program, before] = commandAsUser(serverUid, path.join(bin, 'postgres'), folder)
  const options = ['-D', folder, '-p', `${await findFreePort()}`, '-k', socketFolder, '-h', '127.0.0.1']
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // only this user may read the log, because error details quote column values
  const log = openSync(logFile, 'a', 0o600)
  fchmodSync(log, 0o600)
  // detached, so that Ctrl+C goes only to the server, which then stops the database cleanly
  const child = spawn(program, [...before, ...options, ...set], {
    detached: true,
    stdio: ['ignore', log, log],
    env: createChildEnvironment(),
  })
  let hasEnded = false
  child.on('exit', () => (hasEnded = true))
  child.on('error', () => (hasEnded = true))
  child.unref()
  for (;;) {
    const running = readPidFile(folder)
    if (running?.status === 'ready' && running.pid === child.pid) return running
    if (hasEnded) throw new Error(`内置数据库没有启动：\n${readFileSync(logFile, 'utf8').slice(-800)}`)
    await wait(10)
  }
}

async function stopServer(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT') // fast shutdown: ends sessions, writes a checkpoint
  while (isAlive(pid) && !readProcess(pid).isZombie) await wait(20)
}

/** Start time of a process, to detect a reused pid. Linux only. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/**
 * Makes this process the owner of the folder. Only the owner stops the database, and a second server is refused.
 * @throws Error when another owner is alive
 */
function takeOwnership(folder: string): void {
  const file = `${folder}.owner`
  const [pid = '', birth = ''] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  const owner = Number(pid)
  // a killed server may stay a zombie when no process reaps it
  const lives = owner > 0 && owner !== process.pid && isAlive(owner) && !readProcess(owner).isZombie
  const isHeld = lives && readStartTime(owner) === birth
  if (isHeld)
    throw new Error(`数据目录 ${path.dirname(folder)} 正被另一个服务（进程 ${pid}）使用，请先停止它或换一个 DATA_DIR`)
  writeFileSync(file, `${process.pid} ${readStartTime(process.pid)}\n`, { mode: 0o600 })
}

/** PostgreSQL settings of the embedded database that serves the site; tests and tools use the defaults. */
export const serverSettings = {
  shared_buffers: '256MB',
  max_connections: '60',
  // on an SSD, random reads cost little more than sequential ones
  random_page_cost: '1.1',
  // set explicitly, because initdb derives them from the size of the segments
  max_wal_size: '2GB',
  min_wal_size: '256MB',
}

export type EmbeddedOptions = {
  /** Settings on the command line of postgres, such as `{ shared_buffers: '256MB' }`. */
  settings?: Record<string, string>
  /** A server owns its database. A tool may attach to a running one. */
  canAttach?: boolean
}

/** @param folder the data folder; password, socket and log are next to it */
export async function startEmbeddedPostgres(
  folder: string,
  { settings = {}, canAttach = false }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const bin = findBinaries()
  mkdirSync(path.dirname(folder), { recursive: true })
  if (!canAttach) takeOwnership(folder)
  if (!existsSync(path.join(folder, 'PG_VERSION'))) createCluster(bin, folder)
  let running = readPidFile(folder)
  const isOurs =
    running && isAlive(running.pid) && readProcess(running.pid).program === 'postgres' && running.folder === folder
  if (!isOurs) {
    if (running) await clearStalePidFile(folder, running)
    running = await startServer(bin, folder, settings)
  }
  while (running && running.status !== 'ready') {
    await wait(20)
    running = readPidFile(folder)
  }
  if (!running) throw new Error('内置数据库没有启动')
  const { pid, port } = running
  const password = readFileSync(`${folder}.password`, 'utf8').trim()
  const url = `postgres://xinqiao:${password}@127.0.0.1:${port}/postgres`
  const socket = `${folder}.sock/.s.PGSQL.${port}`
  return {
    pid,
    isAttached: Boolean(isOurs),
    url,
    socketUrl: Buffer.byteLength(socket) < maxSocketPathLength ? `${url}?socket=${encodeURIComponent(socket)}` : url,
    stop: () => stopServer(pid),
    isRunning: () => isAlive(pid) && !readProcess(pid).isZombie,
  }
}
