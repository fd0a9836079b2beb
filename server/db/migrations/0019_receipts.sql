-- Paper for money: receipts of dues and invoices of fees, asked for by payers and given their numbers by the finance
-- office; transfers by bank with their proof; and what became of the dues of a year, for everybody to see.

create table receipt (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  kind text not null constraint receipt_kind_known check (kind in ('dues', 'invoice')),
  -- toVoid: money has gone back since it was issued, so it has to be voided (红冲) at the tax authority's
  state text not null default 'asked' constraint receipt_state_known
    check (state in ('asked', 'issued', 'toVoid', 'voided', 'cancelled')),
  buyer text not null,
  tax_no text not null default '',
  email_sealed bytea,
  cents integer not null constraint receipt_positive check (cents > 0),
  number text,
  issued_by bigint references account on delete set null,
  issued_at timestamptz,
  void_number text,
  voided_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint receipt_number_once unique (kind, number),
  constraint receipt_numbered check ((state in ('issued', 'toVoid', 'voided')) = (number is not null))
);
create unique index receipt_live on receipt (order_id) where state in ('asked', 'issued', 'toVoid');
create index receipt_by_order on receipt (order_id, id desc);
create index receipt_by_state on receipt (kind, state, id desc);
create index receipt_by_issuer on receipt (issued_by);
create index receipt_by_voider on receipt (voided_by);

create table transfer_proof (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references pay_attempt,
  file_key text not null,
  state text not null default 'sent' constraint transfer_proof_state_known check (state in ('sent', 'confirmed', 'refused')),
  reason text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create index transfer_proof_by_attempt on transfer_proof (attempt_id, id desc);
create index transfer_proof_by_state on transfer_proof (state, id);
create index transfer_proof_by_decider on transfer_proof (decided_by);

create table dues_year (
  year integer primary key,
  -- [{title, cents}], as decided and spent
  spending jsonb not null,
  note text not null default '',
  published_at timestamptz,
  changed_by bigint references account on delete set null,
  changed_at timestamptz not null default now()
);
create index dues_year_by_changer on dues_year (changed_by);
