-- The messaging core: chat accounts and tokens, conversations, messages, and what each account has read.
-- How these add up to a sync without holes: docs/sync.md.

create table im_account (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint im_account_account_unique unique references account on delete cascade,
  -- the name others see; tells nothing about the account
  accid text not null constraint im_account_accid_unique unique,
  -- rises with every change this account can see; its row is locked until that change is committed
  version bigint not null default 0,
  last_device_id text not null default '',
  created_at timestamptz not null default now()
);

-- Dies with the portal's session: signing out anywhere ends the chat of that session.
create table im_token (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  session_id bigint not null references session on delete cascade,
  token_hash bytea not null constraint im_token_hash_unique unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index im_token_by_session on im_token (session_id);
create index im_token_by_account on im_token (im_account_id);
create index im_token_by_expiry on im_token (expires_at);

create table im_conversation (
  id bigint generated always as identity primary key,
  low_id bigint not null references im_account,
  high_id bigint not null references im_account,
  last_seq bigint not null default 0,
  last_time bigint not null default 0,
  constraint im_conversation_pair_unique unique (low_id, high_id),
  constraint im_conversation_pair_ordered check (low_id <= high_id)
);
create index im_conversation_by_high on im_conversation (high_id);

create table im_message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references im_conversation,
  -- 1, 2, 3 … in each conversation, without a gap
  seq bigint not null,
  -- one of the conversation's two, whom the conversation keeps
  sender_id bigint not null,
  id_client text not null,
  type smallint not null,
  is_unreadable boolean not null,
  content jsonb not null,
  client_type smallint not null,
  device_id text not null,
  -- milliseconds, strictly rising within a conversation
  time bigint not null,
  -- the same sender and idClient is one message, for ever
  constraint im_message_client_unique unique (sender_id, id_client),
  constraint im_message_place_unique unique (conversation_id, time)
);

-- A conversation as one of its accounts sees it.
create table im_session (
  im_account_id bigint not null references im_account on delete cascade,
  conversation_id bigint not null references im_conversation on delete cascade,
  version bigint not null,
  unread integer not null default 0,
  -- time up to which this account has read
  ack bigint not null default 0,
  -- time up to which it has told the other side that it has read
  receipt bigint not null default 0,
  is_deleted boolean not null default false,
  primary key (im_account_id, conversation_id)
);
create index im_session_by_version on im_session (im_account_id, version);
create index im_session_by_conversation on im_session (conversation_id);
