-- A recall asks whether anyone joined after the message. Without the index, it reads all members of the team.
create index im_team_member_by_join_seq on im_team_member (team_id, join_seq) where is_valid;
