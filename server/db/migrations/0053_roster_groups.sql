-- Roster groups: groups whose members follow the list of a committee or the registrations of a meeting.

-- the association in the chat, which owns these groups; it has no token, and no one signs in as it
with association as (
  insert into im_account (app_id, accid) select id, 'association' from im_app where is_site returning id
)
insert into im_user (im_account_id, nick) select id, '协会秘书处' from association;

create table roster_group (
  id bigint generated always as identity primary key,
  committee_id bigint references special_committee (id),
  meeting_id bigint references meeting (id),
  team_id bigint not null constraint roster_group_team_unique unique references im_team (id),
  -- closed: members read, and no one writes
  state text not null default 'open'
    constraint roster_group_state_known check (state in ('open', 'closed', 'dissolved')),
  created_by bigint references account (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint roster_group_one_list check (num_nonnulls(committee_id, meeting_id) = 1)
);
create unique index roster_group_of_committee on roster_group (committee_id)
  where committee_id is not null and state <> 'dissolved';
create unique index roster_group_of_meeting on roster_group (meeting_id)
  where meeting_id is not null and state <> 'dissolved';
create index roster_group_by_committee on roster_group (committee_id) where committee_id is not null;
create index roster_group_by_meeting on roster_group (meeting_id) where meeting_id is not null;
create index roster_group_by_creator on roster_group (created_by) where created_by is not null;

-- members of these groups report as those of peer groups do
alter table peer_report alter column group_id drop not null;
alter table peer_report add column roster_group_id bigint references roster_group (id) on delete cascade;
alter table peer_report add constraint peer_report_one_group check (num_nonnulls(group_id, roster_group_id) = 1);
create index peer_report_by_roster_group on peer_report (roster_group_id) where roster_group_id is not null;
drop index peer_report_once;
create unique index peer_report_once on peer_report (group_id, roster_group_id, reporter_id, reported_id, message_id)
  nulls not distinct where state = 'open';
