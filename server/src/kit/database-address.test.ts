// Tests of database addresses: one or several hosts, and passwords with special characters.
import { expect, test } from 'vitest'
import { parseDatabaseUrl, withLogin } from './database-address.ts'

test('reads several hosts, and asks for one that accepts writes', () => {
  const address = parseDatabaseUrl('postgres://u:p@h1:5433,[::1]:6000,h3/db?target_session_attrs=read-write')
  expect(address).toMatchObject({ user: 'u', password: 'p', database: 'db', mustBeWritable: true })
  expect(address.hosts).toEqual([
    { host: 'h1', port: 5433 },
    { host: '::1', port: 6000 },
    { host: 'h3', port: 5432 },
  ])
})

test('reads a socket, encryption and PostgreSQL settings', () => {
  const address = parseDatabaseUrl('postgresql://u:p@h/db?socket=%2Ftmp%2Fs&sslmode=require&search_path=app')
  expect(address).toMatchObject({ socketPath: '/tmp/s', ssl: 'require', settings: { search_path: 'app' } })
})

test('decodes a password, and says how to encode one that is not encoded', () => {
  expect(parseDatabaseUrl('postgres://u:a%23b%40%3A@h/db').password).toBe('a#b@:')
  for (const password of ['a#b', 'a/b', 'a?b', 'a@b'])
    expect(() => parseDatabaseUrl(`postgres://u:${password}@h/db`)).toThrow('# 写成 %23')
  expect(() => parseDatabaseUrl('postgres://u:100%@h/db')).toThrow('%25')
})

test('reads the file sslrootcert, and says when it cannot be read or would not be used', () => {
  const url = (sslmode: string, file: string) => `postgres://u:p@h/db?sslmode=${sslmode}&sslrootcert=${file}`
  expect(parseDatabaseUrl(url('verify-full', import.meta.filename)).rootCertificate).toContain('import')
  expect(parseDatabaseUrl('postgres://u:p@h/db?sslmode=verify-full').rootCertificate).toBeNull()
  expect(() => parseDatabaseUrl(url('verify-full', '/nowhere/root.crt'))).toThrow('不能读取 sslrootcert 的文件')
  expect(() => parseDatabaseUrl(url('require', import.meta.filename))).toThrow('sslmode=verify-full')
})

test.each(['postgres://u:p@h:99999/db', 'postgres://u:p@h:x/db', 'mysql://h/db', 'postgres://u:p@a,,b/db'])(
  'refuses %s',
  (url) => expect(() => parseDatabaseUrl(url)).toThrow(),
)

test('replaces user and password, and leaves the rest as it is', () => {
  const url = 'postgres://u:p@h1:1,h2:2/db?target_session_attrs=primary'
  expect(withLogin(url, 'x y', 'a#b')).toBe('postgres://x%20y:a%23b@h1:1,h2:2/db?target_session_attrs=primary')
})
