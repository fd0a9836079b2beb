// Parses DATABASE_URL: `postgres://user:password@host:5432,other:5432/database?target_session_attrs=read-write`.

import { readFileSync } from 'node:fs'

export type DatabaseHost = { host: string; port: number }

export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-full'

export type DatabaseAddress = {
  /** Hosts, in the order in which they are tried. */
  hosts: DatabaseHost[]
  /** Path of a Unix socket (`?socket=`), instead of the hosts. */
  socketPath: string | null
  user: string
  password: string
  database: string
  ssl: SslMode
  /** Content of the file `sslrootcert`; null for the certificate authorities that Node trusts. */
  rootCertificate: string | null
  /** True to use only servers that accept writes. */
  mustBeWritable: boolean
  /** All other parameters of the address: PostgreSQL settings of each connection. */
  settings: Record<string, string>
}

const urlPattern = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/
const hostPattern = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i

/** `allow` and `prefer` of libpq differ only in the order of attempts. */
const sslModes: Record<string, SslMode> = {
  disable: 'disable',
  false: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
  true: 'verify-full',
}

/** libpq's default is `any`, but the site cannot run on a read-only server. */
const sessionAttributes = ['any', 'read-write', 'primary']

const ignoredParameters = new Set(['connect_timeout', 'gssencmode', 'channel_binding'])

function parseHost(text: string): DatabaseHost {
  const [, host, port = '5432'] = hostPattern.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) throw new Error(`无法识别主机“${text}”`)
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('密码中的 % 也要写成 %25')
  }
}

function readRootCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`不能读取 sslrootcert 的文件：${(error as Error).message}`, { cause: error })
  }
}

/** @throws Error with a message for the operator, without the password */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match = urlPattern.exec(url)
  // without a login, an @ belongs to a password that ended the host too early
  if (!match || (match[1] === undefined && url.includes('@'))) {
    throw new Error(
      url.includes('@')
        ? '应形如 postgres://用户:密码@主机:5432/库；密码中的特殊字符须写成百分号编码，如 # 写成 %23、@ 写成 %40、/ 写成 %2F、? 写成 %3F'
        : '应形如 postgres://用户:密码@主机:5432/库',
    )
  }
  const [, login = '', hosts = '', database = '', query = ''] = match
  const [user = '', ...password] = login.split(':')
  const {
    socket,
    sslmode,
    ssl,
    sslrootcert,
    target_session_attrs: attributes = 'any',
    ...settings
  } = Object.fromEntries(new URLSearchParams(query))
  const mode = sslModes[sslmode ?? ssl ?? 'disable']
  if (!mode) throw new Error(`sslmode 应为 ${Object.keys(sslModes).join('、')}`)
  if (sslrootcert && mode !== 'verify-full') throw new Error('sslrootcert 要与 sslmode=verify-full 一起写')
  if (!sessionAttributes.includes(attributes))
    throw new Error(`target_session_attrs 应为 ${sessionAttributes.join('、')}`)
  return {
    hosts: (hosts || 'localhost').split(',').map(parseHost),
    socketPath: socket ?? null,
    user: decode(user),
    password: decode(password.join(':')),
    database: decode(database) || decode(user),
    ssl: mode,
    rootCertificate: sslrootcert ? readRootCertificate(sslrootcert) : null,
    mustBeWritable: attributes !== 'any',
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !ignoredParameters.has(name))),
  }
}

/** Replaces user and password in the address. */
export const withLogin = (url: string, user: string, password: string): string =>
  url.replace(
    /^(\w+:\/\/)(?:[^@/]*@)?/,
    (_all, scheme: string) => `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@`,
  )
