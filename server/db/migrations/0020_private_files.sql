-- Files of one person that only they and named roles may open, and certificates that anybody may check.

create table private_file (
  key text primary key,
  owner_id bigint not null references account on delete cascade,
  purpose text not null,
  -- role ids that may open it besides the owner
  readers smallint[] not null,
  name text not null,
  mime text not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index private_file_by_owner on private_file (owner_id, purpose, created_at desc);

create table certificate (
  id bigint generated always as identity primary key,
  kind text not null constraint certificate_kind_known
    check (kind in ('member', 'unitMember', 'attendance', 'award', 'exam')),
  -- cannot be guessed from another one
  number text not null constraint certificate_number_unique unique,
  account_id bigint references account on delete set null,
  holder text not null,
  -- what it says the holder is or has done, such as `个人会员`
  title text not null,
  -- lines of print below it: label and value
  lines jsonb not null default '[]',
  -- what it was issued for, such as `member 12`: only one of a kind is in force
  subject text not null,
  issued_on date not null,
  valid_until date,
  revoked_at timestamptz,
  revoke_reason text,
  created_at timestamptz not null default now(),
  constraint certificate_revoked_with_reason check ((revoked_at is null) = (revoke_reason is null))
);
create unique index certificate_in_force on certificate (kind, subject) where revoked_at is null;
create index certificate_by_account on certificate (account_id, id desc);
create index certificate_by_kind on certificate (kind, id desc);
