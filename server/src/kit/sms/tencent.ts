// Tencent Cloud SMS through its SDK, loaded only when it is used.
import type { Config } from '../config.ts'
import { templateOfPurpose, type SmsSender } from './sms.ts'

export async function createTencentSms(config: Config): Promise<SmsSender> {
  const { sms } = await import('tencentcloud-sdk-nodejs-sms')
  const client = new sms.v20210111.Client({
    credential: { secretId: config.TENCENT_SECRET_ID, secretKey: config.TENCENT_SECRET_KEY },
    region: config.TENCENT_SMS_REGION,
    profile: {
      httpProfile: { endpoint: config.TENCENT_SMS_ENDPOINT, protocol: `${config.SMS_PROTOCOL}://`, reqTimeout: 10 },
    },
  })
  return {
    async send({ phone, code, purpose }) {
      const reply = await client.SendSms({
        SmsSdkAppId: config.TENCENT_SMS_APP_ID,
        SignName: config.SMS_SIGN_NAME,
        TemplateId: templateOfPurpose(config, purpose),
        TemplateParamSet: [code],
        PhoneNumberSet: [`+86${phone}`],
      })
      const status = reply.SendStatusSet?.[0]?.Code
      if (status !== 'Ok') throw new Error(`tencent sms: ${status ?? 'no reply'}`)
    },
  }
}
