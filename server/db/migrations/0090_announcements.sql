-- The texts with which papers, works and applications are called for, where the secretariat has changed them. Numbers
-- that the server checks stand in them by name, so that no text can promise another limit.
create table announcement (
  id text primary key constraint announcement_known check (id in ('essay', 'competition', 'individual', 'collective')),
  title text not null,
  -- the day that it bears
  dated date not null,
  lead text not null,
  content text not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by bigint references account on delete set null
);
create index announcement_by_account on announcement (changed_by);
