-- The backend of an app receives the questions to its robots.

alter table im_robot add column question_url text not null default '';
-- a question that its node has not answered is due for the job
alter table im_robot_question add column due_at timestamptz not null default now() + interval '5 minutes';
create index im_robot_question_by_due on im_robot_question (due_at);
