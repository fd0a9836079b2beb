-- Questions, answers, likes and collects, with counts that are exact and orders that need no scan (docs/guides/questions.md).

create table question (
  id bigint generated always as identity primary key,
  author_id bigint references account on delete set null,
  title text not null,
  content text not null,
  is_anonymous boolean not null,
  domain_ids smallint[] not null,
  -- held waits for a moderator; refused was taken out of sight by one; removed by its author
  state text not null constraint question_state_known
    check (state in ('held', 'shown', 'refused', 'removed', 'merged')),
  state_reason text not null default '',
  merged_into bigint references question on delete set null,
  closed_at timestamptz,
  answer_count integer not null default 0,
  collect_count integer not null default 0,
  -- of its answers together
  like_count integer not null default 0,
  -- days since 1970 when it was asked: what time is worth in both orders
  asked_day double precision not null,
  -- twice as much response is worth fourteen days of age, and one
  hot double precision not null generated always as
    (asked_day + 14 * ln(1 + 3 * answer_count + 2 * collect_count + like_count) / ln(2)) stored,
  recommended double precision not null generated always as
    (asked_day + ln(1 + 3 * answer_count + 2 * collect_count + like_count) / ln(2)) stored,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint question_merged_somewhere check (state <> 'merged' or merged_into is not null)
);
create index question_hot on question (hot desc, id desc) where state = 'shown';
create index question_recommended on question (recommended desc, id desc) where state = 'shown';
create index question_newest on question (id desc) where state = 'shown';
create index question_domains on question using gin (domain_ids) where state = 'shown';
create index question_by_author on question (author_id, id desc);
create index question_by_state on question (state, id desc);
create index question_merged on question (merged_into) where merged_into is not null;

create table answer (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  author_id bigint references account on delete set null,
  -- null for an answer of the association's staff
  counsellor_id bigint references counsellor on delete set null,
  content text not null,
  state text not null constraint answer_state_known check (state in ('held', 'shown', 'refused', 'removed')),
  state_reason text not null default '',
  -- the answer is shown and so is its question
  in_sight boolean not null default false,
  like_count integer not null default 0,
  collect_count integer not null default 0,
  answered_day double precision not null,
  hot double precision not null generated always as
    (answered_day + 14 * ln(1 + 2 * like_count + 3 * collect_count) / ln(2)) stored,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index answer_hot on answer (hot desc, id desc) where in_sight;
create index answer_newest on answer (id desc) where in_sight;
create index answer_by_question on answer (question_id, hot desc, id desc);
create index answer_by_counsellor on answer (counsellor_id, id desc) where in_sight;
create index answer_by_author on answer (author_id, id desc);
create index answer_by_state on answer (state, id desc);

create table answer_like (
  answer_id bigint not null references answer on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, answer_id)
);
create index answer_like_by_answer on answer_like (answer_id);

create table answer_collect (
  answer_id bigint not null references answer on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, answer_id)
);
create index answer_collect_newest on answer_collect (account_id, created_at desc);
create index answer_collect_by_answer on answer_collect (answer_id);

create table question_collect (
  question_id bigint not null references question on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, question_id)
);
create index question_collect_newest on question_collect (account_id, created_at desc);
create index question_collect_by_question on question_collect (question_id);

-- How many there are in sight: counted as they come and go, never by going through them.
create table tally (
  name text primary key,
  value bigint not null
);
insert into tally (name, value) values ('questions', 0), ('answers', 0);

create function count_question() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.state = 'shown';
  is_now boolean := tg_op <> 'DELETE' and new.state = 'shown';
begin
  if was <> is_now then
    update tally set value = value + case when is_now then 1 else -1 end where name = 'questions';
    -- an answer is in sight with its question
    if tg_op = 'UPDATE' then
      update answer set in_sight = is_now where question_id = new.id and state = 'shown';
    end if;
  end if;
  if was and (not is_now or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count - 1 where id = any(old.domain_ids);
  end if;
  if is_now and (not was or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count + 1 where id = any(new.domain_ids);
  end if;
  return null;
end
$$;
create trigger question_counted after insert or delete or update of state, domain_ids on question
  for each row execute function count_question();

create function place_answer() returns trigger language plpgsql as $$
begin
  new.in_sight := new.state = 'shown' and exists (
    select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$$;
create trigger answer_placed before insert or update of state, question_id on answer
  for each row execute function place_answer();

create function count_answer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.in_sight then
    update question set answer_count = answer_count - 1, like_count = like_count - old.like_count
      where id = old.question_id;
    update counsellor set answer_count = answer_count - 1 where id = old.counsellor_id;
    update tally set value = value - 1 where name = 'answers';
  end if;
  if tg_op <> 'DELETE' and new.in_sight then
    update question set answer_count = answer_count + 1, like_count = like_count + new.like_count
      where id = new.question_id;
    update counsellor set answer_count = answer_count + 1 where id = new.counsellor_id;
    update tally set value = value + 1 where name = 'answers';
  end if;
  return null;
end
$$;
create trigger answer_counted after insert or delete on answer
  for each row execute function count_answer();
-- likes change often and nothing of this
create trigger answer_moved after update of in_sight, question_id, state on answer
  for each row when (old.in_sight <> new.in_sight or old.question_id <> new.question_id)
  execute function count_answer();
