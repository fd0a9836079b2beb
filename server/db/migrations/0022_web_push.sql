-- Notices by Web Push: the browsers that receive them, and the choice for each kind of notice.

create table push_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id) on delete cascade,
  -- the session that turned it on; no foreign key, because duty staff are notified after their session has expired
  session_id bigint not null,
  -- keyed digest of the address at the push service
  endpoint_index bytea not null constraint push_subscription_endpoint_unique unique,
  -- sealed JSON of the address and the browser's keys
  subscription_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index push_subscription_by_account on push_subscription (account_id, id desc);
create index push_subscription_by_session on push_subscription (session_id);

alter table notice_choice add column push boolean not null default true;
alter table delivery drop constraint delivery_channel_known;
alter table delivery add constraint delivery_channel_known check (channel in ('sms', 'mail', 'push'));
