-- Friends report messages of their private chat. Such a report names no group.
alter table peer_report
  drop constraint peer_report_one_group,
  add constraint peer_report_one_group check (num_nonnulls(group_id, roster_group_id, team_id) <= 1);
