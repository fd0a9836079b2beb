// Online payment providers. docs/guides/payments.md says how to add one.
import { onlineProviders, type OnlineProvider } from '@xinqiao/contract/orders.ts'
import { alipay } from './alipay/provider.ts'
import type { ProviderDefinition } from './definition.ts'
import { wechat } from './wechat/provider.ts'

export const providers: Record<OnlineProvider, ProviderDefinition> = { wechat, alipay }

/** Creates a record with one value per online provider. */
export const forEachProvider = <T>(make: (name: OnlineProvider) => T): Record<OnlineProvider, T> =>
  Object.fromEntries(onlineProviders.map((name) => [name, make(name)])) as Record<OnlineProvider, T>
