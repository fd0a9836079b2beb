// SMS with codes and notices: one interface for two carriers and the outbox.
import type { Config } from '../config.ts'

export type SmsCodePurpose = 'register' | 'reset'
/** A notice contains only the name of its kind. */
export type SmsPurpose = SmsCodePurpose | 'notice' | 'duty'

export type SmsSender = {
  /** @throws Error with the carrier's code when the carrier refuses; the queue tries again */
  send: (message: { phone: string; code: string; purpose: SmsPurpose }) => Promise<void>
}

export const templateOfPurpose = (config: Config, purpose: SmsPurpose): string =>
  ({
    register: config.SMS_TEMPLATE_REGISTER,
    reset: config.SMS_TEMPLATE_RESET,
    notice: config.SMS_TEMPLATE_NOTICE,
    // a separate template can ask the duty staff for a quick answer; the carrier may not have approved it yet
    duty: config.SMS_TEMPLATE_DUTY || config.SMS_TEMPLATE_NOTICE,
  })[purpose]

/** True when there is a template for this purpose: carriers send approved ones only. */
export const hasTemplate = (config: Config, purpose: SmsPurpose): boolean =>
  config.SMS_PROVIDER === 'outbox' || templateOfPurpose(config, purpose) !== ''
