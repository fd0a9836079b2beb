// Sending codes by SMS: one interface, two carriers and the outbox.
import type { Config } from '../config.ts'
import { aliyunSms } from './aliyun.ts'
import { tencentSms } from './tencent.ts'

export type SmsPurpose = 'register' | 'reset'

export type Sms = {
  /** @throws Error with the carrier's code when it refuses; the queue tries again */
  send: (message: { phone: string; code: string; purpose: SmsPurpose }) => Promise<void>
}

/** The stand-in: the message stays in the queue's table, where /dev/sms shows it. */
const outbox: Sms = { send: () => Promise.resolve() }

export const templateOf = (config: Config, purpose: SmsPurpose): string =>
  purpose === 'register' ? config.SMS_TEMPLATE_REGISTER : config.SMS_TEMPLATE_RESET

const providers: Record<Config['SMS_PROVIDER'], (config: Config) => Sms | Promise<Sms>> = {
  outbox: () => outbox,
  aliyun: aliyunSms,
  tencent: tencentSms,
}

export const makeSms = async (config: Config): Promise<Sms> => providers[config.SMS_PROVIDER](config)
