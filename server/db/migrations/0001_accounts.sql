-- Accounts, their sessions, SMS codes, and what guards them.

create table account (
  id bigint generated always as identity (start with 10001) primary key,
  username text not null,
  username_key text not null generated always as (lower(username)) stored,
  password_hash text not null,
  role_id smallint not null constraint account_role_known check (role_id between 1 and 7),
  -- sealed, and found again by a blind index
  phone_sealed bytea not null,
  phone_index bytea not null,
  nickname text not null default '',
  email text not null default '',
  gender smallint constraint account_gender_known check (gender in (1, 2)),
  avatar text not null default '',
  enabled boolean not null default true,
  -- its password is printed in the manual: only for this machine, and never with SEED=none
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  constraint account_username_unique unique (username_key),
  constraint account_phone_unique unique (phone_index)
);
create index account_by_role on account (role_id, id desc);

create table session (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  token_hash bytea not null constraint session_token_unique unique,
  device text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  idle_until timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_account on session (account_id, seen_at desc);
create index session_by_expiry on session (expires_at);

-- Browsers from which somebody has signed in before: they keep their own count of failures,
-- so that a stranger's guesses from the same address do not lock the owner out.
create table known_device (
  account_id bigint not null references account on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, device_hash)
);

create table sms_code (
  id bigint generated always as identity primary key,
  phone_index bytea not null,
  purpose text not null constraint sms_code_purpose_known check (purpose in ('register', 'reset')),
  digest bytea not null,
  -- tries from where the code was asked for, and from elsewhere: a stranger cannot use up the owner's
  network text not null,
  tries smallint not null default 0,
  foreign_tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_code_newest on sms_code (phone_index, purpose, id desc);

-- The queue of the SMS sender. `muted` is a message to a phone without an account: stored, so that asking takes
-- as long either way, and never sent.
create table sms_message (
  id bigint generated always as identity primary key,
  phone_index bytea not null,
  phone_sealed bytea not null,
  code_sealed bytea not null,
  purpose text not null,
  state text not null constraint sms_message_state_known check (state in ('queued', 'sent', 'failed', 'muted')),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index sms_message_queue on sms_message (next_try_at) where state = 'queued';
create index sms_message_by_phone on sms_message (phone_index, id desc);

-- Counters with a window: limits that hold on every node and over a restart.
create table throttle (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
create index throttle_by_age on throttle (window_start);

-- A solved proof of work counts once.
create table spent_challenge (
  signature text primary key,
  spent_at timestamptz not null default now()
);
create index spent_challenge_by_age on spent_challenge (spent_at);

create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  account_id bigint,
  ip text not null,
  request_id text not null,
  detail jsonb not null
);
create index security_event_by_time on security_event (at desc);
create index security_event_by_account on security_event (account_id, at desc);
