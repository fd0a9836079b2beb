-- Live lectures (直播讲座): a stream or a recording, the chatroom beside it, questions, and attendance for credits.

-- seconds that an ordinary visitor waits between two messages; 0 for no slow mode
alter table im_room add column slow_seconds integer not null default 0
  constraint im_room_slow_not_negative check (slow_seconds >= 0);

create table lecture (
  id bigint generated always as identity primary key,
  title text not null,
  speaker text not null,
  summary text not null,
  introduction text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  audience text not null constraint lecture_audience_known check (audience in ('public', 'signedIn', 'members')),
  stream_url text not null default '',
  replay_url text not null default '',
  -- an uploaded recording, which has priority over `replay_url`
  recording_key text,
  recording_bytes bigint not null default 0,
  -- the moment that the begin of the replay shows
  replay_from timestamptz not null,
  credit_tenths integer not null default 0 constraint lecture_credits_not_negative check (credit_tenths >= 0),
  needed_minutes integer not null constraint lecture_minutes_positive check (needed_minutes > 0),
  state text not null default 'draft' constraint lecture_state_known check (state in ('draft', 'published', 'cancelled')),
  cancel_reason text not null default '',
  room_id bigint not null constraint lecture_room_unique unique references im_room (id),
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint lecture_in_order check (ends_at > starts_at)
);
create index lecture_by_start on lecture (starts_at desc, id desc);
create index lecture_by_end on lecture (ends_at) where state = 'published';

create table lecture_question (
  id bigint generated always as identity primary key,
  lecture_id bigint not null references lecture (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  -- the public name of the writer at that time
  name text not null,
  text_sealed bytea not null,
  state text not null default 'waiting'
    constraint lecture_question_state_known check (state in ('waiting', 'answered', 'shelved')),
  settled_by bigint references account (id) on delete set null,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index lecture_question_by_lecture on lecture_question (lecture_id, id);
create index lecture_question_by_account on lecture_question (account_id);
create index lecture_question_by_settler on lecture_question (settled_by) where settled_by is not null;

-- An account that watches a lecture, has raised its hand, or wants a reminder.
create table lecture_attendance (
  lecture_id bigint not null references lecture (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  seconds integer not null default 0,
  -- the last sign that the page plays, by the clock of the database
  beat_at timestamptz,
  hand_raised_at timestamptz,
  wants_reminder boolean not null default false,
  created_at timestamptz not null default now(),
  constraint lecture_attendance_pkey primary key (lecture_id, account_id)
);
create index lecture_attendance_by_account on lecture_attendance (account_id, beat_at desc nulls last);
create index lecture_attendance_by_hand on lecture_attendance (lecture_id, hand_raised_at)
  where hand_raised_at is not null;

-- A credit comes from a meeting and its certificate, or from a lecture.
alter table credit_entry alter column registration_id drop not null;
alter table credit_entry alter column meeting_id drop not null;
alter table credit_entry alter column certificate_id drop not null;
alter table credit_entry add column lecture_id bigint constraint credit_entry_lecture_id_fkey references lecture (id);
-- when staff withdrew the credit of a lecture; that of a meeting is void with its certificate
alter table credit_entry add column voided_at timestamptz;
alter table credit_entry add constraint credit_entry_one_source check (
  case when lecture_id is null
    then registration_id is not null and meeting_id is not null and certificate_id is not null and voided_at is null
    else registration_id is null and meeting_id is null and certificate_id is null and session_id is null
  end);
create unique index credit_entry_lecture_once on credit_entry (lecture_id, account_id) where lecture_id is not null;
