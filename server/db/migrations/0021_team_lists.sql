-- Indexes of short lists of a team: its owner and managers, and the muted members.
create index im_team_member_by_role on im_team_member (team_id) where is_valid and role <> 0;
create index im_team_member_by_mute on im_team_member (team_id, join_time, im_account_id) where is_valid and is_muted;
