// Which provider stands behind a name.
import { fail } from '@xinqiao/contract/errors.ts'
import type { PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../kit/ctx.ts'
import { BadCallback, GatewayFault, type PayProvider } from '../../kit/pay/pay.ts'
import { hasOpenProof } from './transfer-store.ts'

/** The bank tells us nothing: a person does, with the proof at hand (transfers.ts). */
const bankOf = ({ sql }: Kit): PayProvider => ({
  name: 'bank',
  prepay: () => Promise.resolve({ kind: 'bank' }),
  query: () => Promise.resolve({ state: 'waiting' }),
  async close(attemptNo) {
    // the money may be there already
    if (await hasOpenProof(sql, attemptNo)) throw fail('wrongState', '转账凭证正在核对，请勿重复支付')
    return 'closed'
  },
  refund: () => Promise.reject(new GatewayFault('', 'sent back by hand')),
  queryRefund: () => Promise.resolve({ state: 'sent' }),
  bill: () => Promise.resolve(null),
  readCallback: () => Promise.reject(new BadCallback('a bank does not call')),
})

/** @throws Failure payUnavailable where this one is not set up */
export function providerNamed(kit: Kit, name: PayProviderName): PayProvider {
  const found = name === 'wechat' ? kit.pay.wechat : name === 'alipay' ? kit.pay.alipay : bankOf(kit)
  if (!found) throw fail('payUnavailable')
  return found
}
