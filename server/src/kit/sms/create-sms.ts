// Opens the SMS carrier that the configuration names.
import type { Config } from '../config.ts'
import { createAliyunSms } from './aliyun.ts'
import type { SmsSender } from './sms.ts'
import { createTencentSms } from './tencent.ts'

/** Stand-in: the message stays in the table of the queue, and /dev/sms shows it. */
const outbox: SmsSender = { send: () => Promise.resolve() }

const providers: Record<Config['SMS_PROVIDER'], (config: Config) => SmsSender | Promise<SmsSender>> = {
  outbox: () => outbox,
  aliyun: createAliyunSms,
  tencent: createTencentSms,
}

export const createSms = async (config: Config): Promise<SmsSender> => providers[config.SMS_PROVIDER](config)
