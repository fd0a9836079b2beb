-- The server API of apps: signed calls of their backends.

-- The former secret stays valid for a day after a renewal.
alter table im_app
  add column former_secret_sealed bytea not null default '',
  add column former_secret_until timestamptz;

-- A nonce can be used once while its time is acceptable.
create table im_api_nonce (
  app_id bigint not null,
  nonce text not null,
  ends_at timestamptz not null,
  constraint im_api_nonce_pkey primary key (app_id, nonce),
  constraint im_api_nonce_app_id_fkey foreign key (app_id) references im_app (id) on delete cascade
);
create index im_api_nonce_by_end on im_api_nonce (ends_at);

-- A row per call, without its content. app_id is null for an unknown app.
create table im_api_call (
  id bigint generated always as identity primary key,
  app_id bigint,
  path text not null,
  code integer not null,
  ip text not null,
  milliseconds integer not null,
  created_at timestamptz not null default now(),
  constraint im_api_call_app_id_fkey foreign key (app_id) references im_app (id) on delete cascade
);
create index im_api_call_by_app on im_api_call (app_id, id desc);
create index im_api_call_by_time on im_api_call (created_at);
