-- A receipt asks for a number of standard rooms: whoever asks for several has the one slept in and others kept besides.
create table kept_room (
  room_id bigint primary key references meeting_room on delete cascade,
  registration_id bigint not null references registration on delete cascade
);
create index kept_room_by_registration on kept_room (registration_id);
-- since when guests have been told of their rooms
alter table meeting add column rooms_told_at timestamptz;
