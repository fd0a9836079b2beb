-- Money: what is to be paid, the tries to pay it, what came in, what went back, and the books. Amounts in cents.

create table pay_order (
  id bigint generated always as identity primary key,
  -- shown to people and not to be guessed
  order_no text not null constraint pay_order_no_unique unique,
  account_id bigint not null references account,
  kind text not null,
  -- what exactly is paid for, in the words of the kind: a term, a registration
  subject text not null,
  title text not null,
  amount_cents integer not null constraint pay_order_amount_positive check (amount_cents > 0),
  refunded_cents integer not null default 0,
  state text not null default 'open' constraint pay_order_state_known
    check (state in ('open', 'paid', 'closed', 'refunded')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint pay_order_paid_when_paid check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  constraint pay_order_refunded_within check (refunded_cents between 0 and amount_cents),
  constraint pay_order_refunded_when_whole check ((state = 'refunded') = (refunded_cents = amount_cents))
);
-- one thing is payable once at a time, and paid for once
create unique index pay_order_live on pay_order (account_id, kind, subject) where state in ('open', 'paid');
create index pay_order_by_account on pay_order (account_id, id desc);
create index pay_order_by_state on pay_order (state, id desc);
create index pay_order_by_kind on pay_order (kind, id desc);
create index pay_order_to_expire on pay_order (expires_at) where state = 'open';

create table pay_attempt (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  -- the number the provider knows it by
  attempt_no text not null constraint pay_attempt_no_unique unique,
  provider text not null constraint pay_attempt_provider_known check (provider in ('wechat', 'alipay', 'bank')),
  method text not null,
  state text not null default 'starting' constraint pay_attempt_state_known
    check (state in ('starting', 'waiting', 'paid', 'closed', 'failed')),
  amount_cents integer not null,
  -- what the payer's device needs to go on, as the provider gave it
  ticket jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- when the provider is asked next, and how often it was
  query_at timestamptz,
  queries integer not null default 0,
  failure text
);
create unique index pay_attempt_live on pay_attempt (order_id) where state in ('starting', 'waiting');
create index pay_attempt_by_order on pay_attempt (order_id, id desc);
create index pay_attempt_to_query on pay_attempt (query_at) where state in ('starting', 'waiting');

-- money that came in, whatever for
create table payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  attempt_id bigint not null references pay_attempt,
  provider text not null,
  transaction_id text not null,
  amount_cents integer not null constraint payment_amount_positive check (amount_cents > 0),
  purpose text not null constraint payment_purpose_known check (purpose in ('order', 'surplus', 'mismatch')),
  learned_by text not null constraint payment_source_known check (learned_by in ('callback', 'query', 'bill', 'staff')),
  paid_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint payment_transaction_unique unique (provider, transaction_id)
);
create unique index payment_of_order on payment (order_id) where purpose = 'order';
create index payment_by_order on payment (order_id);
create index payment_by_attempt on payment (attempt_id);
create index payment_by_day on payment (provider, paid_at);

create table refund (
  id bigint generated always as identity primary key,
  -- sent again with the same number after a crash, so that it is refunded once
  refund_no text not null constraint refund_no_unique unique,
  order_id bigint not null references pay_order,
  payment_id bigint not null references payment,
  amount_cents integer not null constraint refund_amount_positive check (amount_cents > 0),
  reason text not null,
  state text not null constraint refund_state_known
    check (state in ('asked', 'refused', 'approved', 'sent', 'done', 'failed')),
  -- nobody: the system itself, for what was paid twice
  asked_by bigint references account on delete set null,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  note text not null default '',
  query_at timestamptz,
  queries integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint refund_by_two_people check (asked_by <> decided_by)
);
create index refund_by_state on refund (state, id desc);
create index refund_by_order on refund (order_id);
create index refund_by_payment on refund (payment_id);
create index refund_by_asker on refund (asked_by);
create index refund_by_decider on refund (decided_by);
create index refund_to_send on refund (query_at) where state in ('approved', 'sent');
create index refund_by_day on refund (done_at) where state = 'done';

-- The books. One row is one double entry, so that they always balance: `debit` gets what `credit` gives.
create table ledger_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id bigint not null references pay_order,
  payment_id bigint references payment,
  refund_id bigint references refund,
  debit text not null,
  credit text not null,
  cents integer not null constraint ledger_entry_positive check (cents > 0),
  constraint ledger_entry_tells_of_one check (num_nonnulls(payment_id, refund_id) = 1),
  constraint ledger_entry_once_a_payment unique (payment_id),
  constraint ledger_entry_once_a_refund unique (refund_id)
);
create index ledger_entry_by_order on ledger_entry (order_id);
create index ledger_entry_by_time on ledger_entry (at);
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entry only grows';
end
$$;
create trigger ledger_entry_only_grows before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();

-- each message of a provider as it came, written down before it is believed or answered
create table pay_callback (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  headers jsonb not null,
  received_at timestamptz not null default now(),
  -- what became of it; null while nothing has
  verdict text
);
create index pay_callback_by_time on pay_callback (received_at);

-- what WeChat calls an account that has paid inside it
create table wechat_payer (
  account_id bigint primary key references account on delete cascade,
  openid_sealed bytea not null
);
