-- What the stand-in of WeChat Pay remembers. Kept beside the house's own tables because a try-out installation has
-- only this place that outlives a killed process and is shared by its nodes; the house itself never reads it.

create table simulated_gateway (
  id integer primary key constraint simulated_gateway_single check (id = 1),
  keys_sealed bytea not null
);
create table simulated_trade (
  out_trade_no text primary key,
  trade_type text not null,
  description text not null,
  total_cents integer not null,
  notify_url text not null,
  openid text,
  token text not null unique,
  state text not null default 'NOTPAY',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- money that is on its way and arrives at this time, whatever happens meanwhile
  arrives_at timestamptz,
  paid_cents integer,
  transaction_id text unique,
  paid_at timestamptz
);
create index simulated_trade_by_day on simulated_trade (paid_at);
create table simulated_refund (
  out_refund_no text primary key,
  refund_id text not null,
  out_trade_no text not null references simulated_trade,
  cents integer not null,
  notify_url text,
  state text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index simulated_refund_by_trade on simulated_refund (out_trade_no);
create table simulated_callback (
  id bigint generated always as identity primary key,
  url text not null,
  body text not null,
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
create index simulated_callback_by_time on simulated_callback (next_at);
