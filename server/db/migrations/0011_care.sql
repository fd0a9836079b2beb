-- Messages that sound like somebody in danger, what became of them, and the log of who opened what and why.

-- Grows only. Each entry holds the digest of the one before it, so that none can be altered or taken out unseen.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- no reference: what somebody did stays known when the account is gone
  actor_id bigint not null,
  action text not null,
  subject text not null,
  reason text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_by_action on audit_log (action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log only grows';
end
$$;
create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_change();
-- an empty one may be: that is how a backup comes into an empty installation
create function refuse_emptying() returns trigger language plpgsql as $$
begin
  if exists (select 1 from audit_log) then
    raise exception 'audit_log only grows';
  end if;
  return null;
end
$$;
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_emptying();

create table crisis_alert (
  id bigint generated always as identity primary key,
  -- who wrote, and to whom
  im_account_id bigint not null references im_account on delete cascade,
  conversation_id bigint not null references im_conversation on delete cascade,
  level text not null constraint crisis_alert_level_known check (level in ('plan', 'thought')),
  -- messages that raised it, and the time of the last one
  hits integer not null default 1,
  message_time bigint not null,
  state text not null default 'open' constraint crisis_alert_state_known check (state in ('open', 'taken', 'closed')),
  taken_by bigint references account on delete set null,
  outcome text constraint crisis_alert_outcome_known
    check (outcome in ('contacted', 'referred', 'unreachable', 'falseAlarm')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint crisis_alert_outcome_when_closed check ((state = 'closed') = (outcome is not null))
);
-- more of the same adds to the one that somebody is already looking at
create unique index crisis_alert_live on crisis_alert (im_account_id, conversation_id) where state <> 'closed';
create index crisis_alert_by_state on crisis_alert (state, id desc);
create index crisis_alert_by_conversation on crisis_alert (conversation_id);

create table crisis_note (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  author_id bigint references account on delete set null,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index crisis_note_by_alert on crisis_note (alert_id, id);
create index crisis_note_by_author on crisis_note (author_id);
