-- What counsellors may call themselves: checked by staff, with the scan for staff alone.

create table counsellor_credential (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  title text not null,
  number text not null,
  issuer text not null,
  valid_until timestamptz,
  -- a private file (kit/signed-links)
  scan_key text,
  state text not null default 'pending'
    constraint counsellor_credential_state_known check (state in ('pending', 'verified', 'refused')),
  note text not null default '',
  verified_by bigint references account on delete set null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index counsellor_credential_of on counsellor_credential (counsellor_id, id);
create index counsellor_credential_waiting on counsellor_credential (state, id);
create index counsellor_credential_by_verifier on counsellor_credential (verified_by);
