// A wrong environment stops the start with a sentence that names the variable.
import { expect, test } from 'vitest'
import { readConfig, readServices } from './config.ts'

test('nothing set gives the defaults of operate.md', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    SMS_PROVIDER: 'outbox',
    PAY_PROVIDER: 'simulator',
    isProduction: true,
  })
})

test('an empty value is an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PUBLIC_URL: 'xinqiao.cn' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ BUS_URL: 'amqp://x' }, 'BUS_URL'],
  [{ SEED: 'yes' }, 'SEED'],
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
  [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
  [{ STORAGE_URL: 'https://endpoint/bucket' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 'https://k:s@endpoint/' }, 'STORAGE_URL'],
  [{ SMS_PROVIDER: 'aliyun' }, 'ALIYUN_ACCESS_KEY_ID'],
  [{ SMS_PROVIDER: 'tencent', TENCENT_SECRET_ID: 'a', TENCENT_SECRET_KEY: 'b' }, 'TENCENT_SMS_APP_ID'],
])('%j is refused by name', (env, name) => {
  expect(() => readConfig(env)).toThrow(`环境变量 ${name}`)
})

test('proxies are addresses and networks, a store has keys and a bucket', () => {
  const env = { TRUST_PROXY: 'loopback,10.0.0.0/8,2001:db8::1', STORAGE_URL: 'https://k:s@endpoint/bucket?region=x' }
  expect(readConfig(env)).toMatchObject(env)
})

test('a real site must say it when it wants to use stand-ins', () => {
  const real = { DATABASE_URL: 'postgres://a@b/c', SEED: 'none' }
  expect(() => readConfig(real)).toThrow('SMS_PROVIDER')
  const carrier = {
    SMS_PROVIDER: 'aliyun',
    ALIYUN_ACCESS_KEY_ID: 'a',
    ALIYUN_ACCESS_KEY_SECRET: 'b',
    SMS_TEMPLATE_REGISTER: 'c',
    SMS_TEMPLATE_RESET: 'd',
  }
  expect(() => readConfig({ ...real, ...carrier })).toThrow('PAY_PROVIDER')
  expect(readConfig({ ...real, ALLOW_STANDINS: '1' })).toMatchObject({ SMS_PROVIDER: 'outbox' })
})

test('a node does everything unless told otherwise', () => {
  expect([...readServices([])]).toEqual(['http', 'socket', 'jobs'])
  expect([...readServices(['--dev', '--services=jobs'])]).toEqual(['jobs'])
  expect([...readServices(['--services=http,socket'])]).toEqual(['http', 'socket'])
  expect(() => readServices(['--services='])).toThrow('--services')
  expect(() => readServices(['--services=http,mail'])).toThrow('--services')
})
