// An order kind for tests. It records each delivery in the transaction of the order.
import { fail } from '@xinqiao/contract/errors.ts'
import type { OrderSubject } from '../../src/kit/pay/order-kind.ts'
import type { OrderKind } from '../../src/portal/payments/payments.ts'
import { createLevel } from '../../db/fixtures/membership.ts'
import type { TestServer } from '../test-server.ts'

const unnamedId = 2026

export type TestKind = OrderKind & {
  /** Makes the next settlement fail before its commit. */
  crashNext: (how?: 'paid' | 'refunded') => void
  /** Makes the next delivery fail, as if the subject had been taken. */
  refuseNext: () => void
  /** Cancels `crashNext` and `refuseNext`. */
  calm: () => void
  amountCents: number
}

/** Creates a level with a fee, and the table in which the test's order kind records its deliveries. */
export async function createEntitlementTable({ owner }: TestServer): Promise<void> {
  await createLevel(owner, { title: '个人会员' })
  await owner`
  create table if not exists test_entitlement (
    order_id bigint primary key, account_id bigint not null, subject_id bigint not null, state text not null)`
}

/**
 * Creates an order kind with one subject per account and input; the input may be empty. An order gets a receipt of
 * dues, or an invoice like bookings.
 */
export function createTestKind(receipt: OrderKind['receipt'] = 'dues'): TestKind {
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
    async quote({ sql }, _accountId, reference) {
      const id = Number(reference || unnamedId)
      const [fee] = await sql<{ id: number }[]>`select id from member_fee order by id limit 1`
      const subject: OrderSubject =
        receipt === 'dues' ? { type: 'application', id, feeId: fee!.id } : { type: 'booking', id }
      return { subject, title: '2026年度个人会员会费', amountCents: kind.amountCents }
    },
    referenceOf: ({ id }) => (id === unnamedId ? '' : `${id}`),
    async paid({ tx }, { id, accountId, subject }) {
      await tx`insert into test_entitlement values (${id}, ${accountId}, ${subject.id}, 'active')`
      crashIf('paid')
      if (!isRefusing) return
      isRefusing = false
      throw fail('wrongState')
    },
    async refunded({ tx }, { id }) {
      await tx`update test_entitlement set state = 'refunded' where order_id = ${id}`
      crashIf('refunded')
    },
    async expired({ tx }, { id, accountId, subject }) {
      await tx`insert into test_entitlement values (${id}, ${accountId}, ${subject.id}, 'closed')`
    },
  }
  return kind
}
