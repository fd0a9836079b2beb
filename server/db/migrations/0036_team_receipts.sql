-- Read receipt of a member of a team: the time of the last message that the member has confirmed as read.
alter table im_team_member add column receipt bigint not null default 0;
