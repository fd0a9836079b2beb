// Tests that payments, ledger and orders agree after every step of any interleaving, and finally with the provider's
// own records.
import { beforeAll, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { expectAgreement } from '../../../../test/steps/money-steps.ts'
import { createEntitlementTable, createTestKind } from '../../../../test/steps/test-order-kind.ts'

const kind = createTestKind()
const server = useTestServer({}, { kinds: { membershipFee: kind } })
beforeAll(() => createEntitlementTable(server()))

test('keeps money, books and deliveries in agreement in every interleaving', async () => {
  const { enter, owner, kit } = server()
  const payers = [await enter('user'), await enter('user')]
  const staff = { finance: (await enter('finance')).id, admin: (await enter('administrator')).id }
  const changePrice = (cents: number) => {
    kind.amountCents = cents
  }
  const clearTables = async () => {
    await owner`truncate pay_order, pay_attempt, payment, refund, ledger_entry, test_entitlement, simulated_trade,
      simulated_refund, simulated_callback, bill, bill_line, bill_difference cascade`
    changePrice(20_000)
  }
  const selectDifferences = () => kit.sql`
    select 'an order and what was paid for differ' as what, o.id from pay_order o left join test_entitlement t on t.order_id = o.id
    where coalesce(t.state, 'none') <> case o.state when 'paid' then 'active' when 'refunded' then 'refunded' else 'none' end
      and not (o.state = 'closed' and t.state = 'closed')`
  await expectAgreement(
    { server: server(), kind: { ...kind, change: changePrice }, payers, staff },
    clearTables,
    selectDifferences,
    {
      numRuns: 40,
    },
  )
}, 120_000)
