-- Branches of the association that look at applications before the secretariat does, and who works for which.
create table member_branch (
  id smallint generated always as identity primary key,
  name text not null constraint member_branch_name_unique unique,
  position smallint not null default 0,
  -- whether applicants may choose it
  enabled boolean not null default true
);
-- a reviewer without a row works for the secretariat
create table branch_reviewer (
  account_id bigint primary key references account on delete cascade,
  branch_id smallint not null references member_branch on delete cascade
);
create index branch_reviewer_by_branch on branch_reviewer (branch_id);
alter table member_application add column branch_id smallint references member_branch;
create index member_application_by_branch on member_application (branch_id, state, id desc)
  where branch_id is not null;
