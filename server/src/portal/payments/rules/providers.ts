// Payment providers by name.
import { fail } from '@xinqiao/contract/errors.ts'
import {
  isManual,
  onlineProviders,
  type ManualProvider,
  type OnlineProvider,
  type PayProviderName,
} from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { UntrustedCallbackError, GatewayFault, type PayProvider } from '../../../kit/pay/pay.ts'
import { hasOpenTransferProof } from '../records/transfer-store.ts'

/** Bank transfers and cash, which a person confirms (transfers.ts, cash.ts). */
const createManualProvider = ({ sql }: Kit, name: ManualProvider): PayProvider => ({
  name,
  prepay: () => Promise.resolve({ kind: 'bank' }),
  query: () => Promise.resolve({ state: 'waiting' }),
  async close(attemptNo) {
    // the money may already have arrived
    if (await hasOpenTransferProof(sql, attemptNo)) throw fail('wrongState', '转账凭证正在核对，请勿重复支付')
    return 'closed'
  },
  refund: () => Promise.reject(new GatewayFault('', 'sent back by hand')),
  queryRefund: () => Promise.resolve({ state: 'sent' }),
  bill: () => Promise.resolve(null),
  readCallback: () => Promise.reject(new UntrustedCallbackError('a bank does not call')),
})

/** Online providers that are configured, in the order of the table. */
export const listConfiguredProviders = (kit: Kit): OnlineProvider[] =>
  onlineProviders.filter((name) => kit.pay[name] !== null)

export async function renewProviderKeys({ pay }: Kit): Promise<void> {
  await Promise.all(onlineProviders.map(async (name) => pay[name]?.renewKeys?.()))
}

/** @throws Failure payUnavailable when the provider is not configured */
export function requireProvider(kit: Kit, name: PayProviderName): PayProvider {
  const provider = isManual(name) ? createManualProvider(kit, name) : kit.pay[name]
  if (!provider) throw fail('payUnavailable')
  return provider
}
