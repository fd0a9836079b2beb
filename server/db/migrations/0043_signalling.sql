-- Signalling of calls: channels, members, invitations, and events for accounts that were offline.

create table im_signal_channel (
  -- random, because an account of an app may enter a channel whose id it knows
  id bigint primary key,
  app_id bigint not null references im_app (id),
  name text not null,
  type smallint not null constraint im_signal_channel_type_known check (type in (1, 2, 3)),
  creator_id bigint not null references im_account (id) on delete cascade,
  ext text not null,
  create_time bigint not null,
  expire_time bigint not null,
  is_closed boolean not null default false
);
-- a closed channel frees its name
create unique index im_signal_channel_name on im_signal_channel (app_id, name) where not is_closed;
create index im_signal_channel_by_creator on im_signal_channel (creator_id);
create index im_signal_channel_by_end on im_signal_channel (is_closed, expire_time);

create table im_signal_member (
  channel_id bigint not null references im_signal_channel (id) on delete cascade,
  im_account_id bigint not null references im_account (id) on delete cascade,
  uid bigint not null,
  device_id text not null,
  join_time bigint not null,
  -- since when the device has no connection
  absent_time bigint,
  primary key (channel_id, im_account_id),
  constraint im_signal_member_uid_unique unique (channel_id, uid)
);
create index im_signal_member_by_account on im_signal_member (im_account_id);

create table im_signal_invite (
  channel_id bigint not null references im_signal_channel (id) on delete cascade,
  to_id bigint not null references im_account (id) on delete cascade,
  request_id text not null,
  from_id bigint not null references im_account (id) on delete cascade,
  state text not null default 'pending'
    constraint im_signal_invite_state_known check (state in ('pending', 'accepted', 'rejected', 'cancelled')),
  create_time bigint not null,
  -- the device that accepted; it may repeat the command after a lost reply
  device_id text not null default '',
  primary key (channel_id, to_id, request_id)
);
create index im_signal_invite_by_receiver on im_signal_invite (to_id);
create index im_signal_invite_by_sender on im_signal_invite (from_id);

create table im_signal_event (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account (id) on delete cascade,
  -- what clients attach may name addresses of their networks
  event_sealed bytea not null,
  create_time bigint not null
);
create index im_signal_event_by_account on im_signal_event (im_account_id, id);
create index im_signal_event_by_age on im_signal_event (create_time);
