-- One open crisis alert per writer: later signals are added to it, so that one account cannot bury the duty list.
create table crisis_signal (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  level text not null constraint crisis_signal_level_known check (level in ('plan', 'thought')),
  hits integer not null default 1,
  message_time bigint not null,
  conversation_id bigint references im_conversation on delete cascade,
  question_id bigint references question on delete cascade,
  booking_id bigint references booking on delete cascade,
  created_at timestamptz not null default now(),
  -- a report or an appeal belongs to none of them
  constraint crisis_signal_of_one check (num_nonnulls(conversation_id, question_id, booking_id) <= 1),
  constraint crisis_signal_source unique nulls not distinct (alert_id, conversation_id, question_id, booking_id)
);
create index crisis_signal_by_conversation on crisis_signal (conversation_id) where conversation_id is not null;
create index crisis_signal_by_question on crisis_signal (question_id) where question_id is not null;
create index crisis_signal_by_booking on crisis_signal (booking_id) where booking_id is not null;

alter table crisis_alert
  add column writer_id bigint references account on delete cascade,
  -- as it was first shown: a later signal neither hides a known writer nor names a hidden one
  add column is_anonymous boolean not null default false,
  -- its follower has not been notified of the latest place
  add column has_news boolean not null default false;
update crisis_alert a set
  writer_id = coalesce(a.account_id, (select w.account_id from im_account w where w.id = a.im_account_id)),
  is_anonymous = coalesce((select q.is_anonymous from question q where q.id = a.question_id), false);

alter table crisis_alert alter column writer_id set not null;

drop index crisis_alert_live;
drop index crisis_alert_question_live;
drop index crisis_alert_booking_live;
drop index crisis_alert_report_live;

-- keep the alert that is being followed up, else the oldest
create temporary table merged_alert on commit drop as
select id, first_value(id) over (partition by writer_id order by state = 'taken' desc, id) as kept_id
from crisis_alert where state <> 'closed';

insert into crisis_signal (alert_id, level, hits, message_time, conversation_id, question_id, booking_id, created_at)
select coalesce(m.kept_id, a.id), case when bool_or(a.level = 'plan') then 'plan' else 'thought' end, sum(a.hits),
  max(a.message_time), a.conversation_id, a.question_id, a.booking_id, min(a.created_at)
from crisis_alert a left join merged_alert m on m.id = a.id
group by coalesce(m.kept_id, a.id), a.conversation_id, a.question_id, a.booking_id
order by min(a.id);

update crisis_note n set alert_id = m.kept_id from merged_alert m where m.id = n.alert_id and m.id <> m.kept_id;
update crisis_text t set alert_id = m.kept_id from merged_alert m where m.id = t.alert_id and m.id <> m.kept_id;
update crisis_alert a set hits = s.hits, message_time = s.message_time, level = s.level
from (
  select alert_id, sum(hits) as hits, max(message_time) as message_time,
    case when bool_or(level = 'plan') then 'plan' else 'thought' end as level
  from crisis_signal group by alert_id
) s
where s.alert_id = a.id and a.id in (select kept_id from merged_alert);
delete from crisis_alert where id in (select id from merged_alert where id <> kept_id);

create unique index crisis_alert_live on crisis_alert (writer_id) where state <> 'closed';
create index crisis_alert_by_writer on crisis_alert (writer_id);
create index crisis_alert_with_news on crisis_alert (id) where state = 'taken' and has_news;

-- the first source may be deleted while others stay; with the last of them the alert goes
alter table crisis_alert drop constraint crisis_alert_of_one;
alter table crisis_alert
  drop constraint crisis_alert_booking_id_fkey,
  drop constraint crisis_alert_conversation_id_fkey,
  drop constraint crisis_alert_question_id_fkey,
  add constraint crisis_alert_booking_id_fkey foreign key (booking_id) references booking on delete set null,
  add constraint crisis_alert_conversation_id_fkey foreign key (conversation_id) references im_conversation on delete set null,
  add constraint crisis_alert_question_id_fkey foreign key (question_id) references question on delete set null;
create function drop_alert_without_signal() returns trigger language plpgsql as $$
begin
  delete from crisis_alert a where a.id = old.alert_id and not exists (
    select 1 from crisis_signal s where s.alert_id = a.id);
  return null;
end
$$;
create trigger crisis_signal_gone after delete on crisis_signal
  for each row execute function drop_alert_without_signal();
