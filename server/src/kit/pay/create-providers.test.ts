// Tests that a wrong setting of a payment provider stops the start with a message that names the variable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  nextCertificatePem,
  nextKeyPem,
  platformCertificatePem,
  platformKeyPem,
} from '../../../test/stand-ins/certificate.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { readConfig } from '../config.ts'
import { createPay } from './create-providers.ts'

const server = useTestServer()
const dir = mkdtempSync(path.join(tmpdir(), 'xinqiao-pay-'))
afterAll(() => rmSync(dir, { recursive: true }))
const writeKeyFile = (name: string, text: string) => {
  const file = path.join(dir, name)
  writeFileSync(file, text)
  return file
}
const files = {
  key: writeKeyFile('key.pem', nextKeyPem),
  otherKey: writeKeyFile('other-key.pem', platformKeyPem),
  certificate: writeKeyFile('certificate.pem', nextCertificatePem),
  root: writeKeyFile('root.pem', platformCertificatePem),
  nothing: writeKeyFile('nothing.pem', '这里什么都没有'),
  absent: path.join(dir, 'absent.pem'),
}
const wechat = {
  PAY_PROVIDER: 'wechat',
  WECHAT_PAY_APP_ID: 'wx1',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_MCH_SERIAL: 'A1',
  WECHAT_PAY_MCH_KEY_FILE: files.key,
  WECHAT_PAY_API_KEY: 'k'.repeat(32),
  WECHAT_PAY_PUBLIC_KEY_FILE: files.root,
}
const alipay = {
  ALIPAY_APP_ID: '2021',
  ALIPAY_APP_KEY_FILE: files.key,
  ALIPAY_PUBLIC_KEY_FILE: files.root,
  ALIPAY_APP_CERT_FILE: files.certificate,
  ALIPAY_ROOT_CERT_FILE: files.root,
}
const start = (env: Record<string, string>) => {
  const { sql, secrets } = server().kit
  return createPay(readConfig({ ...wechat, ...env }), sql, secrets)
}

test.each([
  ['wechat', wechat, { wechat: true, alipay: false }],
  ['alipay', alipay, { wechat: false, alipay: true }],
  ['wechat,alipay', { ...wechat, ...alipay }, { wechat: true, alipay: true }],
  ['alipay, wechat', { ...wechat, ...alipay }, { wechat: true, alipay: true }],
  // the value of an installation that had Alipay before the variable was a list
  ['wechat', { ...wechat, ...alipay }, { wechat: true, alipay: true }],
] as const)('opens the clients that PAY_PROVIDER=%s names', (list, settings, expected) => {
  const { sql, secrets } = server().kit
  const pay = createPay(readConfig({ ...settings, PAY_PROVIDER: list }), sql, secrets)
  expect({ wechat: pay.wechat !== null, alipay: pay.alipay !== null }).toEqual(expected)
  expect(pay.simulator).toBeNull()
})

test('opens the simulator without a provider', async () => {
  const { sql, secrets } = server().kit
  const pay = createPay(readConfig({}), sql, secrets)
  expect(pay.simulator).not.toBeNull()
  await pay.close()
})

describe('of WeChat Pay', () => {
  test.each([
    [{ WECHAT_PAY_MCH_SERIAL: '' }, '环境变量 WECHAT_PAY_MCH_SERIAL 未设置，PAY_PROVIDER 中的 wechat 需要它'],
    [{ WECHAT_PAY_API_KEY: 'short' }, '环境变量 WECHAT_PAY_API_KEY 的值不正确：应为32个字符'],
    [{ WECHAT_PAY_MCH_KEY_FILE: files.absent }, `环境变量 WECHAT_PAY_MCH_KEY_FILE 所指的文件无法读取：${files.absent}`],
    [
      { WECHAT_PAY_MCH_KEY_FILE: files.nothing },
      `环境变量 WECHAT_PAY_MCH_KEY_FILE 所指的文件不是密钥或证书：${files.nothing}`,
    ],
    [
      { WECHAT_PAY_PUBLIC_KEY_FILE: files.nothing, WECHAT_PAY_PUBLIC_KEY_ID: 'P1' },
      `环境变量 WECHAT_PAY_PUBLIC_KEY_FILE 所指的文件不是密钥或证书：${files.nothing}`,
    ],
    [{ WECHAT_PAY_PUBLIC_KEY_FILE: files.nothing }, '环境变量 WECHAT_PAY_PUBLIC_KEY_ID 未设置，微信支付公钥需要它'],
  ])('refuses wrong setting %#', (env, sentence) => {
    expect(() => start(env)).toThrow(sentence)
  })
})

describe('of Alipay', () => {
  test.each([
    [{ ALIPAY_APP_ID: '' }, '环境变量 ALIPAY_APP_ID 未设置，PAY_PROVIDER 中的 alipay 需要它'],
    [{ ALIPAY_APP_KEY_FILE: '' }, '环境变量 ALIPAY_APP_KEY_FILE 未设置，PAY_PROVIDER 中的 alipay 需要它'],
    [{ ALIPAY_ROOT_CERT_FILE: '' }, '环境变量 ALIPAY_ROOT_CERT_FILE 未设置，ALIPAY_APP_CERT_FILE 需要它'],
    [{ ALIPAY_APP_CERT_FILE: '' }, '环境变量 ALIPAY_APP_CERT_FILE 未设置，ALIPAY_ROOT_CERT_FILE 需要它'],
    [{ ALIPAY_APP_KEY_FILE: files.absent }, `环境变量 ALIPAY_APP_KEY_FILE 所指的文件无法读取：${files.absent}`],
    [{ ALIPAY_APP_KEY_FILE: files.otherKey }, '环境变量 ALIPAY_APP_CERT_FILE 的证书与应用私钥不是一对'],
    [
      { ALIPAY_APP_CERT_FILE: '', ALIPAY_ROOT_CERT_FILE: '', ALIPAY_PUBLIC_KEY_FILE: files.nothing },
      `环境变量 ALIPAY_PUBLIC_KEY_FILE 所指的文件不是密钥或证书：${files.nothing}`,
    ],
    ...(
      ['ALIPAY_APP_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE', 'ALIPAY_APP_CERT_FILE', 'ALIPAY_ROOT_CERT_FILE'] as const
    ).map((name): [Record<string, string>, string] => [
      { [name]: files.nothing },
      `环境变量 ${name} 所指的文件不是密钥或证书：${files.nothing}`,
    ]),
  ])('refuses wrong setting %#', (env, sentence) => {
    expect(() => start({ ...alipay, PAY_PROVIDER: 'wechat,alipay', ...env })).toThrow(sentence)
  })
})
