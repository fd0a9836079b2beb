// Test of `npm pack` in the folder of the SDK, with a tiny build.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-npm-pack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readManifest = (name: string) =>
  JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { exports: object; private?: boolean }

test('packs the built files with the public manifest, and keeps that of the workspace', () => {
  for (const name of ['package.json', 'release.ts', 'README.md'])
    cpSync(path.resolve(import.meta.dirname, '../..', name), path.join(folder, name))
  mkdirSync(path.join(folder, 'node_modules'))
  writeFileSync(
    path.join(folder, 'build.ts'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('build', { recursive: true })
    writeFileSync('build/index.js', '')`,
  )
  const workspace = readManifest('package.json')
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` }
  execFileSync('npm', ['pack', '--silent'], { cwd: folder, env })
  execFileSync('tar', ['xzf', 'xinqiao-im-sdk-1.0.0.tgz'], { cwd: folder })
  const manifest = readManifest('package/package.json')
  expect([manifest.private, Object.keys(manifest.exports)]).toEqual([undefined, ['.', './sdk.js']])
  expect(readFileSync(path.join(folder, 'package/build/index.js'), 'utf8')).toBe('')
  expect(readManifest('package.json')).toEqual(workspace)
})
