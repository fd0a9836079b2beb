-- A message that its sender has changed since. Null, which most stay, takes no room.
alter table im_message add column modified_time bigint;
