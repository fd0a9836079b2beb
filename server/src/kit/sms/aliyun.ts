// Aliyun SMS through its SDK. The SDK is loaded only where it is used: it is large.
import type { Config } from '../config.ts'
import { templateOf, type Sms } from './sms.ts'

export async function aliyunSms(config: Config): Promise<Sms> {
  const { default: sdk } = await import('@alicloud/dysmsapi20170525')
  const { $OpenApiUtil } = await import('@alicloud/openapi-core')
  // the packages are CommonJS: under Node the class stands one `default` further in
  const Client = (sdk as unknown as { default?: typeof sdk }).default ?? sdk
  const { SendSmsRequest } = await import('@alicloud/dysmsapi20170525')
  const client = new Client(
    new $OpenApiUtil.Config({
      accessKeyId: config.ALIYUN_ACCESS_KEY_ID,
      accessKeySecret: config.ALIYUN_ACCESS_KEY_SECRET,
      endpoint: config.ALIYUN_SMS_ENDPOINT,
      protocol: config.SMS_PROTOCOL,
      readTimeout: 10_000,
      connectTimeout: 5_000,
    }),
  )
  return {
    async send({ phone, code, purpose }) {
      const reply = await client.sendSms(
        new SendSmsRequest({
          phoneNumbers: phone,
          signName: config.SMS_SIGN_NAME,
          templateCode: templateOf(config, purpose),
          templateParam: JSON.stringify(purpose === 'notice' ? { title: code } : { code }),
        }),
      )
      // a refusal comes with status 200 and its own code, for example isv.BUSINESS_LIMIT_CONTROL
      if (reply.body?.code !== 'OK') throw new Error(`aliyun sms: ${reply.body?.code ?? 'no reply'}`)
    },
  }
}
