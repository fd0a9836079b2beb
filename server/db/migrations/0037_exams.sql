-- Examinations: a bank of questions with versions, papers made from it, examinations over papers, and who sat them how.

create table exam_question (
  id bigint generated always as identity primary key,
  subject text not null,
  -- 0 single choice, 1 multiple choice, 2 judgement (portal.md 3)
  kind smallint not null constraint exam_question_kind_known check (kind in (0, 1, 2)),
  difficulty smallint not null constraint exam_question_difficulty_known check (difficulty in (1, 2, 3)),
  retired boolean not null default false,
  -- the newest; papers hold the version they were made with
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index exam_question_by_change on exam_question (updated_at desc, id desc);
create index exam_question_by_subject on exam_question (subject, kind, difficulty) where not retired;

create table exam_question_version (
  id bigint generated always as identity primary key,
  question_id bigint not null references exam_question on delete cascade,
  version integer not null,
  content text not null,
  -- without letters: those follow from the order in which somebody sees them
  options text[] not null,
  -- letters in the order written here, such as `AC`; `T` or `F` for a judgement
  answer text not null,
  explanation text not null default '',
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint exam_question_version_unique unique (question_id, version)
);
create index exam_question_version_by_author on exam_question_version (author_id);

create table exam_paper (
  id bigint generated always as identity primary key,
  name text not null,
  -- the same questions for all, or drawn for each examinee by rules
  kind text not null constraint exam_paper_kind_known check (kind in ('fixed', 'drawn')),
  -- what a multiple choice with some of the right letters and no wrong one is worth
  partial text not null constraint exam_paper_partial_known check (partial in ('none', 'half', 'each')),
  -- a ready one never changes: what people sat stays what it was
  state text not null default 'draft' constraint exam_paper_state_known check (state in ('draft', 'ready')),
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index exam_paper_by_change on exam_paper (updated_at desc, id desc);
create index exam_paper_by_author on exam_paper (author_id);

create table exam_paper_item (
  paper_id bigint not null references exam_paper on delete cascade,
  position smallint not null,
  question_version_id bigint not null references exam_question_version,
  score double precision not null constraint exam_paper_item_score_positive check (score > 0),
  primary key (paper_id, position)
);
create index exam_paper_item_by_question on exam_paper_item (question_version_id);

create table exam_paper_rule (
  paper_id bigint not null references exam_paper on delete cascade,
  position smallint not null,
  kind smallint not null constraint exam_paper_rule_kind_known check (kind in (0, 1, 2)),
  -- null takes any
  subject text,
  difficulty smallint constraint exam_paper_rule_difficulty_known check (difficulty in (1, 2, 3)),
  count smallint not null constraint exam_paper_rule_count_positive check (count > 0),
  score double precision not null constraint exam_paper_rule_score_positive check (score > 0),
  primary key (paper_id, position)
);

-- `testId` of the wire
create table exam (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_paper,
  name text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  duration_minutes smallint not null constraint exam_duration_known check (duration_minutes between 1 and 600),
  attempts smallint not null default 1 constraint exam_attempts_known check (attempts between 1 and 20),
  -- which attempt counts
  counted text not null default 'best' constraint exam_counted_known check (counted in ('best', 'last')),
  shuffle_questions boolean not null default true,
  shuffle_options boolean not null default true,
  -- when an examinee may see the result with the right answers
  shown text not null default 'afterEnd' constraint exam_shown_known check (shown in ('afterHandIn', 'afterEnd')),
  gives_certificate boolean not null default false,
  state text not null default 'draft' constraint exam_state_known check (state in ('draft', 'open', 'cancelled')),
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint exam_window_forward check (end_at > start_at)
);
create index exam_by_paper on exam (paper_id);
create index exam_by_start on exam (start_at desc, id desc);
create index exam_by_end on exam (end_at) where state = 'open';
create index exam_by_author on exam (author_id);

create table exam_group (
  id bigint generated always as identity primary key,
  name text not null constraint exam_group_name_unique unique,
  created_at timestamptz not null default now()
);
create table exam_group_member (
  group_id bigint not null references exam_group on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (group_id, account_id)
);
create index exam_group_member_by_account on exam_group_member (account_id);

create table exam_target (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam on delete cascade,
  kind text not null constraint exam_target_kind_known check (kind in ('account', 'group', 'members', 'everyone')),
  account_id bigint references account on delete cascade,
  group_id bigint references exam_group on delete cascade,
  constraint exam_target_names_whom check (
    (kind = 'account') = (account_id is not null) and (kind = 'group') = (group_id is not null)
  ),
  constraint exam_target_unique unique nulls not distinct (exam_id, kind, account_id, group_id)
);
create index exam_target_by_account on exam_target (account_id);
create index exam_target_by_group on exam_target (group_id);

-- More time or more tries for one person.
create table exam_allowance (
  exam_id bigint not null references exam on delete cascade,
  account_id bigint not null references account on delete cascade,
  extra_minutes smallint not null default 0 constraint exam_allowance_minutes_known check (extra_minutes between 0 and 600),
  extra_attempts smallint not null default 0 constraint exam_allowance_attempts_known check (extra_attempts between 0 and 20),
  primary key (exam_id, account_id)
);
create index exam_allowance_by_account on exam_allowance (account_id);

create table exam_attempt (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam,
  account_id bigint not null references account on delete cascade,
  number smallint not null,
  -- the order of questions and options follows from it
  seed integer not null,
  -- what was put before this examinee, by number from 1 on
  question_version_ids bigint[] not null,
  scores double precision[] not null,
  started_at timestamptz not null default now(),
  deadline timestamptz not null,
  state text not null default 'inProgress'
    constraint exam_attempt_state_known check (state in ('inProgress', 'handedIn', 'marked')),
  handed_in_at timestamptz,
  handed_in_by text constraint exam_attempt_handed_in_by_known check (handed_in_by in ('examinee', 'clock', 'examiner')),
  score double precision,
  -- the session that opened it last; another one is a sign-in from elsewhere
  session_id bigint,
  constraint exam_attempt_unique unique (exam_id, account_id, number),
  constraint exam_attempt_ended check ((state = 'inProgress') = (handed_in_at is null)),
  constraint exam_attempt_marked check ((state = 'marked') = (score is not null))
);
create unique index exam_attempt_running on exam_attempt (exam_id, account_id) where state = 'inProgress';
create index exam_attempt_due on exam_attempt (deadline) where state = 'inProgress';
create index exam_attempt_by_account on exam_attempt (account_id, exam_id);
create index exam_attempt_by_exam on exam_attempt (exam_id, id);

create table exam_answer (
  attempt_id bigint not null references exam_attempt on delete cascade,
  num smallint not null,
  -- letters in the order of the bank, not of the screen; empty when it was taken back
  answer text not null,
  -- when it was given, by the server's clock in milliseconds: an older one that arrives late changes nothing
  given_at bigint not null,
  is_right boolean,
  points double precision,
  primary key (attempt_id, num)
);

-- What happened during an attempt. Shown to examiners, never judged by itself.
create table exam_event (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references exam_attempt on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  detail text not null default ''
);
create index exam_event_by_attempt on exam_event (attempt_id, id);

-- A key found wrong afterwards: marking follows this instead.
create table exam_correction (
  exam_id bigint not null references exam on delete cascade,
  question_version_id bigint not null references exam_question_version,
  -- null gives everybody the full score
  answer text,
  reason text not null,
  made_by bigint references account on delete set null,
  made_at timestamptz not null default now(),
  primary key (exam_id, question_version_id)
);
create index exam_correction_by_question on exam_correction (question_version_id);
create index exam_correction_by_maker on exam_correction (made_by);
