-- Chatrooms (decision 025). Visitors without a role are in the memory of the nodes.

create table im_room (
  id bigint generated always as identity primary key,
  app_id bigint not null constraint im_room_app_id_fkey references im_app (id),
  creator_id bigint not null constraint im_room_creator_id_fkey references im_account (id) on delete cascade,
  name text not null,
  announcement text not null default '',
  broadcast_url text not null default '',
  custom text not null default '',
  queue_level smallint not null default 0,
  is_open boolean not null default true,
  is_muted boolean not null default false,
  -- visitors without an account may enter and read
  allows_anonymous boolean not null default false,
  -- days for which messages are kept
  history_days integer not null default 30 constraint im_room_history_positive check (history_days > 0),
  -- time of the last stored message, so that times within the room are unique
  last_time bigint not null default 0,
  create_time bigint not null,
  update_time bigint not null
);
create index im_room_by_app on im_room (app_id, id desc);
create index im_room_by_creator on im_room (creator_id);

-- A role, a block or a gag of an account in a room. The creator has no row.
create table im_room_member (
  room_id bigint not null constraint im_room_member_room_id_fkey references im_room (id) on delete cascade,
  im_account_id bigint not null constraint im_room_member_im_account_id_fkey
    references im_account (id) on delete cascade,
  role text not null default 'none' constraint im_room_member_role_known check (role in ('none', 'common', 'manager')),
  level integer not null default 0,
  is_blacked boolean not null default false,
  is_gagged boolean not null default false,
  nick text not null default '',
  avatar text not null default '',
  custom text not null default '',
  create_time bigint not null,
  update_time bigint not null,
  constraint im_room_member_pkey primary key (room_id, im_account_id)
);
create index im_room_member_by_account on im_room_member (im_account_id);
create index im_room_member_by_time on im_room_member (room_id, update_time);

-- A temporary mute of an account, or of the visitors with a tag.
create table im_room_mute (
  id bigint generated always as identity primary key,
  room_id bigint not null constraint im_room_mute_room_id_fkey references im_room (id) on delete cascade,
  im_account_id bigint constraint im_room_mute_im_account_id_fkey references im_account (id) on delete cascade,
  tag text,
  until bigint not null,
  constraint im_room_mute_one_target check ((im_account_id is null) <> (tag is null)),
  constraint im_room_mute_unique unique nulls not distinct (room_id, im_account_id, tag)
);
create index im_room_mute_by_account on im_room_mute (im_account_id) where im_account_id is not null;
create index im_room_mute_by_end on im_room_mute (until);

create table im_room_message (
  room_id bigint not null constraint im_room_message_room_id_fkey references im_room (id) on delete cascade,
  time bigint not null,
  sender_id bigint not null constraint im_room_message_sender_id_fkey references im_account (id) on delete cascade,
  id_client text not null,
  type smallint not null,
  -- the receivers as an expression, and the tags that it asks for
  target_tags text not null default '',
  tags text[] not null default '{}',
  body_sealed bytea not null,
  constraint im_room_message_pkey primary key (room_id, time)
);
create unique index im_room_message_once on im_room_message (room_id, sender_id, id_client);
create index im_room_message_by_sender on im_room_message (sender_id);
create index im_room_message_by_tag on im_room_message (room_id, time) where tags <> '{}';
