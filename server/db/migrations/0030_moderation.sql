-- Words that are watched, the review queue, and what a text was before it was changed.

create table watch_word (
  id bigint generated always as identity primary key,
  word text not null,
  -- as texts are compared with it: one width, one case, nothing between the characters
  plain text not null constraint watch_word_unique unique,
  action text not null constraint watch_word_action_known check (action in ('hold', 'mask', 'refuse', 'alert')),
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index watch_word_by_creator on watch_word (created_by);

create table review (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  answer_id bigint references answer on delete cascade,
  cause text not null constraint review_cause_known check (cause in ('word', 'crisis', 'report', 'appeal')),
  -- the words that were met, the reason of a report, what an author says
  detail text not null,
  reporter_id bigint references account on delete set null,
  state text not null default 'open' constraint review_state_known check (state in ('open', 'settled')),
  decision text constraint review_decision_known check (decision in ('show', 'refuse', 'dismiss')),
  note text not null default '',
  decided_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint review_decided_when_settled check ((state = 'settled') = (decision is not null))
);
create index review_by_state on review (state, id desc);
create index review_by_question on review (question_id);
create index review_by_answer on review (answer_id) where answer_id is not null;
create index review_by_decider on review (decided_by);
-- one open report of a person about one thing, and one open appeal
create unique index review_once on review (reporter_id, question_id, coalesce(answer_id, 0), cause)
  where state = 'open' and cause in ('report', 'appeal');

create table revision (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  answer_id bigint references answer on delete cascade,
  title text not null,
  content text not null,
  edited_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index revision_by_question on revision (question_id, id desc);
create index revision_by_answer on revision (answer_id) where answer_id is not null;
create index revision_by_editor on revision (edited_by);
