-- True for messages of high priority, which visitors receive later when the bus or their connection has lost them.
alter table im_room_message add column is_high boolean not null default false;
create index im_room_message_high on im_room_message (room_id, time) where is_high;
