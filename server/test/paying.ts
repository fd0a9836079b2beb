// Something to pay for in tests: it writes down who has got what, in the transaction of the order.
import { fail } from '@xinqiao/contract/errors.ts'
import type { OrderKind } from '../src/kit/order-kinds.ts'
import type { House } from './house.ts'

export type TestKind = OrderKind & {
  /** The next settling dies before its commit. */
  crashNext: (how?: 'paid' | 'refunded') => void
  /** Next time there is nothing to give. */
  refuseNext: () => void
  /** And does not after all. */
  calm: () => void
  amountCents: number
}

export const createEntitlements = ({ owner }: House) => owner`
  create table if not exists test_entitlement (
    order_id bigint primary key, account_id bigint not null, subject text not null, state text not null)`

/** One thing per account and given subject; `given` may be empty. */
export function makeTestKind(receipt: OrderKind['receipt'] = 'dues'): TestKind {
  let crash: 'paid' | 'refunded' | null = null
  const crashIf = (how: 'paid' | 'refunded') => {
    if (crash !== how) return
    crash = null
    throw new Error('the process died here')
  }
  let isRefusing = false
  const kind: TestKind = {
    receipt,
    payWithinMinutes: 120,
    amountCents: 20_000,
    crashNext: (how = 'paid') => {
      crash = how
    },
    refuseNext: () => {
      isRefusing = true
    },
    calm: () => {
      crash = null
      isRefusing = false
    },
    quote: (_kit, _accountId, given) =>
      Promise.resolve({ subject: given || 'term 2026', title: '2026年度个人会员会费', amountCents: kind.amountCents }),
    givenOf: (subject) => (subject === 'term 2026' ? '' : subject),
    async paid({ tx }, { id, accountId, subject }) {
      await tx`insert into test_entitlement values (${id}, ${accountId}, ${subject}, 'active')`
      crashIf('paid')
      if (!isRefusing) return
      isRefusing = false
      throw fail('wrongState')
    },
    async refunded({ tx }, { id }) {
      await tx`update test_entitlement set state = 'refunded' where order_id = ${id}`
      crashIf('refunded')
    },
    async closed({ tx }, { id, accountId, subject }) {
      await tx`insert into test_entitlement values (${id}, ${accountId}, ${subject}, 'closed')`
    },
  }
  return kind
}
