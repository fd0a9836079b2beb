// Which provider stands behind a name.
import { fail } from '@xinqiao/contract/errors.ts'
import type { PayProviderName } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { PayProvider } from '../../kit/pay/pay.ts'

/** @throws Failure payUnavailable where this one is not set up */
export function providerNamed(kit: Kit, name: PayProviderName): PayProvider {
  const found = name === 'wechat' ? kit.pay.wechat : name === 'alipay' ? kit.pay.alipay : null
  if (!found) throw fail('payUnavailable')
  return found
}
