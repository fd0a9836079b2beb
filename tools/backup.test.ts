// Tests a backup of a running site: it is restored elsewhere and compared.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createAccount } from '../server/db/fixtures/account.ts'
import { createArticle } from '../server/db/fixtures/article.ts'
import { connect, type Sql } from '../server/src/kit/db/db.ts'
import { createSecrets } from '../server/src/kit/auth/secrets.ts'
import { selectAccountByPhone } from '../server/src/portal/accounts/records/store.ts'
import { createDatabaseFolder } from '../server/test/database-folder.ts'

const folder = createDatabaseFolder('xinqiao-drill-')
const key = 'the root key of the drill, long enough to pass'
const url = (name: string) => inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
const root = connect(inject('postgresUrl'), 1)
afterAll(async () => {
  for (const name of ['drill_from', 'drill_to', 'drill_bad'])
    await root.unsafe(`drop database if exists ${name} with (force)`)
  await root.end()
  rmSync(folder, { recursive: true, force: true })
})

const readGeneration = async (sql: Sql): Promise<number> =>
  (await sql<{ generation: number }[]>`select generation from database_history`)[0]!.generation

const runTool = (tool: string, args: string[], database: string, dataDir: string) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, tool), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: url(database),
      DATA_DIR: dataDir,
      SECRET_KEY: key,
      NODE_ENV: 'production',
      ALLOW_STANDINS: '1',
    },
  })

test(
  'restores a backup to the same site, refuses a non-empty one, and detects damage',
  { timeout: 60_000 },
  async () => {
    for (const name of ['drill_from', 'drill_to', 'drill_bad'])
      await root.unsafe(`create database ${name} template template_test`)
    const secrets = createSecrets(key)
    const from = connect(url('drill_from'), 1)
    const authorId = await createAccount(from, secrets, { username: '档案员', phone: '13500000001' })
    const articleId = await createArticle(from, { title: '制表符\t与\\反斜杠\n换行', content: '<p>正文</p>', authorId })
    const before = await from`select * from article`
    const generation = await readGeneration(from)
    await from.end()

    const source = path.join(folder, 'from')
    const backup = path.join(folder, 'backup')
    cpSync(import.meta.dirname, path.join(source, 'files'), { recursive: true })
    expect(runTool('backup.ts', [backup], 'drill_from', source).stdout).toContain('备份完成')

    expect(runTool('backup.ts', [backup], 'drill_from', source)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('已经存在'),
    })
    expect(runTool('verify-backup.ts', [backup], '', source).stdout).toContain('备份完好')

    // reproduces the manifest of a version without announced alerts
    const manifestFile = path.join(backup, 'manifest.json')
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
      migrations: string[]
      tables: { name: string }[]
    }
    const older = manifest.tables.filter(({ name }) => name !== 'announcement')
    expect(older.length).toBe(manifest.tables.length - 1)
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, tables: older }))

    const target = path.join(folder, 'to')
    expect(runTool('restore.ts', [backup], 'drill_to', target).stdout).toMatch(/恢复完成.*已给数据库记下新的一代/)
    const to = connect(url('drill_to'), 1)
    expect(await to`select * from article`).toEqual(before)
    expect((await selectAccountByPhone(to, secrets.index('phone', '13500000001')))?.username).toBe('档案员')
    expect(await createArticle(to, { title: '之后' })).toBeGreaterThan(articleId)
    // clients must not compare numbers of the restored database with those that they hold
    expect(await readGeneration(to)).toBeGreaterThan(generation)
    const [next] = await to<{ id: number }[]>`select nextval(pg_get_serial_sequence('im_message', 'id')) as id`
    expect(next?.id).toBeGreaterThan(generation)
    await to.end()
    expect(readFileSync(path.join(target, 'files/backup.ts'))).toEqual(
      readFileSync(path.join(import.meta.dirname, 'backup.ts')),
    )

    expect(runTool('restore.ts', [backup], 'drill_to', target)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('这里已经有数据'),
    })
    writeFileSync(path.join(backup, 'tables/article.copy.gz'), 'broken')
    expect(runTool('restore.ts', [backup], 'drill_bad', target).stderr).toContain('已损坏')
    expect(runTool('verify-backup.ts', [backup], '', source)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('校验和不符'),
    })
    const bad = connect(url('drill_bad'), 1)
    expect(await bad`select count(*) from account`).toMatchObject([{ count: 0 }])
    await bad.end()
  },
)
