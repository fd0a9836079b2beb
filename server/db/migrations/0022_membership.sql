-- Consents by themselves, applications for membership and what became of them, reminders.

create table consent (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null,
  version text not null,
  text_hash text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create unique index consent_in_force on consent (account_id, purpose) where withdrawn_at is null;
create index consent_by_account on consent (account_id, id desc);

create table membership_settings (
  only_row boolean primary key default true constraint membership_settings_only_one check (only_row),
  settings jsonb not null
);

create table member_application (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null constraint member_application_kind_known check (kind in ('individual', 'unit')),
  level_id smallint references member_level,
  state text not null constraint member_application_state_known
    check (state in ('draft', 'submitted', 'returned', 'rejected', 'approved', 'joined', 'withdrawn')),
  -- whose turn it is while it waits
  stage text not null default 'secretariat' constraint member_application_stage_known
    check (stage in ('branch', 'secretariat')),
  -- what the lists show; the whole form is sealed
  name text not null default '',
  organization text not null default '',
  form_sealed bytea not null,
  id_number_index bytea,
  phone_index bytea,
  resume_key text references private_file on delete set null,
  warnings text[] not null default '{}',
  submitted_at timestamptz,
  branch_by bigint references account on delete set null,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  reason text not null default '',
  -- what is to be corrected: field name to sentence
  field_reasons jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create unique index member_application_live on member_application (account_id)
  where state in ('draft', 'submitted', 'returned', 'approved');
create index member_application_by_account on member_application (account_id, id desc);
create index member_application_for_staff on member_application (id desc) where state <> 'draft';
create index member_application_waiting on member_application (submitted_at, id) where state = 'submitted';
create index member_application_by_state on member_application (state, id desc);
create index member_application_by_number on member_application (id_number_index) where id_number_index is not null;
create index member_application_by_phone on member_application (phone_index) where phone_index is not null;
create index member_application_by_resume on member_application (resume_key);

alter table member add column application_id bigint references member_application on delete set null;
create index member_by_application on member (application_id);

create table member_application_step (
  id bigint generated always as identity primary key,
  application_id bigint not null references member_application on delete cascade,
  actor_id bigint references account on delete set null,
  step text not null,
  reason text not null default '',
  at timestamptz not null default now()
);
create index member_application_step_by_application on member_application_step (application_id, id);

-- for reviewers only
create table member_note (
  id bigint generated always as identity primary key,
  application_id bigint not null references member_application on delete cascade,
  author_id bigint references account on delete set null,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index member_note_by_application on member_note (application_id, id);

create sequence member_number_seq;

-- What was said about the end of a term, so that it is said once.
create table member_reminder (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  term_until date not null,
  -- days before the end; after it, below zero
  days smallint not null,
  created_at timestamptz not null default now(),
  constraint member_reminder_once unique (member_id, term_until, days)
);
create index member_reminder_by_time on member_reminder (id desc);
