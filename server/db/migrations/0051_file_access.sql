-- Words that open one chat file for whoever holds them, until they are taken back or a day is over. Only their digests
-- are here.
create table im_file_access (
  token_hash bytea primary key,
  file_id bigint not null references im_file on delete cascade,
  im_account_id bigint not null references im_account on delete cascade,
  -- empty: any
  user_agent text not null default '',
  expires_at timestamptz not null
);
create index im_file_access_by_file on im_file_access (file_id);
create index im_file_access_by_account on im_file_access (im_account_id);
create index im_file_access_by_expiry on im_file_access (expires_at);
