-- Times in milliseconds of the messages that raised a signal; several when a sentence was split.
create table crisis_mark (
  id bigint generated always as identity primary key,
  signal_id bigint not null references crisis_signal on delete cascade,
  from_time bigint not null,
  until_time bigint not null,
  constraint crisis_mark_order check (from_time <= until_time)
);
create index crisis_mark_by_signal on crisis_mark (signal_id, until_time);

-- A staff member gave a reason, and so may open conversation and phone number of one alert for an hour.
create table crisis_access (
  alert_id bigint not null references crisis_alert on delete cascade,
  account_id bigint not null references account on delete cascade,
  reason text not null,
  until timestamptz not null,
  primary key (alert_id, account_id)
);
create index crisis_access_by_account on crisis_access (account_id);

alter table crisis_alert add column taken_at timestamptz;
alter table crisis_alert add column closed_at timestamptz;
update crisis_alert set taken_at = changed_at where state <> 'open';
update crisis_alert set closed_at = changed_at where state = 'closed';
-- The planned day of the next contact with the writer, and whether the follower was reminded of it.
alter table crisis_alert add column follow_up_on date;
alter table crisis_alert add column is_reminded boolean not null default false;
create index crisis_alert_to_remind on crisis_alert (follow_up_on) where (state = 'taken') and not is_reminded;

-- True for an exercise, whose writer is the staff member who raised it. It is independent of a real alert about that
-- person.
alter table crisis_alert add column is_drill boolean not null default false;
drop index crisis_alert_live;
create unique index crisis_alert_live on crisis_alert (writer_id) where state <> 'closed' and not is_drill;
create unique index crisis_alert_live_drill on crisis_alert (writer_id) where state <> 'closed' and is_drill;

-- Notifications repeat until a staff member claims the alert.
drop index crisis_alert_to_call;
create index crisis_alert_to_call on crisis_alert (id) where state = 'open';
create index crisis_alert_by_age on crisis_alert (created_at);

-- Order of the notifications: duty, deputy, head.
alter table duty_person add column rank text not null default 'duty';
alter table duty_person add constraint duty_person_rank_known check (rank in ('duty', 'deputy', 'head'));

-- Minutes until the next notification, while the alert is unclaimed.
create table duty_settings (
  only_row boolean primary key default true,
  deputy_minutes integer not null default 5,
  head_minutes integer not null default 10,
  repeat_minutes integer not null default 10,
  constraint duty_settings_only_one check (only_row),
  constraint duty_settings_minutes check (
    deputy_minutes between 1 and 60 and head_minutes between 1 and 60 and repeat_minutes between 1 and 60)
);

alter table crisis_alert drop constraint crisis_alert_outcome_known;
alter table crisis_alert add constraint crisis_alert_outcome_known
  check (outcome in ('contacted', 'referred', 'unreachable', 'falseAlarm', 'drilled'));
alter table crisis_alert add constraint crisis_alert_drill_outcome check (outcome is null or (outcome = 'drilled') = is_drill);
