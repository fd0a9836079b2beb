-- Members of a team whom this member follows, by account name. They may have left.
alter table im_team_member add column followed text[] not null default '{}';
