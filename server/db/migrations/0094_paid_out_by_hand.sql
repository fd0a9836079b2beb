-- What goes back by hand (a bank transfer, cash, money that came back to the house instead of its payer) is marked by
-- whoever paid it out, once, with what the bank calls it.
alter table refund add column paid_out_at timestamptz;
alter table refund add column paid_out_by bigint references account (id) on delete set null;
alter table refund add column reference text not null default '';
alter table refund add constraint refund_paid_out_when_done check (paid_out_at is null or state = 'done');
create index refund_by_paid_out_by on refund (paid_out_by);
create index refund_to_pay_out on refund (id desc)
  where redirected_to = 'merchant' and state = 'done' and paid_out_at is null;
