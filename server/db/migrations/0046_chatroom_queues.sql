-- The queue of a chatroom (im-sdk-api.md, chatroom.queue). Changes run under the lock of the room.

create table im_room_element (
  -- the order of the queue
  id bigint generated always as identity primary key,
  room_id bigint not null constraint im_room_element_room_id_fkey references im_room (id) on delete cascade,
  key text not null,
  owner_id bigint not null constraint im_room_element_owner_id_fkey references im_account (id) on delete cascade,
  -- removed when the owner leaves the room
  is_transient boolean not null,
  value_sealed bytea not null,
  -- time of the last offer
  update_time bigint not null,
  constraint im_room_element_unique unique (room_id, key)
);
create index im_room_element_by_owner on im_room_element (owner_id);
create index im_room_element_in_order on im_room_element (room_id, id);
create index im_room_element_transient on im_room_element (room_id, owner_id) where is_transient;
