-- Awards are shown to everybody for some working days before they hold, and whoever knows better may object.

alter table submission_call drop constraint submission_call_state_known;
alter table submission_call
  add constraint submission_call_state_known check (state in ('open', 'closed', 'noticed', 'published')),
  -- working days; 0 is for calls whose results hold at once
  add column notice_days integer not null default 0 constraint submission_call_notice_days check (notice_days between 0 and 30),
  add column noticed_at timestamptz,
  add column notice_until timestamptz,
  add constraint submission_call_notice_whole check ((noticed_at is null) = (notice_until is null)),
  add constraint submission_call_notice_when_noticed check (state <> 'noticed' or noticed_at is not null);
create index submission_call_shown on submission_call (noticed_at desc) where noticed_at is not null;

create table submission_objection (
  id bigint generated always as identity primary key,
  call_id bigint not null references submission_call,
  -- null is against the whole
  submission_id bigint references submission on delete cascade,
  account_id bigint references account on delete set null,
  -- who objects, and the words
  text_sealed bytea not null,
  state text not null default 'asked' constraint submission_objection_state_known
    check (state in ('asked', 'upheld', 'dismissed')),
  answer text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint submission_objection_answered check (state = 'asked' or answer <> '')
);
create index submission_objection_by_call on submission_objection (call_id, id desc);
create index submission_objection_by_account on submission_objection (account_id, id desc);
create index submission_objection_by_submission on submission_objection (submission_id);
create index submission_objection_by_decider on submission_objection (decided_by);
