// Tests of processes that compete for the same lock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { acquireLock } from './folder-lock.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-lock-'))
const lock = path.join(folder, 'lock')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Appends a line, pauses, and appends another one while it holds the lock. */
const program = `
  import { appendFileSync } from 'node:fs'
  import { acquireLock } from ${JSON.stringify(path.join(import.meta.dirname, 'folder-lock.mjs'))}
  const release = acquireLock(${JSON.stringify(lock)})
  appendFileSync(${JSON.stringify(`${lock}.log`)}, process.pid + ' begins\\n')
  setTimeout(() => {
    appendFileSync(${JSON.stringify(`${lock}.log`)}, process.pid + ' ends\\n')
    release()
  }, 50)`

async function runProgram(): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  await once(child, 'exit')
}

test('lets one process after the other hold the lock, also when a dead one has left it', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  writeFileSync(lock, `${gone.pid}`)
  await Promise.all([runProgram(), runProgram(), runProgram(), runProgram()])
  const lines = readFileSync(`${lock}.log`, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(8)
  for (let i = 0; i < lines.length; i += 2) expect(lines[i + 1]).toBe(lines[i]!.replace('begins', 'ends'))
  expect(existsSync(lock)).toBe(false)
})

test('holds a free lock at once', () => {
  let waits = 0
  const release = acquireLock(lock, () => (waits += 1))
  expect(readFileSync(lock, 'utf8')).toBe(`${process.pid}`)
  release()
  expect([waits, existsSync(lock)]).toEqual([0, false])
})
