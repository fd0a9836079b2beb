// Invariants between payments, orders, ledger and the provider's own records.
import { onlineProviders } from '@xinqiao/contract/orders.ts'
import type { TestServer } from './test-server.ts'

/** One row for each disagreement between payments, orders and ledger. The test expects none. */
export const selectDisagreements = ({ kit }: TestServer) => kit.sql`
  select 'a payment is not in the books once' as what, p.id from payment p
    where (select count(*) from ledger_entry e where e.payment_id = p.id and e.cents = p.amount_cents and e.debit = p.provider) <> 1
  union all
  select 'a refund is in the books and not done, or the other way round', r.id from refund r
    where (r.state = 'done') <> exists (select from ledger_entry e where e.refund_id = r.id and e.cents = r.amount_cents)
  union all
  select 'an order and its payment differ', o.id from pay_order o
    where (o.state in ('paid', 'refunded')) <> exists (
      select from payment p where p.order_id = o.id and p.purpose = 'order' and p.amount_cents = o.amount_cents)
  union all
  select 'an order and its refunds differ', o.id from pay_order o
    where o.refunded_cents <> (select coalesce(sum(r.amount_cents), 0) from refund r join payment p on p.id = r.payment_id
      where r.order_id = o.id and r.state = 'done' and p.purpose = 'order')
  union all
  select 'more refunded than paid', p.id from payment p
    where p.amount_cents < (select coalesce(sum(amount_cents), 0) from refund r
      where r.payment_id = p.id and r.state not in ('refused', 'failed'))
  union all
  select 'a surplus is kept', p.id from payment p
    where p.purpose = 'surplus' and not exists (select from refund r where r.payment_id = p.id and r.asked_by is null)
  union all
  select 'an income account differs from its orders', 0 where (
    select coalesce(sum(case when credit = 'income:membershipFee' then cents else -cents end), 0) from ledger_entry
      where 'income:membershipFee' in (debit, credit)
    ) <> (select coalesce(sum(amount_cents - refunded_cents), 0) from pay_order where state in ('paid', 'refunded'))`

/** Money at the provider and in the ledger: payments minus refunds, in cents. */
export const selectSums = ({ kit }: TestServer) => kit.sql<{ theirs: number; ours: number }[]>`
  select (select coalesce(sum(paid_cents), 0) from simulated_trade where transaction_id is not null)
    - (select coalesce(sum(cents), 0) from simulated_refund where state = 'SUCCESS') as theirs,
    (select coalesce(sum(case when debit in ${kit.sql(onlineProviders)} then cents else -cents end), 0) from ledger_entry
      where debit in ${kit.sql(onlineProviders)} or credit in ${kit.sql(onlineProviders)}) as ours`
