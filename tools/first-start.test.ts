// Tests two nodes that start at the same moment from one bare checkout: the real launcher and its locks, with a tiny
// site.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-first-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeInFolder(file: string, text: string): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** Appends to a log, pauses, and appends again, so that two concurrent builds would be noticed. */
const createBuilder = (name: string, result: string) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
const log = (text: string) => appendFileSync('build.log', text + '\\n')
export async function ${name}(): Promise<void> {
  log('${name} begins')
  await wait(300)
  mkdirSync(path.dirname('${result}'), { recursive: true })
  writeFileSync('${result}', '')
  log('${name} ends')
}
`

function createCheckout(): void {
  for (const file of ['start.mjs', 'prepare.mjs', 'folder-lock.mjs', 'start.ts', 'build.ts'])
    cpSync(path.join(import.meta.dirname, file), path.join(folder, 'tools', file))
  writeInFolder(
    'package.json',
    JSON.stringify({ name: 'tiny', version: '1.0.0', type: 'module', workspaces: ['tiny-part'] }),
  )
  writeInFolder(
    'tiny-part/package.json',
    JSON.stringify({ name: 'tiny-part', version: '1.0.0', type: 'module', main: 'part.js' }),
  )
  writeInFolder('tiny-part/part.js', "export const part = 'the installed part'")
  const packages = {
    '': { name: 'tiny', version: '1.0.0', workspaces: ['tiny-part'] },
    'node_modules/tiny-part': { resolved: 'tiny-part', link: true },
    'tiny-part': { version: '1.0.0' },
  }
  writeInFolder(
    'package-lock.json',
    JSON.stringify({ name: 'tiny', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  )
  writeInFolder('tools/style-tokens.ts', 'export const checkStyleTokens = () => Promise.resolve()')
  writeInFolder('portal/build.ts', createBuilder('buildPortal', 'portal/build/page.js'))
  writeInFolder('admin/build.ts', createBuilder('buildAdmin', 'admin/build/index.html'))
  writeInFolder('im-sdk/build.ts', createBuilder('buildSdk', 'im-sdk/build/script/sdk.js'))
  writeInFolder('server/src/main.ts', "import { part } from 'tiny-part'\nconsole.log('started with', part)")
}

async function startSite(): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production', npm_config_offline: 'true' }
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output
}

test('starts both nodes, of which one installs and one builds', { timeout: 60_000 }, async () => {
  createCheckout()
  const outputs = await Promise.all([startSite(), startSite()])
  const countOutputs = (words: string) => outputs.filter((output) => output.includes(words)).length
  expect(outputs.join('\n')).toContain('另一个进程正在安装或构建')
  expect([
    countOutputs('正在安装依赖'),
    countOutputs('正在构建页面'),
    countOutputs('started with the installed part'),
  ]).toEqual([1, 1, 2])
  const steps = ['buildPortal', 'buildAdmin', 'buildSdk'].flatMap((name) => [`${name} begins`, `${name} ends`])
  expect(readFileSync(path.join(folder, 'build.log'), 'utf8').trim().split('\n')).toEqual(steps)
})
