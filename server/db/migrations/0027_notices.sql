-- What the site tells people: messages, their delivery by SMS and mail, and who wants what.

-- A word of the association to all or to some. Numbered far from the articles, since one address shows either.
create table bulletin (
  id bigint generated always as identity (start with 900000001) primary key,
  title text not null,
  content text not null,
  -- everybody, or a group by its name
  audience text not null,
  author_id bigint references account on delete set null,
  recipients integer not null default 0,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index bulletin_by_author on bulletin (author_id);

create table message (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  type smallint not null constraint message_type_known check (type in (1, 3, 5, 6)),
  title text not null,
  link text not null,
  bulletin_id bigint references bulletin on delete cascade,
  question_id bigint,
  -- written down when it happened: an anonymous asker must not be looked up later
  from_name text not null,
  from_avatar text not null,
  -- what must not be told twice
  once_key text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index message_unread on message (account_id, id desc) where read_at is null;
create index message_read on message (account_id, id desc) where read_at is not null;
create unique index message_once on message (account_id, once_key) where once_key is not null;
create index message_by_bulletin on message (bulletin_id) where bulletin_id is not null;

-- Absent is what the kind says.
create table notice_choice (
  account_id bigint not null references account on delete cascade,
  kind text not null,
  site boolean not null,
  sms boolean not null,
  mail boolean not null,
  primary key (account_id, kind)
);

-- Minutes of the day, China time; over midnight when the end is the smaller.
create table notice_quiet (
  account_id bigint primary key references account on delete cascade,
  enabled boolean not null,
  from_minute smallint not null constraint notice_quiet_from_in_day check (from_minute between 0 and 1439),
  to_minute smallint not null constraint notice_quiet_to_in_day check (to_minute between 0 and 1439)
);

-- The queue and the log of what leaves the house. Neither holds what it is about.
create table delivery (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  channel text not null constraint delivery_channel_known check (channel in ('sms', 'mail')),
  state text not null default 'queued' constraint delivery_state_known check (state in ('queued', 'sent', 'failed', 'skipped')),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index delivery_queue on delivery (next_try_at) where state = 'queued';
create index delivery_by_state on delivery (state, id desc);
create index delivery_by_account on delivery (account_id, id desc);
