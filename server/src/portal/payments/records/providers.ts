// Providers by name.
import { fail } from '@xinqiao/contract/errors.ts'
import { isByHand, type PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { BadCallback, GatewayFault, type PayProvider } from '../../../kit/pay/pay.ts'
import { hasOpenProof } from './transfer-store.ts'

/** Bank transfers and cash: a person confirms them (transfers.ts, cash.ts). */
const byHand = ({ sql }: Kit, name: 'bank' | 'cash'): PayProvider => ({
  name,
  prepay: () => Promise.resolve({ kind: 'bank' }),
  query: () => Promise.resolve({ state: 'waiting' }),
  async close(attemptNo) {
    // the money may have arrived already
    if (await hasOpenProof(sql, attemptNo)) throw fail('wrongState', '转账凭证正在核对，请勿重复支付')
    return 'closed'
  },
  refund: () => Promise.reject(new GatewayFault('', 'sent back by hand')),
  queryRefund: () => Promise.resolve({ state: 'sent' }),
  bill: () => Promise.resolve(null),
  readCallback: () => Promise.reject(new BadCallback('a bank does not call')),
})

/** @throws Failure payUnavailable when the provider is not configured */
export function providerNamed(kit: Kit, name: PayProviderName): PayProvider {
  const found = isByHand(name) ? byHand(kit, name) : kit.pay[name]
  if (!found) throw fail('payUnavailable')
  return found
}
