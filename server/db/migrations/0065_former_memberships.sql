-- Barriers and aliases ask for the past teams of an account, too, which the partial index did not find.
create index im_team_member_of_account on im_team_member (im_account_id, is_valid);
drop index im_team_member_by_account;
