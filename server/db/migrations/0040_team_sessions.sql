-- The last position when the member deleted the session of the team; the next message restores it. is_deleted is unused.
alter table im_team_member add column deleted_seq bigint not null default 0;
