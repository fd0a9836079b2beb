-- Papers, competition works and award applications: calls, what is handed in, how it is reviewed.

create table submission_call (
  id bigint generated always as identity primary key,
  kind text not null constraint submission_call_kind_known
    check (kind in ('paper', 'competition', 'organisation', 'individual', 'collective')),
  title text not null,
  opens_at timestamptz not null,
  deadline timestamptz not null,
  state text not null default 'open' constraint submission_call_state_known check (state in ('open', 'closed', 'published')),
  -- key, title and weight of what is scored; the weights add up to 100
  criteria jsonb not null,
  published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint submission_call_ends_after_start check (deadline > opens_at)
);
create index submission_call_newest on submission_call (kind, id desc);

create table submission (
  -- drawn, not counted
  id bigint primary key,
  call_id bigint not null references submission_call,
  account_id bigint references account on delete set null,
  state text not null default 'draft' constraint submission_state_known
    check (state in ('draft', 'submitted', 'returned', 'withdrawn', 'accepted', 'rejected')),
  title text not null,
  -- what reviewers see; who it is from stands apart, sealed
  content jsonb not null,
  person_sealed bytea not null,
  counts jsonb not null default '{}',
  -- of what was uploaded: the file, and the text in it
  file_key text,
  file_text text not null default '',
  submitted_at timestamptz,
  due_at timestamptz,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  note text not null default '',
  -- mean of the reviews in hundredths, from the time the results are out
  score integer,
  award smallint constraint submission_award_known check (award between 1 and 4),
  certificate_number text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint submission_submitted_has_time check (state not in ('submitted', 'accepted', 'rejected') or submitted_at is not null)
);
create index submission_by_account on submission (account_id, changed_at desc);
create index submission_by_call on submission (call_id, submitted_at desc nulls last, id desc);
create index submission_by_state on submission (call_id, state, submitted_at desc nulls last, id desc);
create index submission_by_decider on submission (decided_by);

create table submission_review (
  id bigint generated always as identity primary key,
  submission_id bigint not null references submission on delete cascade,
  reviewer_id bigint not null references account on delete cascade,
  state text not null default 'assigned' constraint submission_review_state_known
    check (state in ('assigned', 'done', 'declined')),
  scores jsonb not null default '{}',
  -- weighted, in hundredths
  total integer,
  comment text not null default '',
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint submission_review_once unique (submission_id, reviewer_id),
  constraint submission_review_total_when_done check (state <> 'done' or total is not null)
);
create index submission_review_by_reviewer on submission_review (reviewer_id, state, id desc);
