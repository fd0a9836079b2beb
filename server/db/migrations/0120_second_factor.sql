-- Second factors: passkeys, TOTP, recovery codes, and the recovery of a lost factor by two administrators.

alter table account add column must_change_password boolean not null default false;

-- when the person last proved who they are within this session; signing in alone does not count
alter table session add column confirmed_at timestamptz;

create table second_factor (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null constraint second_factor_kind_known check (kind in ('passkey', 'totp')),
  name text not null,
  credential_id text constraint second_factor_credential_unique unique,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  secret_sealed bytea,
  -- the newest time step whose code was accepted: a code works once (RFC 6238 section 5.2)
  last_step bigint,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint second_factor_passkey_complete check ((kind = 'passkey') = (credential_id is not null and public_key is not null)),
  constraint second_factor_totp_complete check ((kind = 'totp') = (secret_sealed is not null))
);
create index second_factor_by_account on second_factor (account_id, id);
create unique index second_factor_one_totp on second_factor (account_id) where kind = 'totp';

-- a secret that is shown as a QR code and not yet confirmed by a code
create table totp_enrolment (
  account_id bigint primary key references account on delete cascade,
  secret_sealed bytea not null,
  expires_at timestamptz not null
);

create table recovery_code (
  account_id bigint not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- One attempt to sign in, to confirm an act or to add a passkey. The token is random and stored as a hash.
create table factor_ticket (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  session_id bigint references session on delete cascade,
  purpose text not null constraint factor_ticket_purpose_known check (purpose in ('signIn', 'stepUp', 'addPasskey')),
  challenge text not null,
  expires_at timestamptz not null,
  constraint factor_ticket_session check ((purpose = 'signIn') = (session_id is null))
);
create index factor_ticket_by_expiry on factor_ticket (expires_at);
create index factor_ticket_by_account on factor_ticket (account_id);
create index factor_ticket_by_session on factor_ticket (session_id);

create table factor_recovery (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  asked_by bigint not null references account,
  asked_at timestamptz not null default now(),
  reason text not null,
  state text not null default 'asked' constraint factor_recovery_state_known check (state in ('asked', 'confirmed', 'refused')),
  decided_by bigint references account,
  decided_at timestamptz,
  constraint factor_recovery_decided check ((state = 'asked') = (decided_by is null and decided_at is null)),
  -- two people, and neither is the owner
  constraint factor_recovery_two_people check (state <> 'confirmed' or decided_by <> asked_by),
  constraint factor_recovery_not_own check (asked_by <> account_id and decided_by is distinct from account_id)
);
create unique index factor_recovery_one_open on factor_recovery (account_id) where state = 'asked';
create index factor_recovery_by_state on factor_recovery (state, id desc);
create index factor_recovery_by_account on factor_recovery (account_id);
create index factor_recovery_by_asker on factor_recovery (asked_by);
create index factor_recovery_by_decider on factor_recovery (decided_by);
