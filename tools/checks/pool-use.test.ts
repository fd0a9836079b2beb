// Test against pool deadlocks: a transaction that needs a second connection can stop the whole site.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findPoolParameters, findPoolUses } from './pool-use.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function findUses(files: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'pool-use-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return findPoolUses(folder, '*.ts').uses.map(({ location }) => location)
}

test('allows no use of the pool in a transaction of the server', () => {
  const { uses, rootCount } = findPoolUses(path.resolve(import.meta.dirname, '../..'))
  expect(uses).toEqual([])
  // proves that the check finds transactions
  expect(rootCount).toBeGreaterThan(300)
})

test('finds the pool in the callback, in a called function and in a function that is passed by name', () => {
  const directly = 'transaction(kit.sql, async (tx) => {\n  await hit(kit.sql)\n})'
  expect(findUses({ 'a.ts': directly })).toEqual(['a.ts:2'])
  const store = 'export async function list(kit: Kit) {\n  return kit.sql`select 1`\n}'
  const called = "import * as store from './b.ts'\ntransaction(kit.sql, async (tx) => { await store.list(kit) })"
  expect(findUses({ 'a.ts': called, 'b.ts': store })).toEqual(['b.ts:2'])
  const passed = "import { list } from './b.ts'\ntransaction(kit.sql, (tx) => Promise.all(kits.map(list)))"
  expect(findUses({ 'a.ts': passed, 'b.ts': store })).toEqual(['b.ts:2'])
})

test('finds a nested transaction, a destructured pool and the pool in a function that takes a transaction', () => {
  const nested = 'transaction(kit.sql, async (tx) => {\n  await transaction(kit.sql, work)\n})'
  expect(findUses({ 'a.ts': nested })).toEqual(['a.ts:2'])
  const context = 'export const inTransaction = (kit: Kit, work: Work) =>\n  transaction(kit.sql, work)'
  const scoped = "import { inTransaction } from './b.ts'\ninTransaction(kit, (scope) => inTransaction(kit, work))"
  expect(findUses({ 'a.ts': scoped, 'b.ts': context })).toEqual(['b.ts:2'])
  expect(findUses({ 'a.ts': 'const pay = async (tx: Tx, { sql }: Kit) => {\n  await sql`select 1`\n}' })).toEqual([
    'a.ts:2',
  ])
  expect(findUses({ 'a.ts': 'const pay = async ({ kit, tx }: Work) => {\n  await kit.sql`select 1`\n}' })).toEqual([
    'a.ts:2',
  ])
})

test('allows the transaction itself, code after the commit, and a parameter that may be either', () => {
  const text = `transaction(kit.sql, async (tx, afterCommit) => {
    await list(tx)
    afterCommit(() => void send(kit.sql))
  })
  const list = (sql: Db) => sql\`select 1\``
  expect(findUses({ 'a.ts': text })).toEqual([])
})

test('requires services without the pool in a function that receives a transaction', () => {
  expect(findPoolParameters(path.resolve(import.meta.dirname, '../..'))).toEqual([])
  const folder = mkdtempSync(path.join(tmpdir(), 'pool-use-'))
  folders.push(folder)
  writeFileSync(path.join(folder, 'a.ts'), 'const pay = (kit: Kit, tx: Tx) => tx\nconst ask = ({ tx }: Work) => tx')
  expect(findPoolParameters(folder, '*.ts')).toEqual(['a.ts:1'])
})
