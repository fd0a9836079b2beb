-- Operation of the chat by staff: connected devices, and broadcasts. Pushes and kicks do not depend on these rows.

-- A node that was not seen for some seconds counts as stopped, together with its connections.
create table im_node (
  id text primary key,
  name text not null,
  seen_at timestamptz not null default now()
);

create table im_connection (
  id bigint generated always as identity primary key,
  connection_id text not null constraint im_connection_id_unique unique,
  -- no foreign key, because a node that was silent for long writes its row and its connections again
  node_id text not null,
  im_account_id bigint not null references im_account (id) on delete cascade,
  device_id text not null,
  client_type smallint not null,
  since timestamptz not null default now()
);
create index im_connection_by_account on im_connection (im_account_id);
create index im_connection_by_node on im_connection (node_id);

create index im_account_by_restriction on im_account (id desc) where is_blocked or is_muted;

-- Broadcasts that staff send: to all accounts of an app, or to selected ones.
alter table im_broadcast
  add column is_selected boolean not null default false,
  add column author_id bigint references account (id) on delete set null;
create table im_broadcast_target (
  broadcast_id bigint not null references im_broadcast (id) on delete cascade,
  im_account_id bigint not null references im_account (id) on delete cascade,
  primary key (broadcast_id, im_account_id)
);
create index im_broadcast_target_by_account on im_broadcast_target (im_account_id);
create index im_broadcast_by_author on im_broadcast (author_id) where author_id is not null;
