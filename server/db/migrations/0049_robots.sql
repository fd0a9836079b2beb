-- Robots: accounts for which a program answers (decision 028). They have no token and never sign in.

create table im_robot (
  im_account_id bigint not null constraint im_robot_pkey primary key
    constraint im_robot_account_id_fkey references im_account (id) on delete cascade,
  kind text not null constraint im_robot_kind_known check (kind in ('backend', 'guide', 'model')),
  -- the answer to a greeting; empty for none
  welcome text not null default '',
  -- the instructions of the language model, with {{variables}}
  prompt text not null default '',
  created_at timestamptz not null default now()
);

-- Questions without an answer yet. A row is committed before its message, as in crisis_pending.
create table im_robot_question (
  sender_id bigint not null constraint im_robot_question_sender_id_fkey references im_account (id) on delete cascade,
  id_client text not null,
  robot_id bigint not null constraint im_robot_question_robot_id_fkey references im_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint im_robot_question_pkey primary key (sender_id, id_client)
);
create index im_robot_question_by_robot on im_robot_question (robot_id);
create index im_robot_question_by_time on im_robot_question (created_at);

-- The guide of the site.
with guide as (
  insert into im_account (app_id, accid) select id, 'guide' from im_app where is_site returning id
), profile as (
  insert into im_user (im_account_id, nick, sign) select id, '站内向导', '机器人：按本站公开的内容回答' from guide
)
insert into im_robot (im_account_id, kind) select id, 'guide' from guide;
