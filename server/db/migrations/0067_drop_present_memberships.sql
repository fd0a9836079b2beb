-- im_team_member_of_account replaces it. In a file of its own, because its lock with that of a new index can deadlock.
drop index im_team_member_by_account;
