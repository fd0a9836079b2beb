// A wrong environment stops the start with a sentence that names the variable.
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
])('%j is refused by name', (env, name) => {
  expect(() => readConfig(env)).toThrow(`环境变量 ${name}`)
})

test('a real site must say it when it wants to use stand-ins', () => {
  const real = { DATABASE_URL: 'postgres://a@b/c', SEED: 'none' }
  expect(() => readConfig(real)).toThrow('SMS_PROVIDER')
  expect(() => readConfig({ ...real, SMS_PROVIDER: 'aliyun' })).toThrow('PAY_PROVIDER')
  expect(readConfig({ ...real, ALLOW_STANDINS: '1' })).toMatchObject({ SMS_PROVIDER: 'outbox' })
})
