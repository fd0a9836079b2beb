-- Credits of the conference: what a session counts for, who was in it, and what each person has earned. And whom a
-- special committee names as its members, against which its channel is checked.

alter table meeting_session add column credit_tenths integer not null default 0
  constraint meeting_session_credits check (credit_tenths between 0 and 1000);

-- one row a person and session, whichever doors saw the ticket
create table session_check_in (
  session_id bigint not null references meeting_session on delete cascade,
  registration_id bigint not null references registration on delete cascade,
  -- by the clock of the door
  at timestamptz not null,
  door text not null,
  staff_id bigint references account on delete set null,
  received_at timestamptz not null default now(),
  primary key (registration_id, session_id)
);
create index session_check_in_by_session on session_check_in (session_id);
create index session_check_in_by_staff on session_check_in (staff_id);

-- the ledger: written with the certificate that says so, and void with it
create table credit_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  registration_id bigint not null references registration on delete cascade,
  meeting_id bigint not null references meeting,
  -- null is for the meeting as a whole
  session_id bigint references meeting_session on delete cascade,
  certificate_id bigint not null references certificate,
  title text not null,
  tenths integer not null constraint credit_entry_some check (tenths > 0),
  earned_on date not null,
  created_at timestamptz not null default now()
);
create unique index credit_entry_once on credit_entry (registration_id, coalesce(session_id, 0));
create index credit_entry_by_account on credit_entry (account_id, earned_on desc, id desc);
create index credit_entry_by_meeting on credit_entry (meeting_id);
create index credit_entry_by_session on credit_entry (session_id);
create index credit_entry_by_certificate on credit_entry (certificate_id);

-- a committee that names nobody lets everybody choose it
create table special_committee_member (
  committee_id bigint not null references special_committee on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (committee_id, account_id)
);
create index special_committee_member_by_account on special_committee_member (account_id);
