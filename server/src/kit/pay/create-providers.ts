// Creates the payment services from the settings.
import type { OnlineProvider } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Config } from '../config.ts'
import type { Sql } from '../db/db.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { PayServices } from './pay.ts'
import { forEachProvider, providers } from './providers.ts'
import { simulatePay } from './simulator.ts'
import { createWechatLogin } from './wechat/login.ts'

/** Path that receives a provider's callbacks. */
export const callbackPathOf = (provider: OnlineProvider) => `/pay/${provider}/notify`

/** @throws Error with a message that names the variable */
export function createPay(config: Config, sql: Sql, secrets: Secrets): PayServices {
  const returnUrl = () => config.publicUrl + routes.orders
  if (config.payProviders.length === 0) {
    // goes directly to this process, because the stand-in may not reach the public address behind its proxy
    const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST
    const notifyUrl = (provider: OnlineProvider) => `http://${host}:${config.PORT}${callbackPathOf(provider)}`
    return simulatePay({ sql, secrets, publicUrl: config.publicUrl, notifyUrl, returnUrl })
  }
  return {
    ...forEachProvider((name) => {
      const notifyUrl = () => config.publicUrl + callbackPathOf(name)
      return config.payProviders.includes(name) ? providers[name].open(config, sql, { notifyUrl, returnUrl }) : null
    }),
    wechatLogin:
      config.payProviders.includes('wechat') && config.WECHAT_APP_SECRET
        ? createWechatLogin(config.WECHAT_PAY_APP_ID, config.WECHAT_APP_SECRET)
        : null,
    simulator: null,
    close: () => Promise.resolve(),
  }
}
