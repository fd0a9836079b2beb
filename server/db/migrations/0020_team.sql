-- Teams (decision 017). A message locks and versions the team, never its members.

-- Columns that every message changes come first, so that an update writes little log. Codes are those of messaging.md
-- 3.
create table im_team (
  id bigint generated always as identity primary key,
  version bigint not null default 0,
  last_readable bigint not null default 0,
  member_count integer not null default 0,
  is_valid boolean not null default true,
  app_id bigint not null,
  conversation_id bigint not null,
  owner_id bigint not null,
  scene text not null,
  type smallint not null,
  join_mode smallint not null,
  be_invite_mode smallint not null,
  invite_mode smallint not null,
  update_mode smallint not null,
  update_custom_mode smallint not null,
  mute_type smallint not null default 0,
  create_time bigint not null,
  update_time bigint not null,
  member_update_time bigint not null,
  name text not null,
  avatar text not null default '',
  intro text not null default '',
  announcement text not null default '',
  custom text not null default '',
  constraint im_team_conversation_unique unique (conversation_id),
  constraint im_team_app_id_fkey foreign key (app_id) references im_app (id),
  constraint im_team_conversation_id_fkey foreign key (conversation_id) references im_conversation (id) on delete cascade,
  constraint im_team_owner_id_fkey foreign key (owner_id) references im_account (id),
  constraint im_team_scene_known check (scene in ('team', 'superTeam')),
  constraint im_team_type_known check (type in (0, 1)),
  constraint im_team_join_mode_known check (join_mode in (0, 1, 2)),
  constraint im_team_be_invite_mode_known check (be_invite_mode in (0, 1)),
  constraint im_team_invite_mode_known check (invite_mode in (0, 1)),
  constraint im_team_update_mode_known check (update_mode in (0, 1)),
  constraint im_team_update_custom_mode_known check (update_custom_mode in (0, 1)),
  constraint im_team_mute_type_known check (mute_type in (0, 1, 3))
);
create index im_team_by_owner on im_team (owner_id);

-- The row of a former member remains, so that its version keeps rising.
create table im_team_member (
  team_id bigint not null,
  im_account_id bigint not null,
  version bigint not null default 1,
  own_readable bigint not null default 0,
  ack bigint not null,
  ack_readable bigint not null,
  ack_own_readable bigint not null,
  join_seq bigint not null,
  cleared_time bigint not null,
  join_time bigint not null,
  update_time bigint not null,
  inviter_id bigint,
  role smallint not null,
  notify_type smallint not null default 0,
  is_valid boolean not null default true,
  is_muted boolean not null default false,
  is_deleted boolean not null default false,
  nick text not null default '',
  custom text not null default '',
  ext text not null default '',
  constraint im_team_member_pkey primary key (team_id, im_account_id),
  constraint im_team_member_team_id_fkey foreign key (team_id) references im_team (id) on delete cascade,
  constraint im_team_member_im_account_id_fkey foreign key (im_account_id) references im_account (id) on delete cascade,
  constraint im_team_member_inviter_id_fkey foreign key (inviter_id) references im_account (id) on delete set null,
  constraint im_team_member_role_known check (role in (0, 1, 2)),
  constraint im_team_member_notify_type_known check (notify_type in (0, 1, 2))
);
create index im_team_member_by_account on im_team_member (im_account_id) where is_valid;
create index im_team_member_by_join on im_team_member (team_id, join_time, im_account_id) where is_valid;
create index im_team_member_by_inviter on im_team_member (inviter_id) where inviter_id is not null;

-- Numbers of readable messages of the team up to this one: of all members, and of its sender. Null in p2p.
alter table im_message
  add column readable bigint,
  add column sender_readable bigint;
