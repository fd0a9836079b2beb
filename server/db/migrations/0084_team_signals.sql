-- The team of a message in danger: the duty staff learn the place, and erasing finds the texts.
alter table crisis_signal
  add column team_id bigint references im_team (id) on delete cascade,
  drop constraint crisis_signal_source,
  add constraint crisis_signal_source
    unique nulls not distinct (alert_id, conversation_id, question_id, booking_id, team_id, is_letter),
  drop constraint crisis_signal_of_one,
  add constraint crisis_signal_of_one check (num_nonnulls(conversation_id, question_id, booking_id, team_id) <= 1),
  drop constraint crisis_signal_letter_alone,
  add constraint crisis_signal_letter_alone
    check (not is_letter or num_nonnulls(conversation_id, question_id, booking_id, team_id) = 0);
create index crisis_signal_by_team on crisis_signal (team_id) where team_id is not null;

-- Leaders to notify of a message in danger. A row is deleted in the transaction that notifies them.
create table crisis_leader_notice (
  id bigint generated always as identity primary key,
  team_id bigint not null references im_team (id) on delete cascade,
  im_account_id bigint not null references im_account (id) on delete cascade,
  level text not null,
  time bigint not null,
  created_at timestamptz not null default now(),
  constraint crisis_leader_notice_level_known check (level in ('plan', 'thought', 'other', 'violence'))
);
create index crisis_leader_notice_by_age on crisis_leader_notice (created_at);
create index crisis_leader_notice_by_team on crisis_leader_notice (team_id);
create index crisis_leader_notice_by_account on crisis_leader_notice (im_account_id);
