-- The providers' daily bills, line by line, and where they and our books do not say the same.

create table bill (
  id bigint generated always as identity primary key,
  provider text not null,
  -- 2026-11-20, China time
  day text not null constraint bill_day_is_day check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- none: nothing was paid on that day
  state text not null constraint bill_state_known check (state in ('fetched', 'none', 'failed')),
  trade_hash text not null default '',
  fund_hash text not null default '',
  -- what came in less what went back, by the bill of trades, by that of funds, and by our books
  trade_cents bigint not null default 0,
  fund_cents bigint not null default 0,
  our_cents bigint not null default 0,
  failure text,
  fetched_at timestamptz not null default now(),
  constraint bill_once_a_day unique (provider, day)
);
create index bill_by_day on bill (day desc, id desc);

create table bill_line (
  bill_id bigint not null references bill on delete cascade,
  transaction_id text not null,
  attempt_no text not null,
  -- empty for a payment
  refund_no text not null,
  cents integer not null,
  primary key (bill_id, transaction_id, refund_no)
);
create index bill_line_by_transaction on bill_line (transaction_id, refund_no);

create table bill_difference (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill on delete cascade,
  kind text not null constraint bill_difference_kind_known
    check (kind in ('missingHere', 'missingThere', 'amount', 'fund')),
  transaction_id text not null,
  refund_no text not null,
  order_id bigint references pay_order,
  our_cents bigint,
  their_cents bigint,
  state text not null default 'open' constraint bill_difference_state_known check (state in ('open', 'settled')),
  note text not null default '',
  settled_by bigint references account on delete set null,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bill_difference_once unique (bill_id, kind, transaction_id, refund_no)
);
create index bill_difference_open on bill_difference (bill_id) where state = 'open';
create index bill_difference_by_order on bill_difference (order_id);
create index bill_difference_by_settler on bill_difference (settled_by);
