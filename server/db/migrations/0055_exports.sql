-- Lists that go out as Excel files, and how far each is.
create table export_task (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  query jsonb not null,
  -- with nothing masked
  is_full boolean not null,
  reason text not null,
  state text not null constraint export_task_state_known
    check (state in ('asked', 'waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null,
  file_key text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index export_task_by_account on export_task (account_id);
create index export_task_waiting on export_task (id) where state in ('waiting', 'running');
create index export_task_by_age on export_task (created_at);
