-- Connected devices of the chat, for the staff who operate it. Pushes and kicks do not depend on these rows.

-- A node that has not been seen for some seconds is gone, and its connections with it.
create table im_node (
  id text primary key,
  name text not null,
  seen_at timestamptz not null default now()
);

create table im_connection (
  id bigint generated always as identity primary key,
  connection_id text not null constraint im_connection_id_unique unique,
  -- no reference: a node that was silent for long writes its row and its connections again
  node_id text not null,
  im_account_id bigint not null references im_account (id) on delete cascade,
  device_id text not null,
  client_type smallint not null,
  since timestamptz not null default now()
);
create index im_connection_by_account on im_connection (im_account_id);
create index im_connection_by_node on im_connection (node_id);

create index im_account_by_restriction on im_account (id desc) where is_blocked or is_muted;
