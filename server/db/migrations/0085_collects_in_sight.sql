-- What somebody keeps is counted and listed off one index: whether it is in sight stands beside it, since looking at each
-- of several hundred things for a number on a tab cost most of that call. Things go out of sight seldom.
alter table answer_collect add column in_sight boolean not null default true;
alter table question_collect add column in_sight boolean not null default true;
update answer_collect k set in_sight = false from answer a where a.id = k.answer_id and not a.in_sight;
update question_collect k set in_sight = false from question q where q.id = k.question_id and q.state <> 'shown';

create function place_answer_collect() returns trigger language plpgsql as $$
begin
  new.in_sight := exists (select 1 from answer where id = new.answer_id and in_sight);
  return new;
end
$$;
create trigger answer_collect_placed before insert on answer_collect
  for each row execute function place_answer_collect();

create function place_question_collect() returns trigger language plpgsql as $$
begin
  new.in_sight := exists (select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$$;
create trigger question_collect_placed before insert on question_collect
  for each row execute function place_question_collect();

create function move_answer_collects() returns trigger language plpgsql as $$
begin
  update answer_collect set in_sight = new.in_sight where answer_id = new.id;
  return null;
end
$$;
create trigger answer_collects_moved after update of in_sight, question_id, state on answer
  for each row when (old.in_sight <> new.in_sight) execute function move_answer_collects();

create function move_question_collects() returns trigger language plpgsql as $$
begin
  update question_collect set in_sight = new.state = 'shown' where question_id = new.id;
  return null;
end
$$;
create trigger question_collects_moved after update of state on question
  for each row when ((old.state = 'shown') <> (new.state = 'shown')) execute function move_question_collects();

drop index answer_collect_newest;
create index answer_collect_newest on answer_collect (account_id, created_at desc) include (answer_id) where in_sight;
drop index question_collect_newest;
create index question_collect_newest on question_collect (account_id, created_at desc) include (question_id) where in_sight;
-- counting one's own questions needs no look at them
drop index question_by_author;
create index question_by_author on question (author_id, id desc) include (state);
