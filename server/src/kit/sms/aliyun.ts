// Aliyun SMS through its SDK, which is loaded on demand because it is large.
import type { Config } from '../config.ts'
import { templateOfPurpose, type SmsSender, type SmsPurpose } from './sms.ts'

/** Templates of notices have the variable `title`; those of codes have `code`. */
const hasTitle = (purpose: SmsPurpose) => purpose === 'notice' || purpose === 'duty'

export async function createAliyunSms(config: Config): Promise<SmsSender> {
  const { default: sdk } = await import('@alicloud/dysmsapi20170525')
  const { $OpenApiUtil } = await import('@alicloud/openapi-core')
  // CommonJS packages: under Node the class is in a second `default`
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
          templateCode: templateOfPurpose(config, purpose),
          templateParam: JSON.stringify(hasTitle(purpose) ? { title: code } : { code }),
        }),
      )
      // a refusal has the status 200 and a code of its own, such as isv.BUSINESS_LIMIT_CONTROL
      if (reply.body?.code !== 'OK') throw new Error(`aliyun sms: ${reply.body?.code ?? 'no reply'}`)
    },
  }
}
