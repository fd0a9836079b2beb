// Builds portal and console once per state of their sources: a second start finds the stamp and goes on.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const stamp = path.join(root, 'portal/build/.stamp')
const sources = [
  '{contract,im-sdk,ui,portal,admin}/{src,public}/**/*',
  '{portal,admin}/*.{ts,html}',
  'package-lock.json',
]

function readState(): string {
  const hash = createHash('sha256')
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

const isBuilt = (state: string) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === state && existsSync(path.join(root, 'admin/build/index.html'))

export async function build(): Promise<void> {
  const state = readState()
  if (isBuilt(state)) return
  console.log('正在构建页面（约半分钟）…')
  const { buildPortal } = await import('../portal/build.ts')
  await buildPortal()
  const { buildAdmin } = await import('../admin/build.ts')
  await buildAdmin()
  writeFileSync(stamp, state)
}

if (process.argv[1] === import.meta.filename) await build()
