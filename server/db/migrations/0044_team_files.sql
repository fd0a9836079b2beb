-- Files that messages of teams grant to their members. One row for a message, whatever the size of the team.
create table im_team_file (
  file_id bigint not null references im_file (id) on delete cascade,
  sender_id bigint not null,
  id_client text not null,
  -- the name that the message shows, which may differ from the name of the upload
  name text not null,
  primary key (file_id, sender_id, id_client)
);
create index im_team_file_by_message on im_team_file (sender_id, id_client);
