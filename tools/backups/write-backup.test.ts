// Tests of backups under bad conditions: slow disks, held locks, an existing folder. Also of their permissions.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Sql } from '../../server/src/kit/db/db.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-backups-'))
const name = `backups_${randomUUID().slice(0, 8)}`
const url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
const root = connect(inject('postgresUrl'), 1)
const config = { dataDir: path.join(folder, 'data'), STORAGE_URL: undefined, SECRET_KEY: 'in the environment' }
let sql: Sql
beforeAll(async () => {
  await root.unsafe(`create database ${name} template template_test`)
  sql = connect(url, 2)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await root.unsafe(`drop database ${name} with (force)`)
  await root.end()
  rmSync(folder, { recursive: true, force: true })
})

test('copies tables of every size to the end', { timeout: 60_000 }, async () => {
  // random text compresses slowly, so that the buffer is full when the last rows arrive
  await sql`create table filler (text text)`
  for (let round = 0; round < 12; round += 1) {
    await sql`insert into filler select string_agg(gen_random_uuid()::text, '') from generate_series(1, 3000) i group by i % 100`
    const target = path.join(folder, `size-${round}`)
    const { tables } = await writeBackup(sql, config, target, 10_000)
    expect(tables.find((table) => table.name === 'filler')?.rows).toBe((round + 1) * 100)
    await verifyBackup(target)
  }
  await sql`drop table filler`
})

test('ends when a lock leaves it without progress, and leaves no folder', async () => {
  const target = path.join(folder, 'locked')
  const waiting = connect(url, 2)
  await sql.begin(async (tx) => {
    await tx`lock table article in access exclusive mode`
    await expect(writeBackup(waiting, config, target, 2_000)).rejects.toThrow('没有进展（表 article）')
  })
  await waiting.end({ timeout: 1 })
  expect(existsSync(target)).toBe(false)
})

test('never writes into an existing folder', async () => {
  const target = path.join(folder, 'twice')
  await writeBackup(sql, config, target)
  const before = await verifyBackup(target)
  await expect(writeBackup(sql, config, target)).rejects.toThrow('已经存在')
  expect(await verifyBackup(target)).toEqual(before)
})

test('lets only the owner read a backup', async () => {
  const target = path.join(folder, 'private')
  await writeBackup(sql, config, target)
  const readable = readdirSync(target, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) > 0)
  expect(readable).toEqual([])
  expect(statSync(target).mode & 0o777).toBe(0o700)
})

test('finds missing, changed and unreadable files and a wrong count', async () => {
  const target = path.join(folder, 'damaged')
  const { tables } = await writeBackup(sql, config, target)
  const manifest = path.join(target, 'manifest.json')
  const damageManifest = (change: object) =>
    writeFileSync(manifest, JSON.stringify({ migrations: [], tables: [{ ...tables[0], ...change }] }))
  damageManifest({ rows: 1_000 })
  await expect(verifyBackup(target)).rejects.toThrow('应有 1000 行')
  damageManifest({ sha256: 'x' })
  await expect(verifyBackup(target)).rejects.toThrow('校验和不符')
  writeFileSync(path.join(target, 'tables/plain.copy.gz'), 'not compressed')
  const sha256 = createHash('sha256').update('not compressed').digest('hex')
  damageManifest({ name: 'plain', sha256 })
  await expect(verifyBackup(target)).rejects.toThrow('无法解压')
  damageManifest({ name: 'unknown' })
  await expect(verifyBackup(target)).rejects.toThrow('缺少')
  writeFileSync(manifest, '{')
  await expect(verifyBackup(target)).rejects.toThrow('已损坏，无法读取')
  rmSync(manifest)
  await expect(verifyBackup(target)).rejects.toThrow('不是完整的备份')
})
