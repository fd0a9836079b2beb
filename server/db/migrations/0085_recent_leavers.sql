-- Nodes look for members who left lately, in case the push about it was lost.
create index im_team_member_by_leaving on im_team_member (update_time) where not is_valid;
