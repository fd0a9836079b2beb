// Installs the dependencies of the lock file once, and finds the project's Node. Plain JavaScript, because it runs on
// the machine's Node before the installation.
import { createHash } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { acquireLock } from './folder-lock.mjs'

export const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname))

const lockFile = path.join(root, '.prepare.lock')

const pinned = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')

const sayWaiting = () => console.log('另一个进程正在安装或构建，等它完成…')

function installDependencies() {
  const stamp = path.join(root, 'node_modules/.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isInstalled()) return
  const release = acquireLock(lockFile, sayWaiting)
  try {
    if (!isInstalled()) runInstallation(stamp, wanted)
  } finally {
    release()
  }
}

function runInstallation(stamp, wanted) {
  console.log('正在安装依赖（首次约一分钟）…')
  // no dependency needs install scripts, so they are forbidden; the build needs packages that npm omits in production
  const run = spawnSync(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (run.status !== 0) {
    console.error('依赖安装失败，请检查网络后重试')
    // process.exit does not release the lock, but the lock of a dead process is ignored
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

function findNode() {
  const [major] = process.versions.node.split('.').map(Number)
  if (existsSync(pinned)) return pinned
  if (major >= 24) return process.execPath
  console.error(
    `需要 Node 24：本机为 ${process.version}，且没有适用于 ${process.platform}-${process.arch} 的内置版本，请先安装 Node 24`,
  )
  process.exit(1)
}

/** Under load, V8 fills its young generation, which by default holds 100 MB more (decision 014). */
const v8Flags = ['--max-semi-space-size=8']

/** Runs a TypeScript file on the project's Node and exits with its code. */
export function runScript(script, args, extra = {}) {
  installDependencies()
  const node = findNode()
  const env = {
    // otherwise glibc keeps an arena per thread, with hundreds of megabytes of freed memory
    MALLOC_ARENA_MAX: '2',
    // freed buffers of pictures and passwords go back to the system at once, instead of leaving holes in the heap
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...process.env,
    ...extra,
    PATH: `${path.dirname(node)}:${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  let child
  let isStopping = false
  const startServer = () => {
    child = spawn(node, [...v8Flags, script, ...args], { cwd: root, stdio: 'inherit', env })
    child.on('exit', (code, signal) => {
      // exit code 70 requests a restart: the database has died, or an error could not be handled
      if (code === 70 && !isStopping) setTimeout(startServer, 1_000)
      else process.exit(signal && !isStopping ? 1 : (code ?? 0))
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isStopping = true
      child.kill(signal)
    })
  }
  startServer()
}
