// Tests of encrypted connections to a PostgreSQL with a certificate.
import { chownSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabaseFolder } from '../../../test/database-folder.ts'
import { createTlsCertificate } from '../../../test/stand-ins/tls-certificate.ts'
import { connect, connectAsServer, migrate, type Sql } from './db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/embedded.ts'
import { waitForDatabase } from './wait.ts'

const folder = createDatabaseFolder('xinqiao-tls-')
const data = path.join(folder, 'pg')
const certificatePathOf = (name: string) => path.join(folder, `${name}.crt`)
let database: EmbeddedPostgres

/** Makes the database present this certificate to new connections. */
async function present(name: string): Promise<void> {
  const { uid, gid } = statSync(data)
  for (const ending of ['key', 'crt']) chownSync(path.join(folder, `${name}.${ending}`), uid, gid)
  await query(database.url, async (sql) => {
    await sql.unsafe(`alter system set ssl_cert_file = '${certificatePathOf(name)}'`)
    await sql.unsafe(`alter system set ssl_key_file = '${path.join(folder, `${name}.key`)}'`)
    await sql`alter system set ssl = on`
    await sql`select pg_reload_conf()`
  })
  const readFile = (sql: Sql) => sql<{ file: string }[]>`select current_setting('ssl_cert_file') as file`
  await vi.waitFor(async () => expect(await query(database.url, readFile)).toEqual([{ file: certificatePathOf(name) }]))
}

async function query<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, 1)
  return work(sql).finally(() => sql.end({ timeout: 1 }))
}
const isEncrypted = (url: string): Promise<boolean> =>
  query(url, async (sql) => {
    const read = (db: Sql) => db<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    const [[shared], [exclusive]] = [
      await read(sql),
      (await sql.begin((tx) => read(tx as never))) as { ssl: boolean }[],
    ]
    expect(exclusive).toEqual(shared)
    return shared!.ssl
  })
const withParameters = (parameters: Record<string, string>, host = 'localhost'): string =>
  `${database.url.replace('127.0.0.1', host)}?${new URLSearchParams(parameters).toString()}`

beforeAll(async () => {
  database = await startEmbeddedPostgres(data, { settings: { fsync: 'off' } })
  createTlsCertificate(folder, 'localhost', 'DNS:localhost')
  createTlsCertificate(folder, 'address', 'IP:127.0.0.1')
  createTlsCertificate(folder, 'foreign', 'DNS:localhost')
  await present('localhost')
})
afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each(['require', 'prefer'])('encrypts with sslmode=%s without checking the certificate', async (sslmode) => {
  expect(await isEncrypted(withParameters({ sslmode }))).toBe(true)
})

test('encrypts only when the address asks for it', async () => {
  expect(await isEncrypted(database.url)).toBe(false)
  expect(await isEncrypted(withParameters({ sslmode: 'disable' }))).toBe(false)
})

test('accepts with verify-full the certificate of sslrootcert, also as the role of the server', async () => {
  const url = withParameters({ sslmode: 'verify-full', sslrootcert: certificatePathOf('localhost') })
  expect(await isEncrypted(url)).toBe(true)
  await query(url, migrate)
  const sql = await connectAsServer(url, 1)
  expect(await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([{ ssl: true }])
  await sql.end()
})

test('refuses with verify-full other certificates at the start, and says why', async () => {
  const start = (url: string) => query(url, (sql) => waitForDatabase(sql, () => {}, { retryMs: 10 }))
  const foreign = withParameters({ sslmode: 'verify-full', sslrootcert: certificatePathOf('foreign') })
  await expect(start(foreign)).rejects.toThrow('签发机构不受信任')
  await expect(start(withParameters({ sslmode: 'verify-full' }))).rejects.toThrow('签发机构不受信任')
  const otherName = withParameters({ sslmode: 'verify-full', sslrootcert: certificatePathOf('localhost') }, '127.0.0.1')
  await expect(start(otherName)).rejects.toThrow('主机名')
})

test('compares with verify-full an IP address with the certificate', async () => {
  await present('address')
  try {
    const parameters = { sslmode: 'verify-full', sslrootcert: certificatePathOf('address') }
    expect(await isEncrypted(withParameters(parameters, '127.0.0.1'))).toBe(true)
    await expect(isEncrypted(withParameters(parameters))).rejects.toThrow('主机名')
  } finally {
    await present('localhost')
  }
})

test('goes on to the next host after one with another certificate, or without encryption', async () => {
  const plain = new URL(inject('postgresUrl')).host
  const { port } = new URL(database.url)
  const hosts = `${plain},127.0.0.1:${port},localhost:${port}`
  const url = withParameters({ sslmode: 'verify-full', sslrootcert: certificatePathOf('localhost') }, '127.0.0.1')
  expect(await isEncrypted(url.replace(`127.0.0.1:${port}`, hosts))).toBe(true)
})

test('does not send the password to a server without encryption', async () => {
  const { host } = new URL(inject('postgresUrl'))
  const url = withParameters({ sslmode: 'require' }).replace(/@[^/]+/, `@${host}`)
  await expect(isEncrypted(url)).rejects.toThrow('数据库不支持加密连接')
})

test('refuses bytes that someone on the way added before the encryption', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write('SE'))
  }).listen(0, '127.0.0.1')
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server.on('listening', () => resolve(server.address() as AddressInfo))
  })
  try {
    await expect(isEncrypted(`postgres://u:p@127.0.0.1:${port}/db?sslmode=require`)).rejects.toThrow('加密之前')
  } finally {
    server.close()
  }
})
