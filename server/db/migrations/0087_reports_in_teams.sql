-- Members report in every group, also in those that accounts made themselves.
alter table peer_report
  add column team_id bigint references im_team (id) on delete cascade,
  drop constraint peer_report_one_group,
  add constraint peer_report_one_group check (num_nonnulls(group_id, roster_group_id, team_id) = 1);
drop index peer_report_once;
create unique index peer_report_once
  on peer_report (group_id, roster_group_id, team_id, reporter_id, reported_id, message_id) nulls not distinct
  where state = 'open';
create index peer_report_by_team on peer_report (team_id) where team_id is not null;
