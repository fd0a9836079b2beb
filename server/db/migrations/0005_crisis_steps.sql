-- Steps of the crisis protocol, as recorded by counsellors in conversations with an alert.
create table crisis_step (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  account_id bigint references account on delete set null,
  step text not null,
  created_at timestamptz not null default now(),
  constraint crisis_step_known check (step in ('ask', 'say', 'callDuty', 'handOver', 'note'))
);
create index crisis_step_by_alert on crisis_step (alert_id, id);
create index crisis_step_by_account on crisis_step (account_id);
