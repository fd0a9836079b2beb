-- Lists of a team's few: its owner and managers, and the members who are muted.
create index im_team_member_by_role on im_team_member (team_id) where is_valid and role <> 0;
create index im_team_member_by_mute on im_team_member (team_id, join_time, im_account_id) where is_valid and is_muted;
