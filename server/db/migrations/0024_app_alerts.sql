-- Crisis alerts of accounts of apps: to the association's duty staff, or to the backend of the app.

-- an account of an app has no portal account
alter table crisis_alert alter column writer_id drop not null;
alter table crisis_alert add column app_writer_id bigint references im_account (id) on delete cascade;
alter table crisis_alert add constraint crisis_alert_one_writer check (num_nonnulls(writer_id, app_writer_id) = 1);
create unique index crisis_alert_live_app on crisis_alert (app_writer_id) where state <> 'closed' and not is_drill;
create index crisis_alert_by_app_writer on crisis_alert (app_writer_id) where app_writer_id is not null;

-- the backend that receives alerts; empty: the association's duty staff
alter table im_app add column alert_url text not null default '';
alter table im_app add constraint im_app_site_has_duty check (not is_site or alert_url = '');

create table im_app_alert (
  id bigint generated always as identity primary key,
  app_id bigint not null references im_app (id),
  im_account_id bigint not null references im_account (id) on delete cascade,
  level text not null constraint im_app_alert_level_known check (level in ('plan', 'thought', 'other', 'violence')),
  -- of the message; from_time is that of the first one when the words were split
  message_time bigint not null,
  from_time bigint not null,
  -- null for a text that no conversation shows
  conversation_id bigint references im_conversation (id) on delete cascade,
  -- as the writer addresses the conversation, such as p2p-ann; empty for a profile
  session_id text not null,
  message_id bigint,
  -- the text that no conversation shows; empty once the backend has the alert
  text_sealed bytea not null default '',
  state text not null default 'queued'
    constraint im_app_alert_state_known check (state in ('queued', 'delivered', 'passedOn')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index im_app_alert_by_app on im_app_alert (app_id, id desc);
create index im_app_alert_by_account on im_app_alert (im_account_id, message_time);
create index im_app_alert_by_conversation on im_app_alert (conversation_id) where conversation_id is not null;
create index im_app_alert_by_age on im_app_alert (created_at);
create index im_app_alert_due on im_app_alert (due_at) where state = 'queued';

create table im_app_alert_attempt (
  id bigint generated always as identity primary key,
  alert_id bigint not null references im_app_alert (id) on delete cascade,
  app_id bigint not null references im_app (id),
  -- null without a reply
  status smallint,
  fault text not null default '',
  milliseconds integer not null,
  created_at timestamptz not null default now()
);
create index im_app_alert_attempt_by_app on im_app_alert_attempt (app_id, id desc);
create index im_app_alert_attempt_by_alert on im_app_alert_attempt (alert_id);
