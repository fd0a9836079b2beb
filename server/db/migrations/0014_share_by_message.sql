-- A share of a file belongs to the message that made it, named as the sender named it: with the message it ends. Shares
-- from before know no message and stay.
alter table im_file_share
  add column sender_id bigint not null default 0,
  add column id_client text not null default '',
  drop constraint im_file_share_pkey,
  add constraint im_file_share_pkey primary key (file_id, im_account_id, sender_id, id_client);
alter table im_file_share alter column sender_id drop default, alter column id_client drop default;
create index im_file_share_by_message on im_file_share (sender_id, id_client);
