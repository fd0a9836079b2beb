-- In a lecture, visitors with an account write under a name of its room, never under their alias of counselling.
alter table im_room add column names_visitors boolean not null default false;
update im_room set names_visitors = true where id in (select room_id from lecture);

create table im_room_name (
  -- the number of the default name, 听众 with this number, which differs from room to room
  id bigint generated always as identity constraint im_room_name_number unique,
  room_id bigint not null references im_room (id) on delete cascade,
  im_account_id bigint not null references im_account (id) on delete cascade,
  -- a name that the visitor chose; the folded form finds names that readers take for the same
  nick text,
  nick_folded text,
  constraint im_room_name_pkey primary key (room_id, im_account_id),
  constraint im_room_name_once unique (room_id, nick_folded)
);
create index im_room_name_by_account on im_room_name (im_account_id);

-- earlier questions have the alias of their writers
update lecture_question q set name = '听众'
from im_account a join im_user u on u.im_account_id = a.id
where a.account_id = q.account_id and u.alias <> '' and q.name = u.alias;
