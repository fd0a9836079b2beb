-- Who keeps a question or follows a counsellor hears of a new answer. They may be many: a job tells them in portions, in
-- the order of their numbers, and the row says how far it came.
create table answer_telling (
  answer_id bigint primary key references answer on delete cascade,
  told_until bigint not null default 0
);
drop index counsellor_follow_by_counsellor;
create index counsellor_follow_by_counsellor on counsellor_follow (counsellor_id, account_id);
drop index question_collect_by_question;
create index question_collect_by_question on question_collect (question_id, account_id);
