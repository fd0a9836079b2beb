-- Mail is sent to confirmed addresses only. Existing addresses start unconfirmed: no record shows that their mailbox
-- belongs to the owner of the account.
alter table account add column email_confirmed_at timestamptz;

create table email_code (
  account_id bigint primary key references account on delete cascade,
  -- keyed digest of account, address and code
  digest bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
