-- Barriers and aliases ask for the past teams of an account, too, which the partial index does not find.
create index im_team_member_of_account on im_team_member (im_account_id, is_valid);
