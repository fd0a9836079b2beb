-- True once the media server gave the person a seat: others only tried to join, and do not count as people of the call.
alter table group_call_member add column has_joined boolean not null default false;
update group_call_member set has_joined = true;
