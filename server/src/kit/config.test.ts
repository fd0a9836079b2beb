// Tests that a wrong environment variable stops the start with a message that names it.
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readServices } from './services.ts'

test('uses the defaults of operate.md without settings', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    SMS_PROVIDER: 'outbox',
    PAY_PROVIDER: ['simulator'],
    payProviders: [],
    isProduction: true,
  })
})

test('treats an empty value as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PUBLIC_URL: 'xinqiao.cn' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://example.cn@localhost' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://localhost#@example.cn' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://localhost/site' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ BUS_URL: 'amqp://x' }, 'BUS_URL'],
  [{ SEED: 'yes' }, 'SEED'],
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
  [{ PAY_PROVIDER: 'cash' }, 'PAY_PROVIDER'],
  [{ PAY_PROVIDER: 'simulator,wechat' }, 'PAY_PROVIDER'],
  [{ PAY_PROVIDER: ',' }, 'PAY_PROVIDER'],
  [{ PAY_PROVIDER: 'alipay' }, 'ALIPAY_APP_ID'],
  [{ PAY_PROVIDER: 'wechat' }, 'WECHAT_PAY_APP_ID'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
  [{ TURN_URLS: 'https://turn.example.cn', TURN_SECRET: 'a secret of the relay' }, 'TURN_URLS'],
  [{ TURN_URLS: 'turn:turn.example.cn:3478' }, 'TURN_SECRET'],
  [{ TURN_SECRET: 'a secret of the relay' }, 'TURN_URLS'],
  [{ TURN_URLS: 'turn:a', TURN_SECRET: 'short' }, 'TURN_SECRET'],
  [{ SFU_URL: 'ws://127.0.0.1:8188', SFU_SECRET: 'a secret of the media server' }, 'SFU_URL'],
  [{ SFU_URL: 'janus+ws://sfu.example.cn', SFU_SECRET: 'a secret of the media server' }, 'SFU_URL'],
  [{ SFU_URL: 'janus+wss://:password@sfu.example.cn', SFU_SECRET: 'a secret of the media server' }, 'SFU_URL'],
  [{ SFU_URL: 'janus+ws://127.0.0.1:8188' }, 'SFU_SECRET'],
  [{ SFU_SECRET: 'a secret of the media server' }, 'SFU_URL'],
  [{ SFU_URL: 'livekit+https://sfu.example.cn', SFU_SECRET: 'a secret of the media server' }, 'SFU_KEY'],
  [{ STUN_URLS: 'turn:turn.example.cn' }, 'STUN_URLS'],
  [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
  [{ STORAGE_URL: 'https://endpoint/bucket' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 'https://k:s@endpoint/' }, 'STORAGE_URL'],
  [{ SMS_PROVIDER: 'aliyun' }, 'ALIYUN_ACCESS_KEY_ID'],
  [{ SMS_PROVIDER: 'tencent', TENCENT_SECRET_ID: 'a', TENCENT_SECRET_KEY: 'b' }, 'TENCENT_SMS_APP_ID'],
])('refuses %j by name', (env, name) => {
  expect(() => readConfig(env)).toThrow(`环境变量 ${name}`)
})

test('accepts several database hosts, and explains how to write a password with special characters', () => {
  const DATABASE_URL = 'postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
  expect(() => readConfig({ DATABASE_URL: 'postgres://u:a#b@h/db' })).toThrow(/环境变量 DATABASE_URL.*# 写成 %23/)
})

test('accepts addresses and networks of proxies, and a store with keys and a bucket', () => {
  const env = { TRUST_PROXY: 'loopback,10.0.0.0/8,2001:db8::1', STORAGE_URL: 'https://k:s@endpoint/bucket?region=x' }
  expect(readConfig(env)).toMatchObject(env)
})

const carrier = {
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: 'a',
  ALIYUN_ACCESS_KEY_SECRET: 'b',
  SMS_TEMPLATE_REGISTER: 'c',
  SMS_TEMPLATE_RESET: 'd',
}
const merchant = {
  PAY_PROVIDER: 'wechat',
  WECHAT_PAY_APP_ID: 'a',
  WECHAT_PAY_MCH_ID: 'b',
  WECHAT_PAY_MCH_SERIAL: 'c',
  WECHAT_PAY_MCH_KEY_FILE: 'd',
  WECHAT_PAY_API_KEY: 'e',
}

describe.each([
  { PUBLIC_URL: 'https://example.cn' },
  { PUBLIC_URL: 'http://192.168.1.20:3000' },
  { PUBLIC_URL: 'https://localhost.example.cn' },
  { IM_LINKS: 'http://127.0.0.1:3000,https://chat.example.cn' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '10.0.0.7' },
  { PUBLIC_URL: 'https://example.cn', DATABASE_URL: 'postgres://a@b/c', SEED: 'none' },
  { PUBLIC_URL: 'https://example.cn', NODE_ENV: 'development' },
])('a site reachable as %j', (exposed) => {
  test('does not start with a stand-in', () => {
    expect(() => readConfig(exposed)).toThrow('环境变量 SMS_PROVIDER 为 outbox')
    expect(() => readConfig({ ...exposed, ...carrier })).toThrow('环境变量 PAY_PROVIDER 为 simulator')
    expect(() => readConfig({ ...exposed, ...carrier, ...merchant, SEED: 'demo' })).toThrow('环境变量 SEED 为 demo')
    expect(readConfig({ ...exposed, ...carrier, ...merchant })).toMatchObject({ isExposed: true, isTrial: false })
  })

  test('starts with stand-ins as a trial when ALLOW_STANDINS is 1', () => {
    expect(readConfig({ ...exposed, ALLOW_STANDINS: '1' })).toMatchObject({ SMS_PROVIDER: 'outbox', isTrial: true })
    const real = { ...exposed, ...carrier, ...merchant, ALLOW_STANDINS: '1' }
    expect(readConfig(real)).toMatchObject({ isTrial: false })
  })
})

test.each([{}, { PUBLIC_URL: 'http://localhost:8080' }, { HOST: '::1' }, { DATABASE_URL: 'postgres://a@b/c' }])(
  'starts a site reachable only from this machine, %j, with stand-ins',
  (env) => {
    expect(readConfig({ ...env, SEED: 'none' })).toMatchObject({ isExposed: false, isTrial: false })
  },
)

test('runs all services on a node by default', () => {
  expect([...readServices([])]).toEqual(['http', 'socket', 'jobs'])
  expect([...readServices(['--dev', '--services=jobs'])]).toEqual(['jobs'])
  expect([...readServices(['--services=http,socket'])]).toEqual(['http', 'socket'])
  expect(() => readServices(['--services='])).toThrow('--services')
  expect(() => readServices(['--services=http,mail'])).toThrow('--services')
})
