-- What belongs to a chat account besides its conversations. Every change of any of it is one row of im_change,
-- so that a device which was away asks for all of it with one mark (docs/sync.md).

create table im_change (
  im_account_id bigint not null references im_account on delete cascade,
  kind text not null,
  -- names the thing within its kind
  key text not null,
  -- of its last change; the state itself lives in the table of its kind
  version bigint not null,
  primary key (im_account_id, kind, key)
);
create index im_change_by_version on im_change (im_account_id, version);

create table im_user (
  im_account_id bigint primary key references im_account on delete cascade,
  nick text not null default '',
  avatar text not null default '',
  sign text not null default '',
  gender smallint not null default 0 constraint im_user_gender_known check (gender between 0 and 2),
  custom text not null default '',
  -- email, birth and tel, which nobody else sees
  sealed bytea not null default '',
  -- what others see in place of the name; empty: the name itself
  alias text not null default '',
  -- told by push while a desktop client is online
  is_pushed_beside_desktop boolean not null default true,
  created_at timestamptz not null default now(),
  -- milliseconds, rising
  update_time bigint not null default 0
);
insert into im_user (im_account_id, nick, avatar, alias, update_time)
select a.id, account.nickname, account.avatar,
  case when account.role_id = 2 then '' else '来访者' || upper(right(a.accid, 4)) end,
  (extract(epoch from a.created_at) * 1000)::bigint
from im_account a join account on account.id = a.account_id;

create table im_relation (
  im_account_id bigint not null references im_account on delete cascade,
  peer_id bigint not null references im_account on delete cascade,
  is_blacked boolean not null default false,
  is_muted boolean not null default false,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, peer_id)
);
create index im_relation_by_peer on im_relation (peer_id);

create table im_friend (
  im_account_id bigint not null references im_account on delete cascade,
  peer_id bigint not null references im_account on delete cascade,
  alias text not null default '',
  custom text not null default '',
  -- a friend that was deleted stays, so that other devices are told
  is_valid boolean not null default true,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, peer_id)
);
create index im_friend_by_peer on im_friend (peer_id);
create index im_friend_by_time on im_friend (im_account_id, update_time);

create table im_system_message (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  from_id bigint not null references im_account on delete cascade,
  type text not null,
  -- ps, attach, content: what people wrote
  sealed bytea not null,
  is_read boolean not null default false,
  state text not null default 'init'
    constraint im_system_message_state_known check (state in ('init', 'passed', 'rejected', 'error')),
  time bigint not null
);
create index im_system_message_by_account on im_system_message (im_account_id, id);
create index im_system_message_by_sender on im_system_message (from_id);

-- To everybody, so it has no row for each account: a device asks for what is beyond the last one it has.
create table im_broadcast (
  id bigint generated always as identity primary key,
  body text not null,
  time bigint not null,
  expires_at timestamptz not null
);
create table im_broadcast_read (
  im_account_id bigint primary key references im_account on delete cascade,
  broadcast_id bigint not null
);

create table im_stick_top (
  im_account_id bigint not null references im_account on delete cascade,
  session_id text not null,
  top_custom text not null default '',
  is_top boolean not null,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, session_id)
);

-- What the account keeps with a session, and up to which place its messages are cleared for it.
alter table im_session
  add column ext text not null default '',
  add column cleared_seq bigint not null default 0;

-- Messages that one account sees no more: it deleted them for itself, or the sender recalled them (then there is a
-- row for either side, and the message has lost its body). The place of the message stays, so that nothing seems missing.
create table im_message_hidden (
  im_account_id bigint not null references im_account on delete cascade,
  message_id bigint not null references im_message on delete cascade,
  is_recalled boolean not null,
  time bigint not null,
  -- what the sender says about it
  ps text not null default '',
  attach text not null default '',
  primary key (im_account_id, message_id)
);
create index im_message_hidden_by_message on im_message_hidden (message_id);

create table im_device (
  im_account_id bigint not null references im_account on delete cascade,
  device_id text not null,
  client_type smallint not null,
  token_name text not null default '',
  -- where push notices go; sealed, because who holds it can write to the device
  token_sealed bytea not null default '',
  is_background boolean not null default false,
  badge integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (im_account_id, device_id)
);

create table im_login (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  device_id text not null,
  client_type smallint not null,
  ip text not null,
  at timestamptz not null default now()
);
create index im_login_by_account on im_login (im_account_id, id desc);
create index im_login_by_time on im_login (at);

-- Words that are masked, refused or left to judgement. Never crisis words: those must not be altered or blocked.
create table im_lexicon_word (
  id bigint generated always as identity primary key,
  word text not null constraint im_lexicon_word_unique unique,
  action smallint not null constraint im_lexicon_word_action_known check (action between 1 and 3)
);
create table im_lexicon (
  is_only boolean primary key default true constraint im_lexicon_only check (is_only),
  version bigint not null default 1
);
insert into im_lexicon default values;
create function raise_lexicon_version() returns trigger language plpgsql as $$
begin
  update im_lexicon set version = version + 1;
  return null;
end $$;
create trigger im_lexicon_word_changed after insert or update or delete on im_lexicon_word
  for each statement execute function raise_lexicon_version();
