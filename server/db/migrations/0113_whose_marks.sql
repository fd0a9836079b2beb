-- What somebody keeps of a page lies side by side under their own number: one look at the primary key finds all of it.
-- Turned round, with the account second, it is spread over as many leaves as the page has rows. PostgreSQL takes both for
-- equally dear and chose the latter; `+account_id` is for the order alone in which people are told of an answer.
drop index question_collect_by_question;
create index question_collect_by_question on question_collect (question_id, (+account_id));
drop index counsellor_follow_by_counsellor;
create index counsellor_follow_by_counsellor on counsellor_follow (counsellor_id, (+account_id));
