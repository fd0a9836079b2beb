// Builds portal, console and the published SDK once per state of their sources, recorded in a stamp.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { acquireLock } from './folder-lock.mjs'

const root = path.dirname(import.meta.dirname)
const stamp = path.join(root, 'portal/build/.stamp')
const sources = [
  '{contract,im-sdk,ui,portal,admin}/{src,public}/**/*',
  '{im-sdk,portal,admin}/*.{ts,html,json}',
  'package-lock.json',
]

function digestSources(): string {
  const hash = createHash('sha256')
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

const results = ['admin/build/index.html', 'im-sdk/build/script/sdk.js'].map((file) => path.join(root, file))
const isBuilt = (state: string) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === state && results.every((file) => existsSync(file))

export async function build(): Promise<void> {
  if (isBuilt(digestSources())) return
  const release = acquireLock(path.join(root, '.prepare.lock'), () =>
    console.log('另一个进程正在安装或构建，等它完成…'),
  )
  try {
    await buildOutdated()
  } finally {
    release()
  }
}

async function buildOutdated(): Promise<void> {
  const state = digestSources()
  if (isBuilt(state)) return
  console.log('正在构建页面（约半分钟）…')
  const environment = process.env.NODE_ENV
  // Vite would build for development in the process of a test, and React would then fail on the server
  process.env.NODE_ENV = 'production'
  try {
    await buildAll()
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
  writeFileSync(stamp, state)
}

async function buildAll(): Promise<void> {
  const { checkStyleTokens } = await import('./style-tokens.ts')
  await checkStyleTokens()
  const { buildPortal } = await import('../portal/build.ts')
  await buildPortal()
  const { buildAdmin } = await import('../admin/build.ts')
  await buildAdmin()
  const { buildSdk } = await import('../im-sdk/build.ts')
  await buildSdk()
}

if (process.argv[1] === import.meta.filename) await build()
