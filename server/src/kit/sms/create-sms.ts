// Opens the SMS carrier that the configuration names.
import type { Config } from '../config.ts'
import { createAliyunSms } from './aliyun.ts'
import type { Sms } from './sms.ts'
import { createTencentSms } from './tencent.ts'

/** Stand-in: the message stays in the table of the queue, and /dev/sms shows it. */
const outbox: Sms = { send: () => Promise.resolve() }

const providers: Record<Config['SMS_PROVIDER'], (config: Config) => Sms | Promise<Sms>> = {
  outbox: () => outbox,
  aliyun: createAliyunSms,
  tencent: createTencentSms,
}

export const createSms = async (config: Config): Promise<Sms> => providers[config.SMS_PROVIDER](config)
