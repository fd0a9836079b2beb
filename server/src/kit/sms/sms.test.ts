// Tests both carriers through their SDKs, with servers that check the signature.
import { expect, test } from 'vitest'
import { isSignedForAliyun, isSignedForTencent, openCarrier } from '../../../test/stand-ins/sms-carrier.ts'
import { readConfig } from '../config.ts'
import { createSms } from './create-sms.ts'

const message = { phone: '13800000001', code: '123456', purpose: 'register' } as const

const aliyun = (address: string, templates: Record<string, string> = {}) =>
  createSms(
    readConfig({
      SMS_PROVIDER: 'aliyun',
      SMS_PROTOCOL: 'http',
      ALIYUN_SMS_ENDPOINT: address,
      ALIYUN_ACCESS_KEY_ID: 'id',
      ALIYUN_ACCESS_KEY_SECRET: 'aliyun-secret',
      SMS_TEMPLATE_REGISTER: 'SMS_1',
      SMS_TEMPLATE_RESET: 'SMS_2',
      SMS_TEMPLATE_NOTICE: 'SMS_3',
      ...templates,
    }),
  )

test('sends aliyun a signed request with the number, the template and the code', async () => {
  const carrier = await openCarrier(() => ({ Code: 'OK', Message: 'OK', RequestId: '1', BizId: '1' }))
  const sms = await aliyun(carrier.address)
  await sms.send(message)
  const [seen] = carrier.seen
  const query = new URL(seen!.request.url ?? '', 'http://x').searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    PhoneNumbers: '13800000001',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"123456"}',
    SignName: '心桥',
  })
  expect(isSignedForAliyun(seen!, 'aliyun-secret')).toBe(true)
  expect(isSignedForAliyun(seen!, 'another-secret')).toBe(false)
})

test.each([
  ['its own template', { SMS_TEMPLATE_DUTY: 'SMS_4' }, 'SMS_4'],
  ['the template of notices until it has its own', {}, 'SMS_3'],
])('sends a duty call with %s', async (_name, templates, template) => {
  const carrier = await openCarrier(() => ({ Code: 'OK', Message: 'OK', RequestId: '1', BizId: '1' }))
  const sms = await aliyun(carrier.address, templates)
  await sms.send({ ...message, code: '值班提醒', purpose: 'duty' })
  const query = new URL(carrier.seen[0]!.request.url ?? '', 'http://x').searchParams
  expect(Object.fromEntries(query)).toMatchObject({ TemplateCode: template, TemplateParam: '{"title":"值班提醒"}' })
})

test('reports a refusal of aliyun with status 200 as an error', async () => {
  const carrier = await openCarrier(() => ({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发天级流控' }))
  await expect((await aliyun(carrier.address)).send(message)).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL')
})

const tencent = (address: string) =>
  createSms(
    readConfig({
      SMS_PROVIDER: 'tencent',
      SMS_PROTOCOL: 'http',
      TENCENT_SMS_ENDPOINT: address,
      TENCENT_SECRET_ID: 'id',
      TENCENT_SECRET_KEY: 'tencent-secret',
      TENCENT_SMS_APP_ID: '1400000000',
      SMS_TEMPLATE_REGISTER: '42',
      SMS_TEMPLATE_RESET: '43',
    }),
  )

test('sends tencent a signed request with the number, the template and the code', async () => {
  const carrier = await openCarrier(() => ({
    Response: { RequestId: '1', SendStatusSet: [{ Code: 'Ok', PhoneNumber: '+8613800000001' }] },
  }))
  const sms = await tencent(carrier.address)
  await sms.send(message)
  const [seen] = carrier.seen
  expect(JSON.parse(seen!.body)).toMatchObject({
    PhoneNumberSet: ['+8613800000001'],
    TemplateId: '42',
    TemplateParamSet: ['123456'],
    SmsSdkAppId: '1400000000',
  })
  expect(isSignedForTencent(seen!, 'tencent-secret')).toBe(true)
  expect(isSignedForTencent(seen!, 'another-secret')).toBe(false)
})

test('reports a refusal of tencent as an error', async () => {
  const carrier = await openCarrier(() => ({
    Response: { RequestId: '1', SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberDailyLimit' }] },
  }))
  await expect((await tencent(carrier.address)).send(message)).rejects.toThrow('LimitExceeded')
})
