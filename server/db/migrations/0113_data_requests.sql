-- Requests for the deletion of one's chat messages, and for closing the account. The secretariat carries them out.
create table data_request (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  includes_private boolean not null default false,
  state text not null default 'open',
  reason text not null default '',
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by bigint,
  constraint data_request_pkey primary key (id),
  constraint data_request_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
  constraint data_request_settled_by_fkey foreign key (settled_by) references account (id) on delete set null,
  constraint data_request_kind_known check (kind in ('chatErasure', 'accountClosure')),
  constraint data_request_state_known check (state in ('open', 'done', 'refused', 'withdrawn')),
  constraint data_request_settled_when_closed check ((state = 'open') = (settled_at is null))
);
create index data_request_by_account on data_request (account_id, id desc);
create index data_request_by_state on data_request (state, id desc);
create index data_request_by_settler on data_request (settled_by);
create unique index data_request_open on data_request (account_id, kind) where state = 'open';
