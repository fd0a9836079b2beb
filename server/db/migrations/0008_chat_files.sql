-- Files of the messaging layer: what was uploaded, in which parts it lies, and who may open it.

create table im_file (
  id bigint generated always as identity primary key,
  -- its name in addresses and in the store; random, so that nobody can guess another's
  object text not null constraint im_file_object_unique unique,
  owner_id bigint not null references im_account,
  kind text not null constraint im_file_kind_known check (kind in ('image', 'audio', 'video', 'file')),
  mime text not null,
  ext text not null,
  name text not null,
  -- of what is kept; a picture is made anew without its metadata
  bytes bigint not null default 0,
  md5 text not null default '',
  -- of what was sent, by which the same file is known again
  source_bytes bigint not null default 0,
  source_md5 text not null default '',
  width integer,
  height integer,
  part_keys text[] not null default '{}',
  part_bytes integer[] not null default '{}',
  -- whoever goes on with an upload must know it
  context text not null,
  is_complete boolean not null default false,
  survival_seconds bigint,
  created_at timestamptz not null default now(),
  -- of an upload that was never finished, or of a file whose time is over
  expires_at timestamptz
);
create index im_file_by_owner on im_file (owner_id, id desc);
create index im_file_by_expiry on im_file (expires_at);
create index im_file_by_source on im_file (source_md5) where is_complete;

-- Besides its owner, those to whom a file was sent. Written before the message is.
create table im_file_share (
  file_id bigint not null references im_file on delete cascade,
  im_account_id bigint not null references im_account on delete cascade,
  primary key (file_id, im_account_id)
);
create index im_file_share_by_account on im_file_share (im_account_id);
