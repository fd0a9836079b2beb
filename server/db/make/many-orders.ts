// Some years of money, for what looks at plans.
import type { Sql } from '../../src/kit/db.ts'
import { makeLevel } from './membership.ts'

/** Four of five paid, one in ten given up, some open or given back; a receipt for every fourth. */
export async function insertManyOrders(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
    select 'payer' || n, '', 6, '\\x00', sha256(('payer' || n)::bytea), '付款人' || n from generate_series(1, 500) n`
  await makeLevel(sql, { title: '个人会员' })
  await sql`
    insert into pay_order (order_no, account_id, kind, subject_type, subject_id, fee_id, title, amount_cents, refunded_cents, state, created_at,
      expires_at, paid_at)
    select 'M2026' || lpad(n::text, 12, '0'), (select min(id) from account where username like 'payer%') + n % 500,
      case n % 3 when 0 then 'conference' when 1 then 'membershipFee' else 'booking' end,
      case n % 3 when 0 then 'registration' when 1 then 'application' else 'booking' end, n,
      case when n % 3 = 1 then (select min(id) from member_fee) end, '第' || n || '笔',
      20000, case when n % 20 = 18 then 20000 else 0 end,
      case when n % 20 < 16 then 'paid' when n % 20 < 18 then 'closed' when n % 20 = 18 then 'refunded' else 'open' end,
      now() - n * interval '20 minutes', now() - n * interval '20 minutes' + interval '1 day',
      case when n % 20 < 16 or n % 20 = 18 then now() - n * interval '20 minutes' end
    from generate_series(1, ${count}::int) n`
  await sql`
    insert into pay_attempt (order_id, attempt_no, provider, method, state, amount_cents, expires_at, query_at)
    select id, order_no || '-1', 'wechat', 'native', case state when 'open' then 'waiting' when 'closed' then 'closed'
      else 'paid' end, amount_cents, expires_at, created_at + interval '5 seconds' from pay_order`
  await sql`
    insert into payment (order_id, attempt_id, provider, transaction_id, amount_cents, purpose, learned_by, paid_at)
    select o.id, a.id, 'wechat', '42000' || o.id, amount_cents, 'order', 'callback', o.paid_at
    from pay_order o join pay_attempt a using (amount_cents) where a.order_id = o.id and o.paid_at is not null`
  await sql`
    insert into ledger_entry (at, order_id, payment_id, debit, credit, cents)
    select paid_at, order_id, id, 'wechat', 'income:membershipFee', amount_cents from payment`
  await sql`
    insert into refund (refund_no, order_id, payment_id, amount_cents, reason, state, done_at, query_at)
    select 'R' || p.id, p.order_id, p.id, p.amount_cents, '退款',
      case when p.id % 50 = 0 then 'asked' when p.id % 50 = 1 then 'approved' else 'done' end, p.paid_at, p.paid_at
    from payment p where p.id % 5 = 0 or p.id % 50 = 1`
  await sql`
    insert into receipt (order_id, kind, state, buyer, cents, number)
    select id, case when id % 8 = 0 then 'dues' else 'invoice' end, case when id % 64 = 0 then 'asked' else 'issued' end,
      '抬头', amount_cents, case when id % 64 <> 0 then 'H' || id end from pay_order where id % 4 = 0`
  await sql`
    insert into transfer_proof (attempt_id, file_key, state, decided_at, reason)
    select id, 'f' || id, case when id % 40 = 0 then 'sent' else 'confirmed' end, case when id % 40 <> 0 then now() end, ''
    from pay_attempt where id % 2 = 0`
  await sql`
    insert into bill (provider, day, state) select 'wechat', to_char(date '2024-01-01' + n, 'YYYY-MM-DD'), 'fetched'
    from generate_series(1, 1000) n`
  await sql`
    insert into bill_line (bill_id, transaction_id, attempt_no, refund_no, cents)
    select 1 + p.id % 1000, p.transaction_id, a.attempt_no, '', p.amount_cents
    from payment p join pay_attempt a on a.id = p.attempt_id`
  await sql`vacuum analyze`
}
